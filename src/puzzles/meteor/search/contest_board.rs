//! Runs the contest's searches on positions of the packing puzzle, and reports what they find as its solutions.
//!
//! They need the contest's board and pieces. Elsewhere, a search for any board takes their place.

use std::ops::ControlFlow;

use super::{techniques::Solutions, tracer::Untraced};
use crate::model::{
    geometry::Cell,
    pieces::{PIECES, Piece},
    problem::Problem,
    solution::Solution,
};
use base::search::{Observer, Tally};
use packing::{
    model::{problem as general, solution as packed},
    search::{first_cell, listener::SolutionListener, prepared::Prepared, row_list},
};

/// One of the contest's searches.
pub type Search = fn(&Problem, Solutions<'_>, &mut Untraced) -> ControlFlow<()>;

/// What takes its place elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// The fastest search.
    RowList,
    /// The one whose steps can be shown.
    FirstCell,
}

/// Finds all solutions by this search or, if the position isn't on the contest's board, by another one.
pub fn search(search: Search, elsewhere: Elsewhere, prepared: &Prepared, observer: &mut dyn Observer<packed::Solution>) -> ControlFlow<()> {
    let packing = &prepared.problem;
    match (Problem::of(packing), elsewhere) {
        (Some(problem), _) => search(&problem, &mut Reporter::new(packing, &problem, observer), &mut Untraced),
        (None, Elsewhere::RowList) => row_list::search(prepared, observer),
        (None, Elsewhere::FirstCell) => first_cell::search(prepared, &mut SolutionListener::of(packing, observer)),
    }
}

/// Reports solutions on the contest's board as solutions of the packing puzzle.
struct Reporter<'a> {
    packing: &'a general::Problem,
    /// For each piece, its number in the packing puzzle.
    numbers: [u8; PIECES],
    /// The free cells.
    free: Vec<Cell>,
    observer: &'a mut dyn Observer<packed::Solution>,
}

impl<'a> Reporter<'a> {
    fn new(packing: &'a general::Problem, problem: &'a Problem, observer: &'a mut dyn Observer<packed::Solution>) -> Self {
        let mut numbers = [0; PIECES];
        for piece in Piece::all() {
            numbers[piece.index()] = packing.piece(piece.digit()).unwrap_or_default() as u8;
        }
        Self { packing, free: problem.free().iter().collect(), numbers, observer }
    }
}

impl Observer<Solution> for Reporter<'_> {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        let number = |&cell: &Cell| solution.piece(cell).map_or(0, |piece| self.numbers[piece.index()]);
        let cover = self.free.iter().map(number).collect();
        self.packing.emit_cover(cover, &self.packing.symmetries.all, self.observer)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}
