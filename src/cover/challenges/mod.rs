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
use effort::unbounded;

/// Solves a figure as a person would.
///
/// The inner error is how many solutions there are, unless it is exactly one, up to the symmetries of the figure. The figure must be
/// [`Figure::sorted`].
pub fn solve<W: Word>(figure: &Figure<W>, keep_going: KeepGoing<'_>) -> ControlFlow<(), Result<Vec<Taken<W>>, Solutions>> {
    unbounded(keep_going, |effort| match generator::solutions(figure, &[], effort)? {
        Solutions::One => rater::solve(figure, &[], Step::DeeperTrying, effort).map_continue(|steps| steps.ok_or(Solutions::Several)),
        other => ControlFlow::Continue(Err(other)),
    })
}
