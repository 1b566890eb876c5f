//! Challenges of packing puzzles: how they are made, and how hard they are for a person.
//!
//! A puzzle describes its [`Figure`]; the rest is the same for all of them.

mod effort;
mod figure;
mod position;
mod rater;
mod generator;
mod exercise;
pub mod proof;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

pub use exercise::{leads_to_solution, make_exercise, proved};
pub use figure::{Figure, Symmetry};
pub use generator::{Solutions, make};
pub use position::Position;
pub use rater::{Against, Taken, VERSION, rating};

use super::{KeepGoing, Placement};
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

/// Of the options that contradict at this step, after these placements, returns how many do so only since others were ruled out before.
pub fn relying_on_earlier<W: Word>(
    figure: &Figure<W>,
    placed: &[Placement<W>],
    taken: &Taken<W>,
    keep_going: KeepGoing<'_>,
) -> ControlFlow<(), u64> {
    let position = Position::after(&figure.problem, placed);
    let mut relying = 0;
    for &(option, _) in taken.others.iter().filter(|(_, against)| *against == Against::Contradiction) {
        keep_going()?;
        let contradicts = matches!(position.place(option).tightest(&figure.problem.sizes), Some((0, _)));
        relying += u64::from(!contradicts);
    }
    ControlFlow::Continue(relying)
}
