//! What a tab exports as pictures. The data is copied at once; the drawing happens on the thread that writes the file.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    board::{Board, Scene},
    contact,
    export::{Paper, png::MAX_SIDE, svg},
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
#[derive(Clone)]
pub struct Drawing(Arc<Mutex<dyn FnMut() -> Vec<String> + Send>>);

impl Drawing {
    /// Pictures that this closure draws.
    pub fn new(draw: impl FnMut() -> Vec<String> + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(draw)))
    }

    /// Draws them.
    pub fn draw(&self) -> Vec<String> {
        (self.0.lock().unwrap_or_else(PoisonError::into_inner))()
    }
}

impl PartialEq for Drawing {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Drawing {}

impl fmt::Debug for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Drawing(..)")
    }
}

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
