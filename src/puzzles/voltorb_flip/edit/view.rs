//! What a tab remembers and nothing undoes: how it is written on tiles, the game that is played, how games went before.

use crate::puzzles::voltorb_flip::{
    model::{prior::Level, rules::Line, state::State},
    play::game::{Game, Score},
};

/// How many rounds the statistics keep; when there are more, the oldest go.
pub const MAX_SCORES: usize = 2_000;

/// What a tab remembers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// What the keys `V`, `1`, `2` and `3` do on a tile.
    pub pen: Pen,
    /// What was typed into a clue just now and may go on.
    pub(super) typing: Typing,
    /// The game that is played; then the tiles are turned by the game, and the clues stay.
    pub game: Option<Game>,
    /// A game whose position was left by undo or by opening another: it goes on when the position is there again.
    suspended: Option<Game>,
    /// Whether odds and advice are shown while a game is played.
    pub shows_odds: bool,
    /// The rounds that were played.
    pub scores: Vec<Score>,
    /// What the next game begins with.
    pub new_game: NewGame,
    /// Whether boards that the level never deals are left out of the list.
    pub only_dealt: bool,
    /// The tile that the advice names, as far as it may be seen; the key `b` goes there.
    pub advised: Option<usize>,
}

/// What writing on a tile means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pen {
    /// The tile is turned face up.
    #[default]
    Flip,
    /// A note is made on it.
    Note,
}

/// A sum whose first digit is 1 may be 1 or 10 to 15, so the next digit decides; and 14 may be a sum of 1 with 4 Voltorbs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Typing {
    #[default]
    Nothing,
    One(Line),
    /// Taken for a sum of 1 and 4 Voltorbs, the only way to have a sum of 1; before a slash it is a sum of 14.
    OneFour(Line),
}

/// What a game begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The level of the first round.
    pub level: Level,
    /// Where the boards come from; 0 stands for any seed.
    pub seed: u64,
    /// A seed that nobody chose, for when any will do; whoever has a clock draws it.
    pub random_seed: u64,
}

impl Default for NewGame {
    fn default() -> Self {
        Self { level: Level::LOWEST, seed: 0, random_seed: 0 }
    }
}

impl View {
    /// Begins the game that was ordered; the state shows its first round.
    pub fn begin(&mut self, state: &mut State) {
        let NewGame { level, seed, random_seed } = self.new_game;
        let game = Game::new(level, if seed == 0 { random_seed } else { seed });
        // Who plays again does not want the same boards again, unless they were chosen.
        self.new_game.random_seed = random_seed.wrapping_add(1);
        *state = game.fresh(state);
        self.shows_odds = false;
        self.advised = None;
        self.suspended = None;
        self.game = Some(game);
    }

    /// Deals the next round, if the one that is played is over.
    ///
    /// # Errors
    /// Why there is none yet.
    pub fn next_round(&mut self, state: &mut State) -> Result<(), String> {
        let Some(game) = &self.game else { return Err("no game is played".to_owned()) };
        let Some(next) = game.next(state) else { return Err("the round is not over yet; Q stops it and keeps the coins".to_owned()) };
        *state = next.fresh(state);
        self.advised = None;
        self.game = Some(next);
        Ok(())
    }

    /// Leaves the game; the board stays as it is.
    pub fn leave(&mut self) {
        self.game = None;
        self.suspended = None;
    }

    /// Keeps the game in step with the position, whatever changed it, and counts a round that is over.
    pub fn follow(&mut self, state: &State) {
        if self.suspended.as_ref().is_some_and(|game| game.matches_state(state)) {
            self.game = self.suspended.take();
        }
        let Some(game) = &mut self.game else { return };
        if !game.matches_state(state) {
            self.suspended = self.game.take();
            return;
        }
        game.follow(state);
        game.had_help |= self.shows_odds && game.end.is_none();
        if let Some(score) = game.score(state) {
            self.scores.push(score);
            let too_many = self.scores.len().saturating_sub(MAX_SCORES);
            self.scores.drain(..too_many);
        }
    }

    /// Whether what is known of the position may be seen.
    pub fn may_show_odds(&self) -> bool {
        self.game.is_none() || self.shows_odds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::voltorb_flip::{model::rules::TILES, play::game::End};

    fn begun(seed: u64) -> (View, State) {
        let (mut view, mut state) = (View::default(), State::default());
        view.new_game.seed = seed;
        view.begin(&mut state);
        view.follow(&state);
        (view, state)
    }

    /// Flips every tile in turn until the round is over.
    fn play_on(view: &mut View, state: &mut State) -> End {
        for tile in 0..TILES {
            let game = view.game.as_mut().unwrap();
            if game.end.is_none() {
                game.flip(state, tile).unwrap();
            }
            view.follow(state);
        }
        view.game.as_ref().unwrap().end.unwrap()
    }

    #[test]
    fn rounds_are_counted() {
        let (mut view, mut state) = begun(3);
        assert!(view.next_round(&mut state).is_err());
        let first = play_on(&mut view, &mut state);
        view.next_round(&mut state).unwrap();
        let second = play_on(&mut view, &mut state);
        assert_eq!(view.scores.iter().map(|score| score.end).collect::<Vec<_>>(), [first, second]);
        view.follow(&state);
        assert_eq!(view.scores.len(), 2, "each counts once");
    }

    #[test]
    fn another_position_puts_the_game_aside_until_it_is_there_again() {
        let (mut view, mut state) = begun(3);
        view.game.as_mut().unwrap().flip(&mut state, 7).unwrap();
        view.follow(&state);
        let game = view.game.clone();
        view.follow(&State::default());
        assert_eq!(view.game, None);
        assert!(view.may_show_odds());
        view.follow(&state);
        assert_eq!(view.game, game);
        view.leave();
        view.follow(&state);
        assert_eq!(view.game, None, "who left a game does not come back to it by chance");
    }

    #[test]
    fn seen_odds_are_help() {
        let (mut view, mut state) = begun(3);
        view.shows_odds = true;
        view.follow(&state);
        view.shows_odds = false;
        play_on(&mut view, &mut state);
        assert!(view.scores[0].helped);
    }
}
