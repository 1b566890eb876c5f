//! The texts of challenges, the clock, the daily puzzle and statistics.

use super::record::Standing;
use crate::{
    date::Date,
    game::{End, Game},
    text::{clock, counted},
};
use std::time::Duration;

// A challenge in progress.

/// The tooltip of giving up.
pub const GIVE_UP_HINT: &str = "End the challenge and show its solution step by step";

/// Below the headline of a wrong attempt.
pub fn wrong(reason: &str) -> String {
    format!("{reason}.")
}

// The next game.

/// Above the offer of a game.
pub fn play(puzzle: &str) -> String {
    format!("Play {puzzle}")
}

/// The button that starts a game.
pub const NEW_GAME: &str = "New game";

/// The tooltip of the daily puzzle.
pub fn todays_hint(shortcut: &str) -> String {
    format!("The same puzzle for everyone on this day ({shortcut})")
}

// The next challenge.

/// The field for the seed.
pub const SEED: &str = "Seed";
/// The tooltip of the seed.
pub const SEED_HINT: &str = "The same seed and grade give the same challenge; 0 gives a random one";
/// The button that makes a challenge.
pub const MAKE: &str = "Start challenge";
/// While a challenge is made.
pub const MAKING: &str = "Making a challenge…";
/// The button that stops that.
pub const STOP_MAKING: &str = "Stop";

/// The tooltip of choosing a challenge.
pub fn choose_hint(shortcut: &str) -> String {
    format!("Choose a challenge by its picture ({shortcut})")
}

/// The title of a challenge to choose.
pub fn card(grade: &str, seed: u64) -> String {
    format!("{grade} {seed}")
}

/// The spoken name of a grade.
pub fn grade(title: &str) -> String {
    format!("Grade: {title}")
}

/// A grade that the figure turns out to lack.
pub fn no_challenge(grade: &str) -> String {
    format!("This figure has no challenge of grade \"{grade}\" with this seed.")
}

/// The tooltip of the button that makes a challenge.
pub fn make_hint(about: &str, shortcut: &str) -> String {
    format!("{about} ({shortcut})")
}

// The result.

/// The button that starts the same challenge again.
pub const TRY_AGAIN: &str = "Try again";
/// The button that shows the solution.
pub const SHOW_SOLUTION: &str = "Show solution";

/// Time, grade, hints and mistakes of a challenge.
pub fn result(game: &Game) -> String {
    let mut parts = vec![clock(Duration::from_millis(game.elapsed_ms))];
    parts.extend(game.grade.map(|grade| grade.title().to_lowercase()));
    parts.push(if game.hints == 0 { "no hints".to_owned() } else { counted(game.hints.into(), "hint") });
    if game.mistakes > 0 {
        parts.push(counted(game.mistakes.into(), "mistake"));
    }
    parts.join(" · ")
}

/// The text to share, which spoils nothing.
pub fn shared(puzzle: &str, contest: &str, game: &Game) -> String {
    let which = match game.day {
        Some(day) => format!("daily puzzle {day}"),
        None if game.seed > 0 => format!("seed {}", game.seed),
        None => String::new(),
    };
    let end = match game.end {
        Some(End::Solved) => "solved in",
        Some(End::Lost) => "lost after",
        Some(End::Stopped) => "stopped after",
        Some(End::GivenUp) => "gave up after",
        None => "so far",
    };
    let head = ["Quincunx", puzzle, contest, &which].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ");
    format!("{head}\n{end} {}\n", result(&Game { grade: None, ..game.clone() }))
}

// The daily puzzle.

/// The section.
pub const DAILY: &str = "Daily puzzle";

/// The notice when the daily puzzle is opened or finished again.
pub fn played_before(day: Date) -> String {
    format!("You have played the daily puzzle of {day} before. Only its first game counts.")
}

/// How far the daily puzzle has come. Only challenges can be given up.
pub fn standing(standing: Standing, are_challenges: bool) -> &'static str {
    match standing {
        Standing::Untouched => "",
        Standing::Begun => "begun",
        Standing::NotSolved if are_challenges => "given up",
        Standing::NotSolved => "not solved",
        Standing::Solved => "solved",
    }
}

/// A date in the future.
pub fn not_yet(today: Date) -> String {
    format!("enter a date up to today, {today}")
}

/// The streak up to now and the longest one.
pub fn streaks(now: usize, longest: usize) -> String {
    format!("{now} (most: {longest})")
}

/// The grade of the challenge of the day.
pub fn daily_grade(grade: &str) -> String {
    format!("{grade} on this day")
}

/// The tooltip of the button that starts it.
pub fn daily_hint(day: Date) -> String {
    format!("The same puzzle for everyone on {day}")
}

/// The spoken name of a day of the calendar.
pub fn day(day: Date, standing: &str) -> String {
    if standing.is_empty() { day.to_string() } else { format!("{day}, {standing}") }
}

// Statistics.

/// How many games were played, solved, and solved without hints.
pub fn solved_of(solved: usize, played: usize) -> String {
    format!("{solved} of {played} solved")
}

/// How many of them without hints.
pub fn without_hints(count: usize) -> String {
    format!("{count} without hints")
}

/// The best and the median time.
pub fn times(best: &str, median: &str) -> String {
    format!("{best}, {median}")
}
