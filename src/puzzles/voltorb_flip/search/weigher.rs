//! How likely a board is that a search has found.

use super::counting::Counting;
use crate::puzzles::voltorb_flip::model::{
    prior::Prior,
    problem::Problem,
    rules::{Board, Clues},
    solution::Solution,
};

/// Turns boards into solutions.
#[derive(Clone, Copy, Debug)]
pub struct Weigher {
    prior: Option<&'static Prior>,
    clues: Clues,
    /// What all boards that fit weigh together.
    total: f64,
}

impl Weigher {
    /// The weigher for the boards that fit this position.
    pub fn new(problem: &Problem) -> Self {
        let prior = problem.prior();
        Self { prior, clues: problem.clues, total: Counting::new(problem, prior).map_or(0.0, |counting| counting.odds().weight) }
    }

    /// The board with its chance.
    pub fn solution(&self, board: Board) -> Solution {
        let weight = self.prior.map_or(1.0, |prior| prior.weight_of(board, &self.clues));
        // If the level deals no board that fits, the total is 0, and so is this weight.
        Solution { board, chance: if weight == 0.0 { 0.0 } else { weight / self.total } }
    }
}
