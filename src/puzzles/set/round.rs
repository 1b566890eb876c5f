//! A game against the clock: when it began, on which position, what it is worth. Whoever has a clock tells the time.

use std::time::Duration;

use super::{
    board::View,
    play::Game,
    score::{Contest, Score},
    state::State,
};

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

impl View {
    /// Begins the game now, while this is the position.
    pub fn begin(&mut self, contest: Contest, game: Game, position: &State, now: Duration) {
        let round = Round { contest, position: position.clone(), began: now, took: None, hints: 0 };
        *self = Self { round: Some(round), ..self.playing(game) };
    }

    /// Leaves the game, whether it is over or not.
    pub fn leave(&mut self) {
        *self = self.playing_nothing();
    }

    /// Notes the time: a game that came to its end is counted, one whose position was changed is left.
    pub fn tick(&mut self, position: &State, now: Duration) {
        let (Some(game), Some(round)) = (&self.game, &mut self.round) else { return };
        if round.position != *position {
            self.leave();
        } else if game.is_over() && round.took.is_none() {
            let took = round.elapsed(now);
            round.took = Some(took);
            // With hints it is no achievement, and without anything to find none either.
            if round.hints == 0 && !game.found.is_empty() {
                let elapsed_ms = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
                let score = Score { variant: game.variant, contest: round.contest, found: game.found.len(), wrong: game.wrong, elapsed_ms };
                Score::keep(&mut self.scores, score);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        board::{Board, Input},
        puzzles::set::{Set, deal, score::Statistics, state::Variant},
    };

    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    /// Plays both SETs of 12345 and says the view at the end.
    fn played(keys: &str) -> View {
        let mut state = deal::apl(12345, 12).unwrap();
        let mut view = View::default();
        view.begin(Contest::Table, Game::on_table(&state), &state, seconds(10));
        for (second, key) in (11..).zip(keys.chars()) {
            Set::act(&mut state, &mut view, None, Input::Character(key));
            view.tick(&state, seconds(second));
        }
        view.tick(&state, seconds(99));
        view
    }

    #[test]
    fn the_clock_stops_with_the_last_set() {
        let view = played("ahgfhj");
        assert_eq!(view.round.map(|round| round.elapsed(seconds(1000))), Some(seconds(6)));
        let statistics = Statistics::of(&view.scores, Variant::Set, Contest::Table);
        assert_eq!(statistics, Some(Statistics { games: 1, best_ms: 6_000, mean_ms: 6_000.0, wrong: 0.0 }));
    }

    #[test]
    fn the_clock_goes_on_before_that() {
        let view = played("ahgabc");
        assert_eq!(view.round.map(|round| round.elapsed(seconds(99))), Some(seconds(89)));
        assert_eq!(view.scores, []);
    }

    #[test]
    fn a_game_with_hints_does_not_count() {
        let view = played("?ghfhj");
        assert_eq!(view.round.as_ref().and_then(|round| round.took), Some(seconds(6)));
        assert_eq!(view.scores, []);
    }

    #[test]
    fn a_changed_position_ends_the_game_and_keeps_the_scores() {
        let mut view = played("ahgfhj");
        view.tick(&deal::apl(16807, 12).unwrap(), seconds(100));
        assert_eq!((view.game, view.round, view.scores.len()), (None, None, 1));
    }
}
