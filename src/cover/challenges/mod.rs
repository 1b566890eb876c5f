//! Challenges of packing puzzles: how they are made, and how hard they are for a person.
//!
//! A puzzle describes its [`Figure`]; the rest is the same for all of them.

mod effort;
mod figure;
mod position;
mod rater;
mod grounds;
mod generator;
mod exercise;
pub mod proof;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

pub use exercise::{leads_to_solution, make_exercise, proved};
pub use figure::{Figure, Symmetry};
pub use generator::{Solutions, make};
pub use grounds::{Ground, grounds};
pub use position::Position;
pub use rater::{Against, Taken, VERSION, rating};

use super::KeepGoing;
use base::{bits::Word, challenge::Step};
use effort::Effort;

/// Solves a figure as a person would.
///
/// The inner error is how many solutions there are, unless it is exactly one, up to the symmetries of the figure. The figure must be
/// [`Figure::sorted`].
pub fn solve<W: Word>(figure: &Figure<W>, keep_going: KeepGoing<'_>) -> ControlFlow<(), Result<Vec<Taken<W>>, Solutions>> {
    let mut effort = Effort::unbounded(keep_going);
    let steps = match generator::solutions(figure, &[], &mut effort) {
        ControlFlow::Continue(Solutions::One) => {
            rater::solve(figure, &[], Step::DeeperTrying, &mut effort).map_continue(|steps| steps.ok_or(Solutions::Several))
        }
        ControlFlow::Continue(other) => ControlFlow::Continue(Err(other)),
        ControlFlow::Break(halt) => ControlFlow::Break(halt),
    };
    // Without a bound, only the caller ends it.
    steps.map_break(|_| ())
}
