//! Receives what a search does.
//!
//! A technique that can be traced is generic over its listener, so a trace shows the search itself, and where only solutions are wanted
//! everything else is compiled away.

use std::{ops::ControlFlow, sync::Arc};

use super::row_list::{name, named};
use crate::model::{problem::Problem, solution::Solution, symmetry::Symmetry};
use base::{
    bits::{Bits, Word},
    search::{Observer, Tally},
};
use cover::steps::{self, Chosen};

/// A step of a search. Pieces are numbered as in the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<W: Word> {
    /// Places a piece on these cells.
    Place(u8, Bits<W>),
    /// Removes a piece from these cells after everything was tried with it there.
    Remove(u8, Bits<W>),
    /// Leaves a piece out of the solution.
    LeaveOut(u8),
    /// Leaves this cell empty.
    LeaveEmpty(usize),
    /// Finds that no remaining piece can cover this cell.
    Uncoverable(usize),
    /// Finds that this piece fits nowhere.
    FitsNowhere(u8),
    /// Finds that the pieces have fewer cells than the figure.
    TooFewCells,
}

/// Receives what a search does, and decides at each call whether the search continues.
pub trait Listener {
    /// A step. `chosen` returns the placements after it; it is only called if they are needed.
    #[inline]
    fn step<W: Word>(&mut self, _step: Step<W>, _chosen: impl FnOnce() -> Vec<(u8, Bits<W>)>, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// All cells are covered. The rivals are the symmetries whose images of the solution the search finds as well.
    fn filled<W: Word>(&mut self, chosen: &[(u8, Bits<W>)], rivals: &[Arc<Symmetry>], tally: &Tally) -> ControlFlow<()>;

    /// How far the search is, as [`Observer::progress`].
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}

/// Reports solutions to an observer: see [`Problem::emit`].
pub struct SolutionListener<'a> {
    problem: &'a Problem,
    observer: &'a mut dyn Observer<Solution>,
}

impl<'a> SolutionListener<'a> {
    /// Reports the solutions of this problem to the observer.
    pub fn of(problem: &'a Problem, observer: &'a mut dyn Observer<Solution>) -> Self {
        Self { problem, observer }
    }
}

impl Listener for SolutionListener<'_> {
    fn filled<W: Word>(&mut self, chosen: &[(u8, Bits<W>)], rivals: &[Arc<Symmetry>], _tally: &Tally) -> ControlFlow<()> {
        self.problem.emit(chosen, rivals, self.observer)
    }

    #[inline]
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

/// Passes on what a search of exact cover does, and gives copies their names.
pub struct Named<'a, L> {
    /// The problem.
    pub problem: &'a Problem,
    /// Receives it.
    pub listener: &'a mut L,
}

impl<W: Word, L: Listener> steps::Listener<W> for Named<'_, L> {
    #[inline]
    fn step(&mut self, step: steps::Step<W>, chosen: &[Chosen<W>], tally: &Tally) -> ControlFlow<()> {
        let step = match step {
            steps::Step::Place((piece, mask)) => {
                let earlier = chosen.split_last().map_or(chosen, |(_, earlier)| earlier);
                Step::Place(name(self.problem, earlier, piece), mask)
            }
            steps::Step::Remove((piece, mask)) => Step::Remove(name(self.problem, chosen, piece), mask),
            steps::Step::LeaveEmpty(cell) => Step::LeaveEmpty(cell),
            steps::Step::Uncoverable(cell) => Step::Uncoverable(cell),
            steps::Step::FitsNowhere(piece) => Step::FitsNowhere(name(self.problem, chosen, piece as u16)),
        };
        self.listener.step(step, || named(self.problem, chosen).collect(), tally)
    }

    fn found(&mut self, solution: &[Chosen<W>], tally: &Tally) -> ControlFlow<()> {
        let solution: Vec<(u8, Bits<W>)> = named(self.problem, solution).collect();
        self.listener.filled(&solution, &self.problem.symmetries.all, tally)
    }

    #[inline]
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.listener.progress(done, tally)
    }
}
