//! Proves all that the explanation of a position says. The tests do that for a few challenges, and a bench for many.

use std::ops::ControlFlow;

use base::{
    challenge::{Explained, Grade},
    search::Found,
    text::grouped,
};
use cover::challenges::{self, Figure, Taken, proof};
use packing::{
    Family,
    model::{problem, saved::Saved, spot::Spot, state::State},
    play::{challenge, explanation},
    search::prepared::Prepared,
};

/// The figures of new documents, one on each lattice: each has at most 64 cells.
pub fn figures() -> [(&'static str, State); 3] {
    fn figure<F: Family>() -> (&'static str, State) {
        (F::TITLE, State::clone(&Saved::<F>::default()))
    }
    [figure::<meteor::Hexagons>(), figure::<polyominoes::Squares>(), figure::<soma::Cubes>()]
}

/// What was proven.
#[derive(Clone, Copy, Debug, Default)]
pub struct Proven {
    pub challenges: usize,
    pub steps: usize,
    pub claims: usize,
}

/// Proves the explanations of the challenges with the first seeds.
///
/// # Errors
/// The first claim that is false, with its challenge.
pub fn prove(figure: &State, grade: Grade, seeds: u64) -> Result<Proven, String> {
    let mut all = Proven::default();
    for seed in 0..seeds {
        let mut made = Found::default();
        assert!(challenge::make(figure, grade, seed, &mut made).is_continue(), "nothing stops it");
        let Some(state) = made.items.pop() else { continue };
        let about = |why: String| format!("{}, seed {seed}: {why}\n{}", grade.key(), state.layers.concat().join("\n"));
        let (steps, claims) = proven(&state, grade).map_err(about)?;
        all = Proven { challenges: all.challenges + 1, steps: all.steps + steps, claims: all.claims + claims };
    }
    Ok(all)
}

/// Proves the explanation of a challenge. Returns how many steps it has, and how many claims.
fn proven(state: &State, grade: Grade) -> Result<(usize, usize), String> {
    let prepared = problem::check(state).map(Prepared::from).map_err(|flaws| format!("{flaws:?}"))?;
    let ControlFlow::Continue(figure) = challenge::figure::<u64, ()>(&prepared, &mut Found::default()) else {
        return Err("it was stopped".to_owned());
    };
    let ControlFlow::Continue(Ok(steps)) = challenges::solve(&figure, &mut || ControlFlow::Continue(())) else {
        return Err("it isn't solved".to_owned());
    };
    let claims = proof::prove(&figure, &[], &steps)?;
    let ControlFlow::Continue(Ok(solved)) = challenge::solve::<()>(&prepared, None, &mut Found::default()) else {
        return Err("it isn't rated".to_owned());
    };
    let explanation = solved.rating.explanation;
    if solved.rating.grade != grade || explanation.len() != steps.len() {
        return Err(format!("{steps:?} are explained by {explanation:?}"));
    }
    let mut told = Found::default();
    assert!(explanation::steps(&prepared, None, &mut told).is_continue(), "nothing stops it");
    for ((taken, explained), told) in steps.iter().zip(&explanation).zip(&told.items) {
        is_explained(&prepared, &figure, taken, explained)?;
        let spots: Vec<Spot> = explained.cells.iter().chain(&explained.forcing).map(|&cell| Spot::Cell(cell as u16)).collect();
        if told.remark != explained.in_words() || told.spots != spots {
            return Err(format!("the timeline says {told:?}, not {explained:?}"));
        }
    }
    // The picture of the last step has a piece on every cell, with the same cells as the steps' own placements.
    let whole = told.items.last().map(|step| step.partial.grid());
    let lacks = |taken: &Taken<u64>| {
        let mut cells = taken.placement.cells.iter().map(|cell| whole.as_ref()?.mark(prepared.problem.cells[cell]));
        let first = cells.next().flatten();
        first.is_none() || cells.any(|mark| mark != first)
    };
    steps.iter().find(|taken| lacks(taken)).map_or(Ok(()), |taken| Err(format!("{taken:?} isn't in the last picture")))?;
    Ok((steps.len(), claims))
}

/// Whether the words are about this step: its piece and cells, its cell or piece that has no other option, and how many other options have
/// a reason against them.
fn is_explained(prepared: &Prepared, figure: &Figure<u64>, taken: &Taken<u64>, explained: &Explained) -> Result<(), String> {
    let problem = &prepared.problem;
    let places = problem.box_indices();
    let cells: Vec<usize> = taken.placement.cells.iter().map(|cell| usize::from(places[cell])).collect();
    let has_size = |piece: usize| figure.problem.sizes[piece] == cells.len();
    let piece = problem.pieces.iter().position(|piece| piece.name.to_string() == explained.piece);
    let reason = &explained.reason;
    let others = match taken.others.len() {
        0 => ["nothing else", "nowhere else"].iter().any(|words| reason.contains(words)),
        1 => reason.starts_with("the only other option"),
        2 => reason.contains("both other options") || reason.contains("2 other options"),
        count => reason.contains(&format!("{} other options", grouped(count as u64))),
    };
    if explained.step == taken.step && explained.cells == cells && piece.is_some_and(has_size) && others {
        return Ok(());
    }
    Err(format!("{taken:?} is explained by {explained:?}"))
}
