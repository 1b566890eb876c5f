//! A game against the clock: its start, its position and its hints. Callers pass the time in.

use std::time::Duration;

use super::score::Contest;
use crate::puzzles::set::model::state::State;

/// What a tab knows about a game, besides the game itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The contest that its time counts for.
    pub contest: Contest,
    /// The tab's position during the game.
    pub position: State,
    /// The time at the start.
    pub started: Duration,
    /// The duration of the game, once it is finished.
    pub final_time: Option<Duration>,
    /// The number of hints used.
    pub hints: u32,
}

impl Round {
    /// The duration of the game so far.
    pub fn elapsed(&self, now: Duration) -> Duration {
        self.final_time.unwrap_or_else(|| now.saturating_sub(self.started))
    }
}
