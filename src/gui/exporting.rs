//! What a tab exports as pictures. The data is copied at once; the drawing happens on the thread that writes the file.

use crate::{
    board::{Board, Scene},
    contact,
    export::{Format, Paper, png::MAX_SIDE, svg},
    gui::deferred::Deferred,
    look::{Look, Theme},
    picture::Color,
    workbench::{
        search_trace::TraceStepOf,
        session::{Session, marked},
    },
};

/// The usual longer side of a picture of the board, and of an animation, in pixels.
const PICTURE_PIXELS: u32 = 1600;
const ANIMATION_PIXELS: u32 = 640;
/// The greatest number of steps of a search trace that are exported: the last ones before the current step.
const MAX_TRACE_STEPS: usize = 100;
/// The pixels of a sheet of solutions for each unit of its text.
const SHEET_SCALE: f32 = 2.0;

/// What is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exported {
    /// The board as it is shown.
    Board,
    /// The listed solutions.
    List,
}

/// How it is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExportOptions {
    /// The suggested format; the name of the file decides.
    pub format: Format,
    /// The longer side of a picture of the board, in pixels.
    pub longer_side: u32,
    /// Light or dark; none is as the window.
    pub theme: Option<Theme>,
    /// Whether there is nothing behind the board.
    pub is_transparent: bool,
}

impl Default for ExportOptions {
    fn default() -> Self {
        Self { format: Format::Svg, longer_side: PICTURE_PIXELS, theme: None, is_transparent: false }
    }
}

impl ExportOptions {
    /// The same options for another format. A size that the user has not changed becomes the usual one of that format.
    pub fn with_format(self, format: Format) -> Self {
        let usual = |format| if format == Format::Gif { ANIMATION_PIXELS } else { PICTURE_PIXELS };
        let longer_side = if self.longer_side == usual(self.format) { usual(format) } else { self.longer_side };
        Self { format, longer_side, ..self }
    }

    /// The colour behind a picture with this look.
    fn ground(&self, look: &Look) -> Option<Color> {
        (!self.is_transparent).then_some(look.colors.window)
    }
}

/// A series of pictures that are still to be drawn as SVG.
pub type Drawing = Deferred<Vec<String>>;

/// The board at each step of the shown solution or search trace, up to the current step.
pub fn shown<P: Board>(session: &Session<P>, look: &Look, options: &ExportOptions) -> Drawing {
    let paper = Paper { longer_side: options.longer_side, ground: options.ground(look) };
    let steps: Vec<_> = session.trace_steps(MAX_TRACE_STEPS).cloned().collect();
    if !steps.is_empty() {
        let (state, view, look) = (session.state().clone(), session.view.clone(), *look);
        return Drawing::new(move || {
            let picture = |step: &TraceStepOf<P>| {
                let shown = Some((&step.partial, P::steps(&step.partial)));
                let scene = Scene { state: &state, flaws: &[], insight: None, shown, view: &view, pointed: None, look: &look };
                marked(P::draw(&scene), &step.spots, &look)
            };
            steps.iter().map(|step| svg::write(&picture(step), &paper)).collect()
        });
    }
    let pictures: Vec<_> = session.pictures(look).collect();
    Drawing::new(move || pictures.iter().map(|picture| svg::write(picture, &paper)).collect())
}

/// A position as an SVG that is as large as it fits this width and height, in pixels.
pub fn portrait<P: Board>(state: &P::State, look: Look, room: [f32; 2]) -> Deferred<String> {
    let state = state.clone();
    Deferred::new(move || {
        let picture = P::BOARD_EXTRAS.portrait(&state, &look);
        let size = picture.size();
        let scale = (room[0] / size.x).min(room[1] / size.y);
        svg::write(&picture, &Paper { longer_side: (size.max_element() * scale) as u32, ground: None })
    })
}

/// All listed solutions as one picture, in the order of the list.
pub fn listed<P: Board>(session: &Session<P>, look: Look, options: &ExportOptions) -> Drawing {
    let ground = options.ground(&look);
    let solutions: Vec<P::Solution> = (0..session.listed()).filter_map(|index| session.listed_solution(index).cloned()).collect();
    let (state, view) = (session.state().clone(), session.view.clone());
    Drawing::new(move || {
        let sheet = contact::sheet::<P>(&state, &view, &solutions, &look);
        let longer_side = (sheet.size().max_element() * SHEET_SCALE).min(MAX_SIDE as f32) as u32;
        vec![svg::write(&sheet, &Paper { longer_side, ground })]
    })
}
