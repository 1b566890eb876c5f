//! A game against the clock: when it began, on which position, what it is worth. Whoever has a clock tells the time.

use std::time::Duration;

use super::score::Contest;
use crate::puzzles::set::model::state::State;

/// What a tab knows of a game beside the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// What is played for.
    pub contest: Contest,
    /// The position of the tab while it is played.
    pub position: State,
    /// When it began.
    pub began: Duration,
    /// How long it took, once it is over.
    pub took: Option<Duration>,
    /// How many hints were asked for.
    pub hints: u32,
}

impl Round {
    /// How long it took, or takes so far.
    pub fn elapsed(&self, now: Duration) -> Duration {
        self.took.unwrap_or_else(|| now.saturating_sub(self.began))
    }
}
