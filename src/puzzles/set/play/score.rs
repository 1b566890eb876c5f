//! What a game counts for, and the scores that earlier versions stored.

use serde::{Deserialize, Serialize};

use crate::puzzles::set::model::state::Variant;

/// A kind of game whose times are compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Contest {
    /// Find all solutions on any table.
    Table,
    /// Find all SETs of the daily puzzle.
    Daily,
    /// Find this many solutions while the deck refills the table.
    Run(usize),
}

/// The score of a finished game as earlier versions stored it; today it is a [`GameResult`](crate::results::GameResult).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The variant.
    pub variant: Variant,
    /// The contest.
    pub contest: Contest,
    /// The number of solutions found.
    pub found: usize,
    /// The number of wrong guesses.
    pub wrong: u32,
    /// The duration of the game.
    pub elapsed_ms: u64,
}
