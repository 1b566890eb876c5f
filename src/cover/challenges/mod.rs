//! Challenges of packing puzzles: how they are made, and how hard they are for a person.
//!
//! A puzzle describes its [`Figure`]; the rest is the same for all of them.

mod effort;
mod figure;
mod position;
mod rater;
mod generator;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

pub use figure::{Figure, Symmetry};
pub use generator::make;
pub use position::Position;
pub use rater::{Against, Taken, VERSION, rating};

use super::KeepGoing;
use crate::{bits::Word, challenge::Step};
use effort::Effort;

/// Solves a figure as a person would; `None` unless it has exactly one solution, up to its symmetries. The figure must be
/// [`Figure::sorted`].
pub fn solve<W: Word>(figure: &Figure<W>, keep_going: KeepGoing<'_>) -> ControlFlow<(), Option<Vec<Taken<W>>>> {
    let mut effort = Effort::unbounded(keep_going);
    let steps = match generator::is_unique(figure, &[], &mut effort) {
        ControlFlow::Continue(true) => rater::solve(figure, &[], Step::DeeperTrying, &mut effort),
        ControlFlow::Continue(false) => ControlFlow::Continue(None),
        ControlFlow::Break(halt) => ControlFlow::Break(halt),
    };
    // Without a bound, only the caller ends it.
    steps.map_break(|_| ())
}
