//! Who hears what a search does.
//!
//! A technique that can be watched is generic over its listener. So what is watched is the search itself, and where only solutions are
//! wanted the rest is compiled away.

use std::{ops::ControlFlow, sync::Arc};

use crate::{
    puzzles::soma::model::{cells::Cells, problem::Problem, solution::Solution, symmetry::Symmetry},
    search::{Observer, Tally},
};

/// What a search does in a step. Pieces are numbered as in the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<C> {
    /// Places a piece on these cells.
    Place(u8, C),
    /// Removes a piece from these cells: everything was tried with it there.
    TakeBack(u8, C),
    /// Lets a piece stay out.
    LeaveOut(u8),
    /// Sees that no remaining piece can cover this cell.
    Uncovered(usize),
    /// Sees that this piece fits nowhere.
    Stuck(u8),
    /// Sees that the pieces have fewer cells than there are to cover.
    TooFew,
}

/// Hears what a search does, and says at each call whether it is to go on.
pub trait Listener {
    /// A step. `chosen` tells what is placed after it; that is worked out only for those who ask.
    fn step<C: Cells>(&mut self, step: Step<C>, chosen: impl FnOnce() -> Vec<(u8, C)>, tally: &Tally) -> ControlFlow<()>;

    /// The figure is filled. The rivals are the symmetries under which the search finds the images of the solution, too.
    fn filled<C: Cells>(&mut self, chosen: &[(u8, C)], rivals: &[Arc<Symmetry>], tally: &Tally) -> ControlFlow<()>;

    /// How far the search is, as [`Observer::progress`].
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}

/// Passes solutions on to an observer, of images of one another the first.
pub struct Solutions<'a> {
    problem: &'a Problem,
    observer: &'a mut dyn Observer<Solution>,
}

impl<'a> Solutions<'a> {
    /// Passes the solutions of this problem on.
    pub fn of(problem: &'a Problem, observer: &'a mut dyn Observer<Solution>) -> Self {
        Self { problem, observer }
    }
}

impl Listener for Solutions<'_> {
    #[inline]
    fn step<C: Cells>(&mut self, _step: Step<C>, _chosen: impl FnOnce() -> Vec<(u8, C)>, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn filled<C: Cells>(&mut self, chosen: &[(u8, C)], rivals: &[Arc<Symmetry>], _tally: &Tally) -> ControlFlow<()> {
        self.problem.tell(chosen, rivals, self.observer)
    }

    #[inline]
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}
