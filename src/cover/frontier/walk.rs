//! Lists solutions by walking through the graph. No step is a dead end, since it is known of each state whether it can be completed.

use std::ops::ControlFlow;

use super::{Halt};
use crate::{bits::Word, cover::Problem, search::Tally};

/// Receives what is listed. `Break` stops the work.
pub trait Lister {
    /// A solution, as the numbers of its placements.
    fn found(&mut self, placements: &[u32]) -> ControlFlow<()>;

    /// The share that is done, from 0 to 1, at least once per millisecond, with the work: the steps of the graph, and its states.
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}

/// Lists
pub fn list<W: Word>(_problem: &Problem<W>, _memory: usize, _lister: &mut dyn Lister) -> ControlFlow<Halt, Tally> {
    todo!()
}
