//! A finished round with its review.

use std::sync::Arc;

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
    pub review: Option<Arc<Review>>,
    /// How far the review has come.
    pub stage: Stage,
    /// Why the last review failed, if it did.
    pub failure: Option<String>,
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

impl Ended {
    /// Takes in a review, or what is known of it so far. A review that began again replaces the last one once it has gone as far.
    pub fn take_in(&mut self, review: Review) {
        self.round.take_in(&review);
        let reach = |review: &Review| (review.perfect.end.is_some(), review.played.decisions.len() + review.perfect.decisions.len());
        if self.review.as_ref().is_none_or(|before| reach(before) <= reach(&review)) {
            self.review = Some(Arc::new(review));
        }
    }

    /// Lets the review wait for its turn.
    pub fn review_again(&mut self) {
        (self.stage, self.failure) = (Stage::Running, None);
    }
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
    if amount < 0.0 { words::loss(&size) } else { format!("+{size}") }
}
