//! How the half turn saves work: where the free cells are symmetric, solutions come in pairs of twins, and it is enough to search for one
//! of each pair.
//!
//! A search for one of each pair reports to a listener of this module, which adds the other.

use std::{
    collections::{BTreeSet, HashSet},
    ops::ControlFlow,
};

use super::listener::{Listener, Step};
use crate::model::{
    geometry::{CELLS, Cell},
    pieces::{PIECE_CELLS, Piece, Placement},
    problem::Problem,
};
use base::search::Tally;

/// The number of solutions of the empty board with all ten pieces, which the contest announces.
const CONTEST_SOLUTIONS: u64 = 2098;

/// The number of solutions, where it is known before any search: on the empty board with all pieces.
///
/// For other positions only a complete search can find the number, so a search that stops there would save nothing.
pub fn known_solution_count(problem: &Problem) -> Option<u64> {
    problem.is_contest().then_some(CONTEST_SOLUTIONS)
}

/// The piece whose placement decides which of two twins is canonical: it has the most placements, so that searching only half of them saves
/// the most.
const SYMMETRY_BREAKING_PIECE: usize = 5;

/// The symmetry-breaking piece, if solutions come in pairs and every solution has that piece.
pub fn symmetry_breaking_piece(problem: &Problem) -> Option<Piece> {
    let all_are_needed = problem.pieces_needed() == Some(problem.remaining.len());
    problem.remaining.iter().find(|&piece| breaks_symmetry(piece)).filter(|_| problem.is_symmetric() && all_are_needed)
}

/// Whether solutions come in pairs and every solution has the symmetry-breaking piece.
pub fn can_break_symmetry(problem: &Problem) -> bool {
    symmetry_breaking_piece(problem).is_some()
}

fn breaks_symmetry(piece: Piece) -> bool {
    piece.index() == SYMMETRY_BREAKING_PIECE
}

/// Whether a canonical solution can have the placement: false only for the symmetry-breaking piece in the upper half of the board.
///
/// The half turn changes a sum of five cell numbers, s, to 5 * 49 - s. These two add up to an odd number, so one of them is larger: exactly
/// one of two twin placements is canonical.
pub fn is_canonical(placement: &Placement) -> bool {
    let twice_the_sum = 2 * placement.cells.iter().map(Cell::index).sum::<usize>();
    !breaks_symmetry(placement.piece) || twice_the_sum > PIECE_CELLS * (CELLS - 1)
}

/// Whether the placement has to be tried: false only for the symmetry-breaking piece in the half of its orientations whose half turns are
/// tried.
pub fn is_in_first_half(placement: &Placement) -> bool {
    !breaks_symmetry(placement.piece) || placement.orientation().is_some_and(|orientation| orientation % 6 < 3)
}

/// The half turn of a solution of a symmetric problem. Pins stay where they are.
pub fn twin(placed: &[Placement]) -> Vec<Placement> {
    placed.iter().map(|placement| placement.half_turn()).collect()
}

/// Reports each solution and then its half turn.
pub struct WithTwins<'a, L>(pub &'a mut L);

impl<L: Listener> Listener for WithTwins<'_, L> {
    const IS_TRACING: bool = L::IS_TRACING;

    fn step(&mut self, step: Step, tally: &Tally) -> ControlFlow<()> {
        self.0.step(step, tally)
    }

    fn found(&mut self, placed: &[Placement]) -> ControlFlow<()> {
        self.0.found(placed)?;
        self.0.found(&twin(placed))
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.0.progress(done, tally)
    }
}

/// Reports each new solution and its half turn, and stops the search once all are found.
pub struct UntilQuota<'a, L> {
    quota: u64,
    seen: HashSet<BTreeSet<Placement>>,
    tally: Tally,
    listener: &'a mut L,
}

impl<'a, L: Listener> UntilQuota<'a, L> {
    /// Stops a search of a symmetric problem when it has found `quota` solutions.
    pub fn new(quota: u64, listener: &'a mut L) -> Self {
        Self { quota, seen: HashSet::new(), tally: Tally::default(), listener }
    }

    /// Turns the end of the search into the end of the technique: a search that its quota stopped was not interrupted but is complete.
    pub fn finish(self, end: ControlFlow<()>) -> ControlFlow<()> {
        if end.is_continue() || !self.is_reached() {
            return end;
        }
        self.listener.progress(1.0, &self.tally)
    }

    fn is_reached(&self) -> bool {
        self.seen.len() as u64 >= self.quota
    }
}

impl<L: Listener> Listener for UntilQuota<'_, L> {
    const IS_TRACING: bool = L::IS_TRACING;

    fn step(&mut self, step: Step, tally: &Tally) -> ControlFlow<()> {
        self.listener.step(step, tally)
    }

    fn found(&mut self, placed: &[Placement]) -> ControlFlow<()> {
        for placed in [placed, &twin(placed)] {
            if self.seen.insert(placed.iter().copied().collect()) {
                self.listener.found(placed)?;
            }
        }
        if self.is_reached() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.tally.clone_from(tally);
        self.listener.progress(done, tally)
    }
}
