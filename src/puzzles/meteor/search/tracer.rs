//! The steps of a search, as the search reports them.
//!
//! The searches report their steps themselves, so a trace shows exactly what a search does; no second search has to be kept in step with
//! the first. They are generic over the tracer: without one, the calls are empty and compile to nothing.

use std::ops::ControlFlow;

use crate::model::{
    geometry::{Cell, Cells},
    pieces::Placement,
};
use base::search::Tally;

/// A step of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// A piece is placed.
    Place(Placement),
    /// Dead end: no pieces fill this region of free cells.
    UnfillableRegion(Cells),
    /// Dead end: no placement that the search tries covers this cell, the first free one.
    NoOptions(Cell),
    /// Dead end: the number of free cells rules out every solution.
    WrongCellCount,
    /// The piece placed last is removed.
    Remove(Placement),
    /// The board is full.
    Found,
}

/// Receives the steps of a search. `Break` stops the search, which passes it up with `?`.
pub trait Tracer {
    /// Whether steps are recorded. If not, a search skips what it works out only for its trace.
    const IS_TRACING: bool;

    /// Receives a step, with the work so far.
    fn step(&mut self, step: Step, tally: &Tally) -> ControlFlow<()>;

    /// Reports progress, like [`base::search::Observer::progress`].
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}

/// Records nothing.
pub struct Untraced;

impl Tracer for Untraced {
    const IS_TRACING: bool = false;

    #[inline]
    fn step(&mut self, _step: Step, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
