//! What a tab knows about a game, besides the game itself.

use std::time::Duration;

use super::score::Contest;
use crate::{date::Date, puzzles::set::model::state::State};

/// The contest, the position and the hints of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// The contest that its time counts for.
    pub contest: Contest,
    /// The date of the daily puzzle.
    pub day: Option<Date>,
    /// The tab's position during the game.
    pub position: State,
    /// The duration of the game, once it is finished.
    pub final_time: Option<Duration>,
    /// Whether that was not shown yet.
    pub is_result_new: bool,
    /// The number of hints used.
    pub hints: u32,
}
