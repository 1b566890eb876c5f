//! A finished round with its review.

use super::words::rounds as words;
use crate::puzzles::voltorb_flip::{
    live::advice,
    model::{objective::Objective, state::State},
    play::{
        game::End,
        review::{Deal, Review},
        rounds::Round,
    },
};

/// A finished round with its last position.
pub struct Ended {
    /// The position at its end.
    pub state: State,
    /// Whether it is a round of a game, which undo doesn't continue.
    pub is_of_game: bool,
    /// What the game knows of its board.
    pub deal: Deal,
    /// The round in short.
    pub round: Round,
    /// Its review, or what is known of it so far.
    pub review: Option<Review>,
    /// How far the review has come.
    pub stage: Stage,
}

/// How far a review has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// It waits or runs.
    Running,
    /// It is complete.
    Done,
    /// It was stopped, or it failed.
    Stopped,
}

/// How a round ended, in a word.
pub fn end_of(round: &Round) -> &'static str {
    match round.end {
        End::Cleared => words::CLEARED,
        End::Lost => words::LOST,
        End::Stopped => words::STOPPED,
    }
}

/// Formats an amount that was gained or lost.
pub fn signed(objective: Objective, amount: f64) -> String {
    let size = advice::short(objective, amount.abs());
    if amount < 0.0 { words::loss(&size) } else { words::gain(&size) }
}
