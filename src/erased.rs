//! Puzzles without their types: what the window works with, so that it is built once and not for each puzzle.
//!
//! [`Erased`] stands for any puzzle. Its values are shared, so copies are cheap, and only the functions of the
//! [`Kind`](crate::kind::Kind) that [`erase`] makes know what they are.

mod functions;
mod value;

pub use functions::{erase, keep};
pub use value::{Insight, Place, Problem, Solution, Spot, State, Summary, View};

use crate::puzzle::Types;

/// Any puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Erased {}

impl Types for Erased {
    type State = State;
    type Problem = Problem;
    type Solution = Solution;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = Spot;
    type View = View;
}

#[cfg(test)]
mod tests;
