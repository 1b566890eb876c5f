//! What a search does, as it reports it itself.
//!
//! So a trace shows exactly what a search does; no second search has to be kept in step with the first. The searches are generic over the
//! listener: where only solutions are wanted, the steps are empty calls and compile to nothing.

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

/// Receives what a search does. `Break` stops the search, which passes it up with `?`.
pub trait Listener {
    /// Whether steps are recorded. If not, a search skips what it works out only for its trace.
    const IS_TRACING: bool = false;

    /// Receives a step, with the work so far.
    #[inline]
    fn step(&mut self, _step: Step, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Receives a solution, as the placements on the free cells. Techniques that know the half turn of a solution report both after one
    /// step.
    fn found(&mut self, placed: &[Placement]) -> ControlFlow<()>;

    /// Reports progress, like [`base::search::Observer::progress`].
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}
