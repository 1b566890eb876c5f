//! What the half turn of the board saves: solutions come in pairs, so that one of each pair is enough to look for.
//!
//! A search that looks for one of each pair reports to an observer from here, which adds the other.

use std::{collections::HashSet, ops::ControlFlow};

use super::tracer::Tracer;
use crate::{
    puzzles::meteor::model::{
        geometry::{CELLS, Cell},
        pieces::{PIECE_CELLS, Piece, Placement},
        problem::Problem,
        solution::Solution,
    },
    search::{Observer, Tally},
};

/// How many solutions the empty board has with all ten pieces, as everyone who enters the contest is told.
const SOLUTIONS_OF_THE_CONTEST: u64 = 2098;

/// How many solutions there are, where that is known before any search: on the empty board with all pieces.
///
/// Elsewhere only a whole search tells the number, so a search that stops at it would save nothing.
pub fn known_number(problem: &Problem) -> Option<u64> {
    problem.is_contest().then_some(SOLUTIONS_OF_THE_CONTEST)
}

/// The piece by which pairs are told apart: it has the most placements, so that half of them are the most to save.
const TELLING_PIECE: usize = 5;

/// The piece by which pairs are told apart, if solutions come in pairs and each of them shows it.
pub fn telling_piece(problem: &Problem) -> Option<Piece> {
    let all_are_needed = problem.needed() == Some(problem.left().len());
    problem.left().iter().find(|&piece| is_telling(piece)).filter(|_| problem.has_half_turn() && all_are_needed)
}

/// Whether solutions come in pairs and each of them shows the telling piece.
pub fn is_broken_by_one_piece(problem: &Problem) -> bool {
    telling_piece(problem).is_some()
}

fn is_telling(piece: Piece) -> bool {
    piece.index() == TELLING_PIECE
}

/// Whether the placement is not the telling piece in the upper half of the board.
///
/// The half turn takes the sum of five cell numbers to 5 * 49 less the sum. That total is odd, so one of the two sums is
/// larger than the other: exactly one of each pair of placements lies low.
pub fn lies_low(placement: &Placement) -> bool {
    let twice_the_sum = 2 * placement.cells.iter().map(Cell::index).sum::<usize>();
    !is_telling(placement.piece) || twice_the_sum > PIECE_CELLS * (CELLS - 1)
}

/// Whether the placement is not the telling piece in an orientation whose half turn is tried.
pub fn is_in_first_half(placement: &Placement) -> bool {
    let orientation = || placement.piece.held(placement.cells).map(|(orientation, _)| orientation);
    !is_telling(placement.piece) || orientation().is_some_and(|orientation| orientation.is_in_first_half())
}

/// Reports each solution, and then its twin.
pub struct TwinsAdded<'a> {
    /// What is searched; it has the half turn.
    pub problem: &'a Problem,
    /// Who hears of the solutions.
    pub observer: &'a mut dyn Observer<Solution>,
}

impl Observer<Solution> for TwinsAdded<'_> {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        let twin = self.problem.twin(&solution);
        self.observer.found(solution)?;
        self.observer.found(twin)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

/// Reports each solution and its twin, if they are new, and stops the search when there can be no more.
pub struct UntilQuota<'a> {
    problem: &'a Problem,
    quota: u64,
    seen: HashSet<Solution>,
    tally: Tally,
    observer: &'a mut dyn Observer<Solution>,
}

impl<'a> UntilQuota<'a> {
    /// Stops a search of the problem, which has the half turn, when it has found so many solutions.
    pub fn new(problem: &'a Problem, quota: u64, observer: &'a mut dyn Observer<Solution>) -> Self {
        Self { problem, quota, seen: HashSet::new(), tally: Tally::default(), observer }
    }

    /// What the end of the search means to those who wait for it: a search that was stopped by its quota was not broken off.
    pub fn end(self, end: ControlFlow<()>, tracer: &mut impl Tracer) -> ControlFlow<()> {
        if end.is_continue() || !self.is_met() {
            return end;
        }
        tracer.progress(1.0, &self.tally)?;
        self.observer.progress(1.0, &self.tally)
    }

    fn is_met(&self) -> bool {
        self.seen.len() as u64 >= self.quota
    }
}

impl Observer<Solution> for UntilQuota<'_> {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        for solution in [solution, self.problem.twin(&solution)] {
            if self.seen.insert(solution) {
                self.observer.found(solution)?;
            }
        }
        if self.is_met() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.tally.clone_from(tally);
        self.observer.progress(done, tally)
    }
}
