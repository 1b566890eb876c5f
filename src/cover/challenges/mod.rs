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
pub use rater::VERSION;

use super::KeepGoing;
use crate::{bits::Word, challenge::Rating};
use effort::Effort;

/// Rates a figure; `None` unless it has exactly one solution, up to its symmetries. The figure must be [`Figure::sorted`].
pub fn rate<W: Word>(figure: &Figure<W>, keep_going: KeepGoing<'_>) -> ControlFlow<(), Option<Rating>> {
    let mut effort = Effort::unbounded(keep_going);
    let rating = match generator::is_unique(figure, &[], &mut effort) {
        ControlFlow::Continue(true) => rater::rate(figure, &[], &mut effort),
        ControlFlow::Continue(false) => ControlFlow::Continue(None),
        ControlFlow::Break(halt) => ControlFlow::Break(halt),
    };
    // Without a bound, only the caller ends it.
    rating.map_break(|_| ())
}
