//! What the searches find: the boards that fit, each with its chance.

use serde::{Serialize, Serializer};

use super::rules::{Board, Value};

/// A board that fits the clues and the face-up tiles. Written as its five rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// What lies where.
    pub board: Board,
    /// The chance that it is this one: at the level, or if all are equally likely. 0 if the level can't deal it.
    pub chance: f64,
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.board.rows())
    }
}

impl Solution {
    /// The multipliers in words: "3 twos, 4 threes".
    pub fn multipliers(&self) -> String {
        let count = |value, one: &str, many: &str| match self.board.count(value) {
            1 => format!("1 {one}"),
            count => format!("{count} {many}"),
        };
        format!("{}, {}", count(Value::Two, "two", "twos"), count(Value::Three, "three", "threes"))
    }
}

/// What is told of all boards listed so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// The chance that the board is one of them.
    pub listed: f64,
    /// The chance of the likeliest.
    pub heaviest: f64,
    /// How many of them the level can't deal.
    pub never_dealt: u64,
}

impl Summary {
    /// Takes one more board in.
    pub fn add(&mut self, solution: &Solution) {
        self.listed += solution.chance;
        self.heaviest = self.heaviest.max(solution.chance);
        self.never_dealt += u64::from(solution.chance == 0.0);
    }
}
