//! The probability of a board that a search has found.

use super::counting::Counting;
use crate::model::{
    prior::Prior,
    problem::Problem,
    rules::{Board, Clues},
    solution::Solution,
};

/// Turns boards into solutions by adding their probabilities.
#[derive(Debug)]
pub struct Weigher {
    prior: Option<Prior>,
    clues: Clues,
    /// The weight of all consistent boards.
    total: f64,
}

impl Weigher {
    /// Creates the weigher for the boards of this position.
    pub fn new(problem: &Problem) -> Self {
        let prior = problem.prior();
        let total = Counting::new(problem, prior.as_ref()).map_or(0.0, |counting| counting.odds().weight);
        Self { prior, clues: problem.clues, total }
    }

    /// Returns the board with its probability.
    pub fn solution(&self, board: Board) -> Solution {
        let weight = self.prior.as_ref().map_or(1.0, |prior| prior.weight_of(board, &self.clues));
        // If no level deals a consistent board, the total is 0, and so is this weight.
        Solution::new(board, if weight == 0.0 { 0.0 } else { weight / self.total })
    }
}
