//! Puzzles without their types: what the window works with, so that it is built once and not for each puzzle.
//!
//! [`Erased`] stands for any puzzle. Its values are shared, so copies are cheap, and only the functions of the
//! [`Kind`] that [`erase`] makes know what they are.

mod functions;
mod kind;
mod value;

pub use functions::{erase, keep};
pub use kind::Kind;
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

/// The puzzles that a program has, in the order of its tabs. The program makes the list and passes it.
#[derive(Clone, Copy)]
pub struct Kinds(pub &'static [Kind]);

impl Kinds {
    /// All of them.
    pub fn all(self) -> &'static [Kind] {
        self.0
    }

    /// The puzzle with this key.
    pub fn with_key(self, key: &str) -> Option<&'static Kind> {
        self.0.iter().find(|kind| kind.key == key)
    }

    /// The keys of all of them.
    pub fn keys(self) -> Vec<&'static str> {
        self.0.iter().map(|kind| kind.key).collect()
    }

    /// The puzzle whose positions files of BurrTools have, if there is one.
    pub fn of_burr_tools(self) -> Option<&'static Kind> {
        self.0.iter().find(|kind| kind.extras.burr_tools.is_some())
    }
}
