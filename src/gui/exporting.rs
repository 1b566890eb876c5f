//! What a tab shows as pictures in a file. What has to be drawn is noted at once; it is written as SVG where files are written.

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
/// So many steps of a watched search are exported at most, the last of them.
const STEPS: usize = 100;
/// The longer side of their pictures: there are many.
const FILM_PIXELS: u32 = 640;
/// The pixels of a sheet for each unit of its text.
const SHEET_SCALE: f32 = 2.0;

/// Pictures that are still to be drawn, one after another, as SVG.
pub type Drawing = Deferred<Vec<String>>;

/// The board at each step of the shown solution up to the one shown; or at each step of the watched search.
pub fn shown<P: Board>(session: &Session<P>, look: &Look) -> Drawing {
    let ground = Some(look.colors.window);
    let steps: Vec<_> = session.trace_steps(STEPS).cloned().collect();
    if !steps.is_empty() {
        let paper = Paper { longer_side: FILM_PIXELS, ground };
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

/// All solutions of the list on one sheet, in its order.
pub fn listed<P: Board>(session: &Session<P>, look: Look) -> Drawing {
    let solutions: Vec<P::Solution> = (0..session.listed()).filter_map(|index| session.listed_solution(index).cloned()).collect();
    let (state, view) = (session.state().clone(), session.view.clone());
    Drawing::new(move || {
        let sheet = contact::sheet::<P>(&state, &view, &solutions, &look);
        let longer_side = (sheet.size().max_element() * SHEET_SCALE).min(MAX_SIDE as f32) as u32;
        vec![svg::write(&sheet, &Paper { longer_side, ground: Some(look.colors.window) })]
    })
}
