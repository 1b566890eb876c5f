//! What a tab exports as pictures. The data is copied at once; the drawing happens on the thread that writes the file.

use crate::{
    board::{Board, Scene},
    contact,
    export::{Paper, png::MAX_SIDE, svg},
    gui::deferred::Deferred,
    look::Look,
    workbench::{
        search_trace::TraceStepOf,
        session::{Session, marked},
    },
};

/// The longer side of a picture of the board, in pixels.
const BOARD_PIXELS: u32 = 1600;
/// The greatest number of steps of a search trace that are exported: the last ones before the current step.
const MAX_TRACE_STEPS: usize = 100;
/// The longer side of a picture of a search trace, in pixels; smaller, since there are many.
const TRACE_PIXELS: u32 = 640;
/// The pixels of a sheet of solutions for each unit of its text.
const SHEET_SCALE: f32 = 2.0;

/// A series of pictures that are still to be drawn as SVG.
pub type Drawing = Deferred<Vec<String>>;

/// The board at each step of the shown solution or search trace, up to the current step.
pub fn shown<P: Board>(session: &Session<P>, look: &Look) -> Drawing {
    let ground = Some(look.colors.window);
    let steps: Vec<_> = session.trace_steps(MAX_TRACE_STEPS).cloned().collect();
    if !steps.is_empty() {
        let paper = Paper { longer_side: TRACE_PIXELS, ground };
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
    let paper = Paper { longer_side: BOARD_PIXELS, ground };
    let pictures: Vec<_> = session.pictures(look).collect();
    Drawing::new(move || pictures.iter().map(|picture| svg::write(picture, &paper)).collect())
}

/// All listed solutions as one picture, in the order of the list.
pub fn listed<P: Board>(session: &Session<P>, look: Look) -> Drawing {
    let solutions: Vec<P::Solution> = (0..session.listed()).filter_map(|index| session.listed_solution(index).cloned()).collect();
    let (state, view) = (session.state().clone(), session.view.clone());
    Drawing::new(move || {
        let sheet = contact::sheet::<P>(&state, &view, &solutions, &look);
        let longer_side = (sheet.size().max_element() * SHEET_SCALE).min(MAX_SIDE as f32) as u32;
        vec![svg::write(&sheet, &Paper { longer_side, ground: Some(look.colors.window) })]
    })
}
