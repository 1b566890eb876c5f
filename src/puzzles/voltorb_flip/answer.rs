//! What the searches find: the boards that fit, each with its chance.

use serde::{Serialize, Serializer};

use super::{
    counting::Counting,
    prior::Prior,
    problem::Problem,
    rules::{Board, Clues, Value},
};

/// A board that fits the clues and the face-up tiles. Written as its five rows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// What lies where.
    pub board: Board,
    /// The chance that it is this one: at the level, or if all are equally likely. 0 if the level can't deal it.
    pub chance: f64,
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.board.rows())
    }
}

impl Answer {
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
    pub fn add(&mut self, answer: &Answer) {
        self.listed += answer.chance;
        self.heaviest = self.heaviest.max(answer.chance);
        self.never_dealt += u64::from(answer.chance == 0.0);
    }
}

/// Turns boards into answers.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    prior: Option<&'static Prior>,
    clues: Clues,
    /// What all boards that fit weigh together.
    total: f64,
}

impl Scale {
    /// The scale for the boards that fit this position.
    pub fn new(problem: &Problem) -> Self {
        let prior = problem.prior();
        Self { prior, clues: problem.clues, total: Counting::new(problem, prior).map_or(0.0, |counting| counting.odds().weight) }
    }

    /// The board with its chance.
    pub fn answer(&self, board: Board) -> Answer {
        let weight = self.prior.map_or(1.0, |prior| prior.weight_of(board, &self.clues));
        // If the level deals no board that fits, the total is 0, and so is this weight.
        Answer { board, chance: if weight == 0.0 { 0.0 } else { weight / self.total } }
    }
}
