//! What a tab knows about a game, besides the game itself.

use std::time::Duration;

use super::{
    game::{Game, Kind},
    score::Contest,
};
use crate::model::state::State;
use base::{date::Date, text::counted};

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
    /// The time on the clock at each move; none for one of a file that doesn't say it. Only runs and the whole deck need it.
    pub times: Vec<Option<Duration>>,
}

impl Round {
    /// A game of this contest that begins on this position.
    pub fn new(contest: Contest, position: &State) -> Self {
        let position = position.clone();
        Self { contest, day: None, position, final_time: None, is_result_new: false, hints: 0, times: Vec::new() }
    }

    /// The title of this game.
    pub fn title(&self, game: &Game) -> String {
        match (self.contest, self.day) {
            (Contest::Table, _) => format!("Find all {}s", game.variant.noun()),
            (Contest::Daily, Some(day)) => format!("{} {day}", self.contest.name()),
            (Contest::Daily, None) => self.contest.name(),
            (Contest::Run(goal), _) => format!("Find {}", counted(goal as u64, game.variant.noun())),
            (Contest::Deck | Contest::Drill(_), _) => self.contest.name(),
        }
    }

    /// How many solutions were found, and of how many unless that would give away when a table is done.
    pub fn found(&self, game: &Game) -> String {
        let found = game.found.len();
        match &game.kind {
            Kind::Table if self.contest == Contest::Daily || game.is_finished() => {
                format!("{found} of {}", found + game.remaining().len())
            }
            Kind::Run { goal: Some(goal), .. } => format!("{found} of {goal}"),
            Kind::Table | Kind::Run { goal: None, .. } => found.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{model::state::Variant, play::deal};

    #[test]
    fn a_table_does_not_give_away_how_many_are_left() {
        let position = deal::apl(12345, 12).unwrap();
        let round = |contest, day| Round { day, ..Round::new(contest, &position) };
        let (table, run) = (Game::on_table(&position), Game::run(Variant::Ultra, Some(20), 1));
        let of_table = round(Contest::Table, None);
        assert_eq!((of_table.title(&table), of_table.found(&table)), ("Find all SETs".to_owned(), "0".to_owned()));
        let daily = round(Contest::Daily, "2026-11-21".parse().ok());
        let all = table.remaining().len();
        assert_eq!((daily.title(&table), daily.found(&table)), ("Daily puzzle 2026-11-21".to_owned(), format!("0 of {all}")));
        let of_run = round(Contest::Run(20), None);
        assert_eq!((of_run.title(&run), of_run.found(&run)), ("Find 20 UltraSETs".to_owned(), "0 of 20".to_owned()));
    }
}
