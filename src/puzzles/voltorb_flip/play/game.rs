//! The game: rounds from level to level, coins, and results. It knows no clock and no window; the visible part of the board is in the
//! `State`.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::deal::Dealer;
use crate::model::{
    entry::{Entry, entries},
    prior::Level,
    rules::{Board, Clues, SIDE, TILES, Value},
    state::{Earlier, State},
};
use base::{
    date::Date,
    game::{self, GameFlaw},
};

/// The most coins that the coin case holds.
pub const MAX_COINS: u32 = 50_000;

/// A round with at least this many cards flipped and no Voltorb extends the streak that leads to level 8.
pub const STREAK_CARDS: usize = 8;

/// The length of the streak that leads to level 8.
pub const STREAK_ROUNDS: u32 = 5;

/// The lowest level from which a streak leads to level 8.
const MIN_STREAK_LEVEL: u8 = 5;

/// The highest level, and the highest that clearing a board leads to from below.
const MAX_LEVEL: u8 = 8;
const MAX_LEVEL_BY_CLEARING: u8 = 7;

/// The kind of the game in files, and the names of its numbers.
const KIND: &str = "round";
const LEVEL: &str = "level";
const ROUND: &str = "round";
const COINS: &str = "coins";
const STREAK: &str = "streak";

/// The most rounds of a game in a file. No one plays as many, so counting on from there can't overflow.
const MOST_ROUNDS: u64 = 1 << 30;

/// A game in one of its rounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The seed of its boards.
    pub seed: u64,
    /// The number of the round, from 1.
    pub round: u64,
    /// The level of the round.
    pub level: Level,
    /// The board of the round, hidden from the player until the round is over.
    board: Board,
    /// The coins of the earlier rounds.
    pub coins: u32,
    /// The number of rounds just before this one that extend the streak.
    pub streak: u32,
    /// How the round ended, if it is over.
    pub end: Option<End>,
    /// The number of face-up tiles at the last update; fewer now means that flips were undone.
    flips: usize,
    /// Whether the player had help: saw the odds, took a hint, or undid a flip.
    pub had_help: bool,
    /// The date, if it is the puzzle of that day.
    pub day: Option<Date>,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum End {
    /// Every 2 and 3 is face up.
    Cleared,
    /// A Voltorb is face up.
    Lost,
    /// The player stopped and kept the coins.
    Stopped,
}

impl End {
    /// The same in a save file.
    pub fn in_file(self) -> game::End {
        match self {
            Self::Cleared => game::End::Solved,
            Self::Lost => game::End::Lost,
            Self::Stopped => game::End::Stopped,
        }
    }
}

/// The level of a round of a game in a file.
pub fn level_of(saved: &game::Game) -> u64 {
    saved.numbers.get(LEVEL).copied().unwrap_or_default()
}

impl Game {
    /// Starts a game with a board of this level. A seed always deals the same boards.
    pub fn new(level: Level, seed: u64) -> Self {
        let board = dealt(seed, 1, level);
        let (round, coins, streak, end, flips) = (1, 0, 0, None, 0);
        Self { seed, round, level, board, coins, streak, end, flips, had_help: false, day: None }
    }

    /// The level of the daily game: a higher one each day of the week, from Monday on.
    pub fn daily_level(day: Date) -> Level {
        Level::new(1 + day.weekday() as u8).unwrap_or(Level::LOWEST)
    }

    /// Returns the daily game of this day at its start, as a file has it, and its position. Its first round is the daily puzzle.
    pub fn daily(day: Date) -> (State, game::Game) {
        let game = Self { day: Some(day), ..Self::new(Self::daily_level(day), day.seed()) };
        let state = game.fresh(&State::default());
        let saved = game.saved(&state);
        (state, saved)
    }

    /// Returns the start of the round, with the same objective as before.
    pub fn fresh(&self, before: &State) -> State {
        let Clues { rows, columns } = Clues::of(self.board);
        State { level: Some(self.level.number()), rows: entries(rows), columns: entries(columns), ..before.fresh() }
    }

    /// Returns whether the state is a position of this round: same level and clues, and the right values on all face-up tiles.
    pub fn matches_state(&self, state: &State) -> bool {
        let Clues { rows, columns } = Clues::of(self.board);
        let is_same_deal = (state.level, state.rows, state.columns) == (Some(self.level.number()), entries(rows), entries(columns));
        is_same_deal && state.tiles.face_up().all(|(tile, value)| self.board.value(tile) == value)
    }

    /// Turns the tile face up.
    ///
    /// # Errors
    /// The reason why it can't be flipped.
    pub fn flip(&mut self, state: &mut State, tile: usize) -> Result<(), String> {
        if self.end.is_some() {
            return Err("the round is over: press N for the next one".to_owned());
        }
        if state.tiles.0[tile].is_some() {
            return Err("this tile is already face up: choose one that is face down".to_owned());
        }
        state.turn(tile, Some(self.board.value(tile)));
        self.update(state);
        Ok(())
    }

    /// Ends the round; the player keeps its coins.
    ///
    /// # Errors
    /// The reason why it can't be ended.
    pub fn stop(&mut self) -> Result<(), String> {
        if self.end.is_some() {
            return Err("the round is already over: press N for the next one".to_owned());
        }
        self.end = Some(End::Stopped);
        Ok(())
    }

    /// Updates the game from the board: whether the round is over, and whether a flip was undone.
    pub fn update(&mut self, state: &State) {
        let flips = state.tiles.face_up().count();
        let is_undone = flips < self.flips;
        self.had_help |= is_undone;
        self.flips = flips;
        if is_undone || self.end != Some(End::Stopped) {
            self.end = self.end_on(state);
        }
    }

    /// Returns the game as a file has it, without the time. The board isn't in it: level and seed deal it again.
    pub fn saved(&self, state: &State) -> game::Game {
        let numbers = [
            (LEVEL, u64::from(self.level.number())),
            (ROUND, self.round),
            (COINS, u64::from(self.coins)),
            (STREAK, u64::from(self.streak)),
        ];
        game::Game {
            seed: self.seed,
            day: self.day,
            points: if self.end.is_some_and(|end| end != End::Lost) { coins_on(state).into() } else { 0 },
            numbers: numbers.map(|(name, number)| (name.to_owned(), number)).into(),
            hints: self.had_help.into(),
            mistakes: (self.end == Some(End::Lost)).into(),
            end: self.end.map(End::in_file),
            ..game::Game::new(KIND)
        }
    }

    /// Returns the game of a file, continued in this position.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(state: &State, saved: &game::Game) -> Result<Self, GameFlaw> {
        if saved.kind != KIND {
            return Err(GameFlaw::unknown_kind(&saved.kind, &[KIND]));
        }
        let number = |name, range: RangeInclusive<u64>| {
            let number = saved.number(name)?;
            if range.contains(&number) {
                return Ok(number);
            }
            Err(GameFlaw::new("numbers", format!("\"{name}\" is {number}; expected {} to {}", range.start(), range.end())))
        };
        let level = number(LEVEL, 1..=MAX_LEVEL.into())?;
        let round = number(ROUND, 1..=MOST_ROUNDS)?;
        let coins = number(COINS, 0..=MAX_COINS.into())? as u32;
        let streak = number(STREAK, 0..=MOST_ROUNDS)? as u32;
        saved.check_day()?;
        if saved.day.is_some() && round != 1 {
            return Err(GameFlaw::new("day", "only the first round is the daily puzzle"));
        }
        let level = Level::new(level as u8).unwrap_or(Level::LOWEST);
        let board = dealt(saved.seed, round, level);
        let (end, flips) = (None, state.tiles.face_up().count());
        let mut game = Self { seed: saved.seed, round, level, board, coins, streak, end, flips, had_help: 0 < saved.hints, day: saved.day };
        if !game.matches_state(state) {
            return Err(GameFlaw::new("seed", "level, seed and round deal another board than the position shows"));
        }
        game.update(state);
        match (saved.end, game.saved(state).end) {
            (Some(game::End::Stopped), None) => game.end = Some(End::Stopped),
            (end, expected) if end != expected => {
                let message = match expected {
                    Some(end) => format!("on these tiles the round has ended: expected `Some({end:?})`"),
                    None => "on these tiles the round isn't over: expected `None` or `Some(Stopped)`".to_owned(),
                };
                return Err(GameFlaw::new("end", message));
            }
            _ => {}
        }
        Ok(game)
    }

    fn end_on(&self, state: &State) -> Option<End> {
        let shows = |value| state.tiles.face_up().any(|(_, shown)| shown == value);
        if shows(Value::Voltorb) {
            Some(End::Lost)
        } else {
            let is_clear = state.tiles.face_down().all(|tile| !self.board.value(tile).is_multiplier());
            is_clear.then_some(End::Cleared)
        }
    }

    /// Returns the value of this tile once the round is over.
    pub fn revealed(&self, tile: usize) -> Option<Value> {
        self.end.map(|_| self.board.value(tile))
    }

    /// Returns the values of all tiles once the round is over; until then none.
    pub fn deal(&self) -> [Option<Value>; TILES] {
        std::array::from_fn(|tile| self.revealed(tile))
    }

    /// Returns the values of all tiles of the round with this number in the game with this seed, if it had this level.
    pub fn dealt(seed: u64, number: u64, level: Option<u8>) -> [Option<Value>; TILES] {
        let board = level.and_then(Level::new).map(|level| dealt(seed, number, level));
        std::array::from_fn(|tile| board.map(|board| board.value(tile)))
    }

    /// Returns the coins of the whole game if the round ends like this.
    pub fn total_coins(&self, state: &State) -> u32 {
        let round = if self.end == Some(End::Lost) { 0 } else { coins_on(state) };
        self.coins.saturating_add(round).min(MAX_COINS)
    }

    /// Returns the level of the next round if this one ends like this.
    pub fn next_level(&self, state: &State) -> Level {
        let is_lost = self.end == Some(End::Lost);
        next_level(self.level, cards_flipped(state), self.end == Some(End::Cleared), self.streak_after(state, is_lost))
    }

    fn streak_after(&self, state: &State, is_lost: bool) -> u32 {
        streak_after(self.streak, state, is_lost)
    }

    /// Returns the next round, or `None` while this one isn't over.
    pub fn next(&self, state: &State) -> Option<Self> {
        let end = self.end?;
        let level = self.next_level(state);
        let streak = self.streak_after(state, end == End::Lost);
        let round = self.round + 1;
        let board = dealt(self.seed, round, level);
        let coins = self.total_coins(state);
        let (end, flips, had_help) = (None, 0, false);
        Some(Self { seed: self.seed, round, level, board, coins, streak, end, flips, had_help, day: None })
    }
}

fn dealt(seed: u64, round: u64, level: Level) -> Board {
    // An odd factor gives every round of a game its own seed, and keeps the first rounds of neighbouring seeds apart.
    Dealer::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(round)).board(level)
}

/// Returns the number of face-up tiles other than Voltorbs.
pub fn cards_flipped(state: &State) -> usize {
    state.tiles.face_up().filter(|&(_, value)| value != Value::Voltorb).count()
}

/// Returns the coins of this round: the product of the face-up values, 0 before the first flip and after a Voltorb.
pub fn coins_on(state: &State) -> u32 {
    let factors = state.tiles.face_up().map(|(_, value)| u32::from(value.points()));
    // No board of the game has as many 2s and 3s as can be typed.
    if state.tiles.face_down().count() == TILES { 0 } else { factors.fold(1, u32::saturating_mul) }
}

/// Returns the streak after a round, given the streak before it.
fn streak_after(before: u32, state: &State, is_lost: bool) -> u32 {
    if !is_lost && STREAK_CARDS <= cards_flipped(state) { before.saturating_add(1) } else { 0 }
}

/// Returns how a round that is played elsewhere ends if nothing more is flipped: its clues say whether a 2 or 3 is left.
pub fn end_on(state: &State) -> End {
    if state.tiles.face_up().any(|(_, value)| value == Value::Voltorb) {
        return End::Lost;
    }
    let points: u32 = state.tiles.face_up().map(|(_, value)| u32::from(value.points())).sum();
    let total = |number: fn(&Entry) -> Option<u8>| state.rows.iter().map(|entry| number(entry).map(u32::from)).sum::<Option<u32>>();
    // Then every other tile is a Voltorb or a 1.
    let ones = total(|entry| entry.voltorbs).and_then(|voltorbs| (state.tiles.face_down().count() as u32).checked_sub(voltorbs));
    if ones.is_some_and(|ones| total(|entry| entry.sum) == Some(points + ones)) { End::Cleared } else { End::Stopped }
}

/// Returns an empty board for the next round of a session that is played elsewhere, with the level and the coins after this round.
pub fn next_board(state: &State) -> State {
    let end = end_on(state);
    let is_lost = end == End::Lost;
    let streak = streak_after(state.earlier.streak, state, is_lost);
    let level = state.level.and_then(Level::new).map(|level| next_level(level, cards_flipped(state), end == End::Cleared, streak));
    let round = if is_lost { 0 } else { coins_on(state) };
    let coins = state.earlier.coins.saturating_add(round).min(MAX_COINS);
    let clues = [Entry::BLANK; SIDE];
    let level = level.map(Level::number).or(state.level);
    State { level, rows: clues, columns: clues, earlier: Earlier { coins, streak }, ..state.fresh() }
}

/// Returns the level after a round with this many cards flipped; `streak` includes this round.
pub fn next_level(level: Level, cards: usize, is_cleared: bool, streak: u32) -> Level {
    let number = level.number();
    let to_the_top = MIN_STREAK_LEVEL <= number && STREAK_ROUNDS <= streak;
    let next = if is_cleared && number == MAX_LEVEL || to_the_top {
        MAX_LEVEL
    } else if is_cleared {
        MAX_LEVEL_BY_CLEARING.min(number + 1)
    } else {
        number.min(MAX_LEVEL_BY_CLEARING).min(cards.max(1) as u8)
    };
    Level::new(next).unwrap_or(level)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn level(number: u8) -> Level {
        Level::new(number).unwrap()
    }

    #[test]
    fn the_next_board_has_the_level_and_the_coins_after_this_one() {
        // A board of level 1 with clues that fit it.
        let board: Board = Dealer::new(3).board(level(1));
        let start = State { level: Some(1), earlier: Earlier { coins: 10, streak: 1 }, ..State::of(&Clues::of(board)) };
        let flipped = |is_flipped: fn(Value) -> bool| {
            let mut state = start;
            for tile in (0..TILES).filter(|&tile| is_flipped(board.value(tile))) {
                state.turn(tile, Some(board.value(tile)));
            }
            state
        };
        let after = |state: &State| {
            let next = next_board(state);
            assert_eq!(State { level: next.level, earlier: next.earlier, ..State::default() }, next, "nothing else is left");
            (end_on(state), next.level, next.earlier)
        };
        let product: u32 = board.values().filter(|value| value.is_multiplier()).map(|value| u32::from(value.points())).product();
        let cleared = flipped(|value| value.is_multiplier());
        assert_eq!(after(&cleared), (End::Cleared, Some(2), Earlier { coins: 10 + product, streak: 0 }));
        let all = flipped(|value| value != Value::Voltorb);
        assert_eq!(after(&all), (End::Cleared, Some(2), Earlier { coins: 10 + product, streak: 2 }), "more than eight cards");
        assert_eq!(after(&flipped(|_| true)), (End::Lost, Some(1), Earlier { coins: 10, streak: 0 }));
        assert_eq!(after(&flipped(|value| value == Value::One)).0, End::Stopped);
        assert_eq!(after(&State { level: Some(6), ..start }), (End::Stopped, Some(1), Earlier { coins: 10, streak: 0 }));
        assert_eq!(after(&State { level: None, ..cleared }).1, None);
        assert_eq!(next_board(&State { earlier: Earlier { coins: MAX_COINS, streak: 0 }, ..cleared }).earlier.coins, MAX_COINS);
    }

    #[test]
    fn next_level_follows_the_rules_of_the_game() {
        let cases = [
            // level, cards, cleared, streak, next
            (1, 0, false, 0, 1),
            (1, 9, true, 1, 2),
            (4, 2, false, 0, 2),
            (4, 9, false, 1, 4),
            (7, 12, true, 1, 7),
            (8, 12, true, 1, 8),
            (8, 12, false, 1, 7),
            (8, 3, false, 0, 3),
            (8, 0, false, 0, 1),
            (5, 8, false, 5, 8),
            (5, 8, false, 4, 5),
            (4, 8, true, 6, 5),
            (7, 8, true, 5, 8),
        ];
        for (before, cards, is_cleared, many, after) in cases {
            let found = next_level(level(before), cards, is_cleared, many).number();
            assert_eq!(found, after, "level {before}, {cards} cards, cleared: {is_cleared}, a streak of {many}");
        }
    }

    /// Flips these tiles in turn until the round is over.
    fn flip_all(game: &mut Game, state: &mut State, tiles: impl Iterator<Item = usize>) {
        for tile in tiles {
            if game.flip(state, tile).is_err() {
                return;
            }
        }
    }

    fn tiles_of(game: &Game, is_wanted: fn(Value) -> bool) -> Vec<usize> {
        (0..TILES).filter(|&tile| is_wanted(game.board.value(tile))).collect()
    }

    #[test]
    fn a_round_can_be_cleared() {
        let mut game = Game::new(level(3), 5);
        let mut state = game.fresh(&State::default());
        assert_eq!((coins_on(&state), game.next(&state)), (0, None), "nothing is flipped yet");
        let multipliers = tiles_of(&game, Value::is_multiplier);
        let product: u32 = multipliers.iter().map(|&tile| u32::from(game.board.value(tile).points())).product();
        flip_all(&mut game, &mut state, multipliers.into_iter());
        assert_eq!((game.end, coins_on(&state)), (Some(End::Cleared), product));
        assert!(game.flip(&mut state, 0).is_err() && game.stop().is_err(), "it is over");
        let saved = game.saved(&state);
        assert_eq!((saved.end, saved.points, saved.hints), (Some(game::End::Solved), product.into(), 0));
        assert_eq!(Game::read(&state, &saved).as_ref(), Ok(&game));
        let next = game.next(&state).unwrap();
        assert_eq!((next.level.number(), next.round, next.coins), (4, 2, product));
    }

    #[test]
    fn undoing_a_flip_is_help() {
        let mut game = Game::new(level(2), 9);
        let mut state = game.fresh(&State::default());
        let one = tiles_of(&game, |value| value == Value::One)[0];
        game.flip(&mut state, one).unwrap();
        let before = state;
        let voltorb = tiles_of(&game, |value| value == Value::Voltorb)[0];
        game.flip(&mut state, voltorb).unwrap();
        assert_eq!((game.end, game.total_coins(&state), game.next_level(&state).number()), (Some(End::Lost), 0, 1));
        assert_eq!(game.revealed(one), Some(Value::One));
        let saved = game.saved(&state);
        assert_eq!((saved.end, saved.points, saved.mistakes), (Some(game::End::Lost), 0, 1));
        game.update(&before);
        assert_eq!((game.end, game.had_help, game.revealed(one)), (None, true, None));
        game.stop().unwrap();
        assert_eq!(game.total_coins(&before), 1);
        assert_eq!(Game::read(&before, &game.saved(&before)).as_ref(), Ok(&game));
    }

    #[test]
    fn a_streak_of_five_rounds_leads_to_level_8() {
        let mut game = Game::new(level(5), 1);
        for round in 1..=5 {
            assert_eq!((game.level.number(), game.streak), (5, round - 1));
            let mut state = game.fresh(&State::default());
            // Flip eight cards without clearing the board, then stop.
            let ones = tiles_of(&game, |value| value == Value::One);
            let others = tiles_of(&game, Value::is_multiplier);
            let chosen = ones.into_iter().chain(others).take(STREAK_CARDS);
            flip_all(&mut game, &mut state, chosen);
            game.stop().unwrap();
            game = game.next(&state).unwrap();
        }
        assert_eq!(game.level.number(), 8);
    }

    #[test]
    fn a_game_that_contradicts_its_position_is_refused() {
        let mut game = Game::new(level(2), 9);
        let mut state = game.fresh(&State::default());
        game.flip(&mut state, tiles_of(&game, |value| value == Value::One)[0]).unwrap();
        let saved = game.saved(&state);
        let check = |change: &dyn Fn(&mut game::Game), field: &str, message: &str| {
            let mut changed = saved.clone();
            change(&mut changed);
            let flaw = Game::read(&state, &changed).unwrap_err();
            assert_eq!((flaw.field, flaw.message.as_str()), (field, message));
        };
        let set = |name: &'static str, number| move |saved: &mut game::Game| _ = saved.numbers.insert(name.to_owned(), number);
        check(&set("level", 9), "numbers", "\"level\" is 9; expected 1 to 8");
        check(&set("coins", 50_001), "numbers", "\"coins\" is 50001; expected 0 to 50000");
        let other = "level, seed and round deal another board than the position shows";
        check(&set("round", 2), "seed", other);
        check(&|saved| saved.seed += 1, "seed", other);
        check(&|saved| _ = saved.numbers.remove("streak"), "numbers", "\"streak\" is missing");
        check(&|saved| saved.day = Some(Date::FIRST), "day", "the seed isn't that of this day");
        let not_over = "on these tiles the round isn't over: expected `None` or `Some(Stopped)`";
        check(&|saved| saved.end = Some(game::End::Solved), "end", not_over);
        check(&|saved| saved.kind = "run".to_owned(), "kind", "unknown game \"run\"; expected \"round\"");
    }

    proptest! {
        #[test]
        fn the_same_seed_deals_the_same_game(seed: u64, number in 1..=8_u8) {
            let (game, again) = (Game::new(level(number), seed), Game::new(level(number), seed));
            prop_assert_eq!(&game, &again);
            prop_assert!(game.matches_state(&game.fresh(&State::default())));
            let other = Game::new(level(number), seed.wrapping_add(1));
            let (fresh, other) = (game.fresh(&State::default()), other.fresh(&State::default()));
            prop_assert_eq!(game.matches_state(&other), fresh == other);
        }
    }

    #[test]
    fn boards_of_a_seed_never_change() {
        let mut game = Game::new(level(3), 7);
        let mut boards = Vec::new();
        for _ in 0..3 {
            boards.push(format!("{}: {}", game.level.number(), game.board.rows().join(" ")));
            let mut state = game.fresh(&State::default());
            let multipliers = tiles_of(&game, Value::is_multiplier);
            flip_all(&mut game, &mut state, multipliers.into_iter());
            game = game.next(&state).unwrap();
        }
        let known = ["3: 11V3V V12V1 11V13 12VV1 V2211", "4: 13VV2 21VV1 2121V VV21V 1V31V", "5: 231V1 1V12V VV2VV 13122 V2V1V"];
        assert_eq!(boards, known);
    }
}
