//! A game on the position of a document as plain data: what is played, how far it has come, and its clock. Reads no clock itself.
//!
//! A position alone doesn't say that somebody plays on it, with which seed, for how long and with how many hints. All puzzles keep that in
//! the same form, which is also the form in save files. What a deal hides is never in it: a seed deals it again.

use std::{collections::BTreeMap, time::Duration};

use serde::{Deserialize, Serialize};

use crate::{
    challenge::{Grade, Step},
    date::Date,
    text::{listed, quoted},
};

/// The kind of a game in which the position is a challenge to be solved.
pub const CHALLENGE: &str = "challenge";

/// The longest time between two ticks that counts. The window draws its clock once a second, so after a longer time, none of which counts,
/// it wasn't seen, or the computer slept.
const LONGEST_TICK: Duration = Duration::from_secs(3);

/// A game in progress or finished: the field `game` of a save file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// What is played, in the puzzle's own word, such as "run"; [`CHALLENGE`] in puzzles without games of their own.
    pub kind: String,
    /// The grade of a challenge.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grade: Option<Grade>,
    /// The kind of the one step that is asked for, if the challenge is an exercise.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<Step>,
    /// The seed of what was dealt; 0 if nothing was.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub seed: u64,
    /// The date, if it is the puzzle of that day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<Date>,
    /// The puzzle's own numbers by name, such as the level.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub numbers: BTreeMap<String, u64>,
    /// What the player has done, oldest first and in the puzzle's notation, unless the position says it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// How long it has been played, in milliseconds.
    pub elapsed_ms: u64,
    /// The number of hints taken.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hints: u32,
    /// The number of mistakes made.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub mistakes: u32,
    /// What was won in it, such as coins.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub points: u64,
    /// How it ended, if it is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
    /// Whether it can't count any more: its result is among the statistics, or it isn't worth one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_counted: bool,
    /// Whether it has ended before, so that its clock has stopped for good, though it isn't at an end now: a move was taken back, or
    /// another line of it is shown.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_ended: bool,
}

fn is_zero<N: Default + PartialEq>(number: &N) -> bool {
    *number == N::default()
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum End {
    /// The player solved it or won.
    Solved,
    /// The player lost.
    Lost,
    /// Nobody won.
    Drawn,
    /// The player stopped early and keeps what was won.
    Stopped,
    /// The player asked for the solution.
    GivenUp,
}

impl End {
    /// Its name in spreadsheets.
    pub fn key(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Lost => "lost",
            Self::Drawn => "drawn",
            Self::Stopped => "stopped",
            Self::GivenUp => "given-up",
        }
    }
}

impl Game {
    /// Starts a game of this kind.
    pub fn new(kind: &str) -> Self {
        Self { kind: kind.to_owned(), ..Self::default() }
    }

    /// Returns whether only one step of a challenge is asked for.
    pub fn is_exercise(&self) -> bool {
        self.step.is_some()
    }

    /// Returns one of its numbers.
    ///
    /// # Errors
    /// The flaw that it is missing.
    pub fn number(&self, name: &str) -> Result<u64, GameFlaw> {
        self.numbers.get(name).copied().ok_or_else(|| GameFlaw::new("numbers", format!("\"{name}\" is missing")))
    }

    /// Checks that the daily puzzle has the seed of that day.
    ///
    /// # Errors
    /// The flaw that it has another one.
    pub fn check_day(&self) -> Result<(), GameFlaw> {
        let is_other = self.day.is_some_and(|day| day.seed() != self.seed);
        if is_other { Err(GameFlaw::new("day", "the seed isn't that of this day")) } else { Ok(()) }
    }

    /// Returns whether the player has done anything that the position doesn't say.
    pub fn has_begun(&self) -> bool {
        !self.moves.is_empty() || 0 < self.hints || 0 < self.mistakes || self.end.is_some()
    }

    /// Returns the same game with the time that this clock shows.
    pub fn at(self, clock: &Clock) -> Self {
        Self { elapsed_ms: clock.elapsed_ms(), ..self }
    }

    /// Returns whether both are the same game equally far, whatever their clocks show.
    pub fn is_as_far_as(&self, other: &Self) -> bool {
        let Self { kind, grade, step, seed, day, numbers, moves, elapsed_ms: _, hints, mistakes, points, end, is_counted: _, has_ended: _ } =
            self;
        (kind, grade, step, seed, day, numbers) == (&other.kind, &other.grade, &other.step, &other.seed, &other.day, &other.numbers)
            && (moves, hints, mistakes, points, end) == (&other.moves, &other.hints, &other.mistakes, &other.points, &other.end)
    }
}

/// Why a saved game can't be continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFlaw {
    /// The field of the game.
    pub field: &'static str,
    /// What is wrong and what is expected: a sentence without the full stop.
    pub message: String,
}

impl GameFlaw {
    /// A flaw of this field.
    pub fn new(field: &'static str, message: impl Into<String>) -> Self {
        Self { field, message: message.into() }
    }

    /// A puzzle that has no such games; these are the ones it has.
    pub fn unknown_kind(kind: &str, known: &[&str]) -> Self {
        let known = known.iter().map(|kind| format!("\"{kind}\"")).collect::<Vec<_>>();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let message = match known.as_slice() {
            [] => "this puzzle has no games to save".to_owned(),
            known => format!("unknown game \"{}\"; expected {}", quoted(kind), listed(known, "or")),
        };
        Self::new("kind", message)
    }
}

/// The clock of a game. It runs from tick to tick, so it is stopped while nobody calls it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    elapsed: Duration,
    /// The last tick, while it runs.
    ticked: Option<Duration>,
}

impl Clock {
    /// A clock that shows this time, in milliseconds, and is stopped.
    pub fn showing(elapsed_ms: u64) -> Self {
        Self { elapsed: Duration::from_millis(elapsed_ms), ..Self::default() }
    }

    /// Advances it to the present. From then on it runs, or is stopped.
    pub fn tick(&mut self, now: Duration, runs: bool) {
        if let Some(ticked) = self.ticked {
            let tick = Some(now.saturating_sub(ticked)).filter(|tick| *tick <= LONGEST_TICK);
            self.elapsed = self.elapsed.saturating_add(tick.unwrap_or_default());
        }
        self.ticked = runs.then_some(now);
    }

    /// Stops it at the time that it shows.
    pub fn stop(&mut self) {
        self.ticked = None;
    }

    /// The time that it shows.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// The time that it shows, in milliseconds.
    pub fn elapsed_ms(&self) -> u64 {
        u64::try_from(self.elapsed.as_millis()).unwrap_or(u64::MAX)
    }

    /// How long it takes until the next second begins, while it runs.
    pub fn until_next_second(&self) -> Option<Duration> {
        self.ticked.map(|_| Duration::from_secs(1) - Duration::from_nanos(self.elapsed.subsec_nanos().into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn the_clock_is_stopped_while_it_is_paused_or_nobody_sees_it() {
        let mut clock = Clock::showing(1_000);
        for (now, runs) in [(10, true), (11, true), (12, false), (20, true), (22, true)] {
            clock.tick(seconds(now), runs);
        }
        assert_eq!(clock.elapsed(), seconds(1 + 2 + 2));
        assert_eq!(clock.until_next_second(), Some(seconds(1)));
        clock.tick(seconds(23), false);
        assert_eq!((clock.elapsed_ms(), clock.until_next_second()), (6_000, None));
        clock.tick(seconds(60), true);
        clock.tick(seconds(3_660), true);
        assert_eq!(clock.elapsed(), seconds(6), "the computer slept for an hour");
        clock.tick(seconds(3_661), true);
        assert_eq!(clock.elapsed(), seconds(7));
    }

    #[test]
    fn the_shortest_game_is_short_in_a_file() {
        let text = ron::to_string(&Game { seed: 7, ..Game::new("run") }).unwrap();
        assert_eq!(text, "(kind:\"run\",seed:7,elapsed_ms:0)");
        assert_eq!(ron::from_str(&text), Ok(Game { seed: 7, ..Game::new("run") }));
    }
}
