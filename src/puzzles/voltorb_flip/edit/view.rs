//! What a tab remembers and undo doesn't change: the pen and the game in progress.

use std::mem;

use crate::{
    live::{
        advice::{Certainty, advise},
        insight::Insight,
    },
    model::{
        prior::{Level, LevelChances},
        problem::Spot,
        rules::{Line, SIDE},
        state::State,
    },
    play::{game::Game, rounds},
};

/// The view state of a tab.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// What the keys `V`, `1`, `2` and `3` do on a tile.
    pub pen: Pen,
    /// A clue that was just typed and may continue.
    pub(super) typing: Typing,
    /// The game in progress. It turns the tiles, and the clues are fixed.
    pub game: Option<Game>,
    /// How many rounds were started.
    pub started: u64,
    /// The rounds that were finished in the tab, oldest first, from one start of the program to the next.
    pub rounds: rounds::Shared,
    /// Whether odds and advice are shown during a game.
    pub shows_odds: bool,
    /// Whether a click on a face-down tile only names it, as an answer.
    pub names_tiles: bool,
    /// The settings for the next game.
    pub new_game: NewGame,
    /// Whether boards that are never dealt are hidden in the list.
    pub only_dealt: bool,
    /// The chances of the levels, if several are possible.
    pub levels: Option<LevelChances>,
    /// The chances of Voltorb, 1, 2 and 3 for each tile, if they are known and the player may see them.
    pub chances: Option<[[[f64; 4]; SIDE]; SIDE]>,
    /// The tile that the advice recommends, if the player may see it; the key `b` goes there.
    pub advised: Option<usize>,
    /// Whether the focus goes to the recommended tile once it is known: the last clue or the value of a tile was just typed.
    pub awaits_advice: bool,
    /// Whether the position has changed since the tile was recommended.
    pub(super) is_advice_old: bool,
    /// The tile whose value was just typed. What is typed next is for the tile that is recommended then.
    pub(super) typed: Option<usize>,
}

/// What typing a value on a tile does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pen {
    /// Turns the tile face up.
    #[default]
    Flip,
    /// Makes a note on it.
    Note,
}

/// A sum starting with 1 may be 1 or 10 to 15, so the next digit decides; 14 may also mean a sum of 1 with 4 Voltorbs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Typing {
    #[default]
    Nothing,
    One(Line),
    /// Taken as a sum of 1 with 4 Voltorbs, the only clue with a sum of 1; a slash turns it into a sum of 14.
    OneFour(Line),
    /// The last clue was just completed.
    Complete,
}

/// The settings for a new game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The level of the first round.
    pub level: Level,
    /// The seed of the boards; 0 means a random one.
    pub seed: u64,
    /// The random seed to use if none was chosen. The window, which has a clock, sets it.
    pub random_seed: u64,
}

impl Default for NewGame {
    fn default() -> Self {
        Self { level: Level::LOWEST, seed: 0, random_seed: 0 }
    }
}

impl View {
    /// Starts a new game and shows its first round.
    pub fn start_game(&mut self, state: &mut State) {
        let NewGame { level, seed, random_seed } = self.new_game;
        // Another game gets other boards, unless the player chose the seed.
        self.new_game.random_seed = random_seed.wrapping_add(1);
        let game = Game::new(level, if seed == 0 { random_seed } else { seed });
        *state = game.fresh(state);
        self.shows_odds = false;
        self.advised = None;
        self.started += 1;
        self.game = Some(game);
    }

    /// Deals the next round once this one is over.
    ///
    /// # Errors
    /// The reason why there is no next round yet.
    pub fn next_round(&mut self, state: &mut State) -> Result<(), String> {
        let Some(game) = &self.game else { return Err("no game in progress: press P to play".to_owned()) };
        let Some(next) = game.next(state) else { return Err("the round isn't over yet: press Q to stop and keep the coins".to_owned()) };
        *state = next.fresh(state);
        self.advised = None;
        self.started += 1;
        self.game = Some(next);
        Ok(())
    }

    /// Takes the game off the board; the position stays as it is.
    pub fn leave_game(&mut self) {
        self.game = None;
    }

    /// Brings the game up to date with the position after any change.
    pub fn update(&mut self, state: &State) {
        let Some(game) = self.game.as_mut().filter(|game| game.matches_state(state)) else { return };
        game.update(state);
        game.had_help |= self.shows_odds && game.end.is_none();
    }

    /// Returns the game as a file has it, unless its position was left.
    pub fn saved_game(&self, state: &State) -> Option<base::game::Game> {
        self.game.as_ref().filter(|game| game.matches_state(state)).map(|game| game.saved(state))
    }

    /// Continues the game of a file.
    pub fn resume_game(&mut self, game: Game) {
        self.shows_odds = false;
        self.game = Some(game);
    }

    /// Takes in what is known about the position, as far as the player may see it. Returns where the focus goes: see [`Self::advise`].
    pub fn take_in(&mut self, state: &State, insight: Option<&Insight>, is_settling: bool) -> Option<Spot> {
        let advice = insight.filter(|_| self.may_show_odds()).and_then(|insight| advise(state, insight));
        let is_final = !is_settling || advice.as_ref().is_some_and(|advice| advice.certainty == Certainty::Exact);
        if let Some(insight) = insight {
            self.levels = insight.levels;
            self.chances = insight.tiles.filter(|_| self.may_show_odds());
        }
        self.advise(advice.and_then(|advice| advice.tile), is_final)
    }

    /// Notes that the player of the round has got a hint.
    pub fn note_help(&mut self) {
        if let Some(game) = self.game.as_mut().filter(|game| game.end.is_none()) {
            game.had_help = true;
        }
    }

    /// Takes in the recommended tile, and whether a better one may follow. Returns it after the last clue or a value was typed, since the
    /// focus goes there.
    pub fn advise(&mut self, tile: Option<usize>, is_final: bool) -> Option<Spot> {
        self.advised = tile;
        self.is_advice_old &= !is_final;
        let is_awaited = is_final && mem::take(&mut self.awaits_advice);
        tile.filter(|_| is_awaited).map(Spot::Tile)
    }

    /// Returns whether a game shows the end of its round, with all values and no chances.
    pub fn is_over(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.end.is_some())
    }

    /// Returns whether the odds may be shown.
    pub fn may_show_odds(&self) -> bool {
        self.game.is_none() || self.shows_odds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{VoltorbFlip, model::rules::TILES, play::game::End, tests::read};
    use base::{puzzle::Puzzle, search::Found};

    fn started(seed: u64) -> (View, State) {
        let (mut view, mut state) = (View::default(), State::default());
        view.new_game.seed = seed;
        view.start_game(&mut state);
        view.update(&state);
        (view, state)
    }

    /// Flips every tile in turn until the round is over.
    fn play_on(view: &mut View, state: &mut State) -> End {
        for tile in 0..TILES {
            let game = view.game.as_mut().unwrap();
            if game.end.is_none() {
                game.flip(state, tile).unwrap();
            }
            view.update(state);
        }
        view.game.as_ref().unwrap().end.unwrap()
    }

    #[test]
    fn rounds_follow_each_other() {
        let (mut view, mut state) = started(3);
        assert!(view.next_round(&mut state).is_err());
        let first = play_on(&mut view, &mut state);
        view.next_round(&mut state).unwrap();
        let second = play_on(&mut view, &mut state);
        assert_eq!(view.saved_game(&state).map(|game| (game.end, game.numbers["round"])), Some((Some(second.in_file()), 2)));
        assert!(matches!(first, End::Cleared | End::Lost));
    }

    #[test]
    fn seeing_the_odds_counts_as_help() {
        let (mut view, mut state) = started(3);
        view.shows_odds = true;
        view.update(&state);
        view.shows_odds = false;
        play_on(&mut view, &mut state);
        assert_eq!(view.saved_game(&state).map(|game| game.hints), Some(1));
    }

    #[test]
    fn a_hint_counts_as_help_until_the_round_is_over() {
        for is_over in [false, true] {
            let (mut view, mut state) = started(3);
            if is_over {
                play_on(&mut view, &mut state);
            }
            view.note_help();
            assert_eq!(view.game.unwrap().had_help, !is_over);
        }
    }

    #[test]
    fn odds_are_taken_in_as_far_as_the_player_may_see_them() {
        let preset = VoltorbFlip::presets().iter().find(|preset| preset.key == "level-5-fresh").unwrap();
        let state = read(preset).state;
        let mut found = Found::default();
        assert!(VoltorbFlip::analyze(&VoltorbFlip::check(&state).unwrap(), &mut found).is_continue());
        let insight = found.items.last().unwrap();
        let mut view = View { awaits_advice: true, ..View::default() };
        assert_eq!((view.take_in(&state, None, true), view.advised, view.chances), (None, None, None));
        let focus = view.take_in(&state, Some(insight), false);
        assert_eq!(focus, view.advised.map(Spot::Tile));
        assert!(focus.is_some() && view.chances == insight.tiles);
        view.game = started(3).0.game;
        assert_eq!((view.take_in(&state, Some(insight), false), view.advised, view.chances), (None, None, None), "in a game");
    }
}
