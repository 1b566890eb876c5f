//! Runs the contest's searches on positions of the packing puzzle, and reports what they find as its solutions.
//!
//! They need the contest's board and pieces. Elsewhere, a search for any board takes their place.

use std::ops::ControlFlow;

use super::listener::Listener;
use crate::model::{
    geometry::CELLS,
    pieces::{PIECES, Piece, Placement},
    problem::Problem,
};
use base::search::{Observer, Tally};
use packing::{
    model::{equal_pieces::NO_PIECE, problem as general, solution::Solution},
    search::{first_cell, prepared::Prepared, row_list},
};

/// What takes the place of one of the contest's searches elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// The fastest search.
    RowList,
    /// The one whose steps can be shown.
    FirstCell,
}

/// Finds all solutions by this search or, if the position isn't on the contest's board, by another one.
pub fn search<'a>(
    search: impl FnOnce(&Problem, &mut Reporter<'a>) -> ControlFlow<()>,
    elsewhere: Elsewhere,
    prepared: &'a Prepared,
    observer: &'a mut dyn Observer<Solution>,
) -> ControlFlow<()> {
    let packing = &prepared.problem;
    match (Problem::of(packing), elsewhere) {
        (Some(problem), _) => search(&problem, &mut Reporter::new(packing, &problem, observer)),
        (None, Elsewhere::RowList) => row_list::search(prepared, observer),
        (None, Elsewhere::FirstCell) => first_cell::search(prepared, observer),
    }
}

/// Reports solutions as those of the packing puzzle.
pub struct Reporter<'a> {
    packing: &'a general::Problem,
    /// For each piece, its number in the packing puzzle.
    numbers: [u8; PIECES],
    /// For each free cell, its number in the packing puzzle.
    places: [u8; CELLS],
    observer: &'a mut dyn Observer<Solution>,
}

impl<'a> Reporter<'a> {
    /// Reports the solutions of this problem, which is the packing puzzle's on the contest's board.
    pub fn new(packing: &'a general::Problem, problem: &Problem, observer: &'a mut dyn Observer<Solution>) -> Self {
        let (mut numbers, mut places) = ([NO_PIECE; PIECES], [0; CELLS]);
        for piece in Piece::all() {
            numbers[piece.index()] = packing.piece(piece.digit()).map_or(NO_PIECE, |number| number as u8);
        }
        (0..).zip(problem.free).for_each(|(number, cell)| places[cell.index()] = number);
        Self { packing, numbers, places, observer }
    }
}

impl Listener for Reporter<'_> {
    fn found(&mut self, placed: &[Placement]) -> ControlFlow<()> {
        let mut cover = vec![NO_PIECE; self.packing.cells.len()];
        for placement in placed {
            for cell in placement.cells {
                cover[usize::from(self.places[cell.index()])] = self.numbers[placement.piece.index()];
            }
        }
        self.packing.emit_cover(cover, &self.packing.symmetries.all, self.observer)
    }

    #[inline]
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}
