//! The results of finished games: statistics, days played in a row, and their form in a spreadsheet.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

use serde::{Deserialize, Serialize};

use crate::{
    date::Date,
    game::{End, Game},
};

/// The most results that are kept for a puzzle; the oldest are dropped.
pub const MOST: usize = 5_000;

/// How many of the last times statistics have.
const RECENT: usize = 20;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The day on which it ended.
    pub on: Date,
    /// The game, without its moves.
    pub game: Game,
}

impl GameResult {
    /// The result of a game that ended on this day.
    pub fn new(on: Date, game: Game) -> Self {
        Self { on, game: Game { moves: Vec::new(), is_counted: true, ..game } }
    }

    /// Whether the player solved it.
    pub fn is_solved(&self) -> bool {
        self.game.end == Some(End::Solved)
    }
}

/// Adds a result, and drops the oldest if there are too many.
pub fn add(results: &mut Vec<GameResult>, result: GameResult) {
    results.push(result);
    let surplus = results.len().saturating_sub(MOST);
    results.drain(..surplus);
}

/// Statistics of games that can be compared with one another.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The number of games.
    pub played: usize,
    /// How many of them were solved.
    pub solved: usize,
    /// How many of these without hints.
    pub without_hints: usize,
    /// The number of games without hints, solved or not.
    pub unaided: usize,
    /// How many of these were solved without a mistake.
    pub first_tries: usize,
    /// The shortest time of a game that was solved without hints, in milliseconds.
    pub best_ms: Option<u64>,
    /// The median time of these games; of an even number, the lower of the two in the middle.
    pub median_ms: Option<u64>,
    /// The last of these times, oldest first.
    pub recent_ms: Vec<u64>,
}

impl Statistics {
    /// The statistics of these games.
    pub fn of<'a>(results: impl IntoIterator<Item = &'a GameResult>) -> Self {
        let mut statistics = Self::default();
        let mut times = Vec::new();
        for result in results {
            statistics.played += 1;
            statistics.solved += usize::from(result.is_solved());
            statistics.unaided += usize::from(result.game.hints == 0);
            if result.is_solved() && result.game.hints == 0 {
                times.push(result.game.elapsed_ms);
                statistics.first_tries += usize::from(result.game.mistakes == 0);
            }
        }
        statistics.without_hints = times.len();
        statistics.recent_ms = times[times.len().saturating_sub(RECENT)..].to_vec();
        times.sort_unstable();
        statistics.best_ms = times.first().copied();
        statistics.median_ms = times.len().checked_sub(1).map(|last| times[last / 2]);
        statistics
    }
}

/// The days whose daily puzzle was played, on that day or later, and whether it was solved. Only the first game of a day counts, since
/// the player knows it when playing again.
pub fn days(results: &[GameResult]) -> BTreeMap<Date, bool> {
    let mut days = BTreeMap::new();
    for result in results {
        if let Some(day) = result.game.day {
            days.entry(day).or_insert(result.is_solved());
        }
    }
    days
}

/// Drops all but the first result of each daily puzzle.
pub fn keep_first_of_days(results: &mut Vec<GameResult>) {
    let mut days = BTreeSet::new();
    results.retain(|result| result.game.day.is_none_or(|day| days.insert(day)));
}

/// How many days in a row have their puzzle solved: up to today or yesterday, and the most ever. `days` says which days are solved.
pub fn streaks(days: &BTreeMap<Date, bool>, today: Date) -> (usize, usize) {
    let (mut longest, mut current, mut length) = (0, 0, 0);
    let mut before = None;
    for &day in days.iter().filter(|(_, is_solved)| **is_solved).map(|(day, _)| day) {
        length = if before.is_some() && day.previous() == before { length + 1 } else { 1 };
        longest = longest.max(length);
        if day == today || Some(day) == today.previous() {
            current = length;
        }
        before = Some(day);
    }
    (current, longest)
}

/// Writes the results of the puzzle with this key as a spreadsheet: comma-separated values with a heading, newest first.
pub fn to_csv(puzzle: &str, results: &[GameResult]) -> String {
    let mut text = "date,puzzle,game,grade,numbers,seed,day,seconds,hints,mistakes,points,end,step\n".to_owned();
    let mut newest_first: Vec<&GameResult> = results.iter().rev().collect();
    newest_first.sort_by_key(|result| Reverse(result.on));
    for GameResult { on, game } in newest_first {
        let numbers: Vec<String> = game.numbers.iter().map(|(name, number)| format!("{name}={number}")).collect();
        let fields = [
            on.to_string(),
            puzzle.to_owned(),
            game.kind.clone(),
            game.grade.map(|grade| grade.key().to_owned()).unwrap_or_default(),
            numbers.join(" "),
            game.seed.to_string(),
            game.day.map(|day| day.to_string()).unwrap_or_default(),
            format!("{}.{:03}", game.elapsed_ms / 1_000, game.elapsed_ms % 1_000),
            game.hints.to_string(),
            game.mistakes.to_string(),
            game.points.to_string(),
            game.end.map(|end| end.key().to_owned()).unwrap_or_default(),
            game.step.map(|step| step.title().to_owned()).unwrap_or_default(),
        ];
        text += &(fields.join(",") + "\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::challenge::Grade;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn result(on: &str, seconds: u64, hints: u32, end: End) -> GameResult {
        let game = Game { grade: Some(Grade::Hard), seed: 7, elapsed_ms: 1_000 * seconds, hints, end: Some(end), ..Game::new("challenge") };
        GameResult::new(day(on), game)
    }

    #[test]
    fn only_games_solved_without_hints_have_times() {
        let results = [
            (30, 0, End::Solved),
            (10, 0, End::Solved),
            (5, 1, End::Solved),
            (20, 0, End::Solved),
            (1, 0, End::GivenUp),
            (90, 0, End::Solved),
        ];
        let results = results.map(|(seconds, hints, end)| result("2026-11-22", seconds, hints, end));
        let expected = Statistics {
            played: 6,
            solved: 5,
            without_hints: 4,
            unaided: 5,
            first_tries: 4,
            best_ms: Some(10_000),
            median_ms: Some(20_000),
            recent_ms: vec![30_000, 10_000, 20_000, 90_000],
        };
        assert_eq!(Statistics::of(&results), expected);
        assert_eq!(Statistics::of(&[]), Statistics::default());
    }

    #[test]
    fn a_streak_lasts_until_a_day_is_missed() {
        let days = |texts: &[&str]| texts.iter().map(|text| (day(text), true)).collect::<BTreeMap<_, _>>();
        let played = days(&["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-01", "2026-03-04", "2026-03-05"]);
        assert_eq!(streaks(&played, day("2026-03-05")), (2, 4));
        assert_eq!(streaks(&played, day("2026-03-06")), (2, 4), "today's may still come");
        assert_eq!(streaks(&played, day("2026-03-07")), (0, 4));
        assert_eq!(streaks(&days(&[]), day("2026-03-07")), (0, 0));
    }

    #[test]
    fn only_the_first_game_of_a_day_counts() {
        let daily = |text: &str, end| {
            let result = result("2026-03-05", 5, 0, end);
            GameResult { game: Game { day: Some(day(text)), ..result.game }, ..result }
        };
        let results = [
            daily("2026-03-03", End::Solved),
            daily("2026-03-04", End::GivenUp),
            daily("2026-03-04", End::Solved),
            daily("2026-03-05", End::Solved),
            daily("2026-03-05", End::GivenUp),
            result("2026-03-06", 5, 0, End::Solved),
        ];
        let days = days(&results);
        assert_eq!(days, [(day("2026-03-03"), true), (day("2026-03-04"), false), (day("2026-03-05"), true)].into());
        assert_eq!(streaks(&days, day("2026-03-05")), (1, 1));
    }

    #[test]
    fn a_spreadsheet_has_a_line_for_each_result() {
        let mut daily = result("2026-11-22", 61, 2, End::Lost);
        daily.game = Game { day: Some(day("2026-11-21")), mistakes: 3, elapsed_ms: 61_007, ..daily.game };
        daily.game.numbers = [("coins".to_owned(), 12), ("level".to_owned(), 3)].into();
        let text = to_csv("soma", &[result("2026-11-21", 5, 0, End::Solved), daily]);
        let expected = "date,puzzle,game,grade,numbers,seed,day,seconds,hints,mistakes,points,end,step\n\
                        2026-11-22,soma,challenge,hard,coins=12 level=3,7,2026-11-21,61.007,2,3,0,lost,\n\
                        2026-11-21,soma,challenge,hard,,7,,5.000,0,0,0,solved,\n";
        assert_eq!(text, expected);
    }
}
