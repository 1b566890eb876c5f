//! The texts of challenges, the clock, the daily puzzle and statistics.

use super::record::Standing;
use crate::{
    date::Date,
    game::{End, Game},
    text::{clock, counted},
};
use std::time::Duration;

// The clock.

/// The button that pauses the clock.
pub const PAUSE: &str = "Pause the clock";
/// The button that lets the clock run again.
pub const RESUME: &str = "Resume the clock";
/// In place of the button that pauses the clock, which stands while it is decided whether an attempt is the solution.
pub const CHECKING: &str = "Checking…";
/// In place of the clock.
pub const NO_GAME: &str = "No game in progress";
/// In place of the board.
pub const PAUSED: &str = "Paused";
/// Below it.
pub const PAUSED_HINT: &str = "The board is hidden until you continue.";
/// The button below that.
pub const CONTINUE: &str = "Continue";

// A challenge in progress.

/// The label of the number of hints.
pub const HINTS: &str = "Hints";
/// Its tooltip.
pub const HINTS_HINT: &str = "Challenges solved with hints have no time in the statistics";
/// The label of the number of mistakes.
pub const MISTAKES: &str = "Mistakes";
/// In place of that number.
pub const UNTIL_THE_END: &str = "hidden";
/// Whether mistakes are shown at once.
pub const SHOW_MISTAKES: &str = "Show mistakes at once";
/// Its tooltip.
pub const SHOW_MISTAKES_HINT: &str = "Say at once if a placement leaves no solution";
/// Ends the challenge.
pub const GIVE_UP: &str = "Give up";
/// Its tooltip.
pub const GIVE_UP_HINT: &str = "End the challenge and show its solution step by step";
/// On the card after a mistake.
pub const DEAD_END: &str = "No solution from here";
/// Below that headline.
pub const DEAD_END_HINT: &str = "A piece is in the wrong place. Undo, or move a piece.";
/// On the card after a wrong attempt.
pub const WRONG: &str = "Not solved";

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

/// The button that shows the position to play on, without a challenge.
pub const PLAY_FREELY: &str = "Play this position";
/// Its tooltip.
pub const PLAY_FREELY_HINT: &str = "Solve the position of this document, without a clock and a result";

/// The tooltip of the daily puzzle.
pub fn todays_hint(shortcut: &str) -> String {
    format!("The same puzzle for everyone on this day ({shortcut})")
}

// The next challenge.

/// The section.
pub const NEW_CHALLENGE: &str = "New challenge";
/// The field for the seed.
pub const SEED: &str = "Seed";
/// Its tooltip.
pub const SEED_HINT: &str = "The same seed and grade give the same challenge; 0 gives a random one";
/// The button that makes a challenge.
pub const MAKE: &str = "Start challenge";
/// While it is made.
pub const MAKING: &str = "Making a challenge…";
/// The button that stops that.
pub const STOP_MAKING: &str = "Stop";

/// The button that shows challenges to choose from.
pub const CHOOSE: &str = "Choose challenge…";

/// Its tooltip.
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

/// The heading of a solved challenge.
pub const SOLVED: &str = "Solved!";
/// The heading of one that was given up.
pub const GIVEN_UP: &str = "Given up";
/// The button that starts the next challenge.
pub const NEXT: &str = "Next challenge";
/// Its tooltip.
pub const NEXT_HINT: &str = "Another challenge of the grade chosen at the left";
/// The button that starts the same challenge again.
pub const TRY_AGAIN: &str = "Try again";
/// Its tooltip once the challenge is over.
pub const TRY_AGAIN_HINT: &str = "Play this challenge from the beginning; it doesn't count again";
/// Its tooltip while the challenge is in progress.
pub const START_OVER_HINT: &str = "Take back everything and start over; the clock runs on";
/// The button that shows the solution.
pub const SHOW_SOLUTION: &str = "Show solution";
/// Its tooltip once the challenge is over.
pub const SHOW_SOLUTION_HINT: &str = "Show the solution step by step in Solve mode";
/// The button that copies the result.
pub const SHARE: &str = "Share";
/// Its tooltip.
pub const SHARE_HINT: &str = "Copy the result as text, without the solution";

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
/// Below the clock of a daily puzzle that was played before.
pub const NOT_COUNTED_AGAIN: &str = "You have played this day before, so it doesn't count again.";
/// Below the clock of a challenge that is played again after it was given up.
pub const SOLUTION_IS_KNOWN: &str = "You have given this challenge up before, so it doesn't count again.";
/// Below the button that starts it again.
pub const PLAYED: &str = "Played before: doesn't count again";

/// The notice when the daily puzzle is opened or finished again.
pub fn played_before(day: Date) -> String {
    format!("You have played the daily puzzle of {day} before. Only its first game counts.")
}

/// The notice when the daily puzzle is opened while it is being played.
pub const ALREADY_PLAYED: &str = "You are playing this daily puzzle here";

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
/// The button that starts it.
pub const PLAY_DAILY: &str = "Play daily puzzle";
/// Its tooltip while the date is wrong.
pub const ENTER_DATE: &str = "Enter a valid date above";
/// The name of the field for the date.
pub const DATE: &str = "Date of the daily puzzle";
/// Its tooltip.
pub const DATE_HINT: &str = "Date of the daily puzzle; press Enter to play it";
/// The button before the date.
pub const PREVIOUS_DAY: &str = "Previous day";
/// The button after the date.
pub const NEXT_DAY: &str = "Next day";
/// A date in the future.
pub fn not_yet(today: Date) -> String {
    format!("enter a date up to today, {today}")
}

/// The heads of the columns of the calendar.
pub const WEEKDAYS: [&str; 7] = ["M", "T", "W", "T", "F", "S", "S"];
/// The label of the current streak.
pub const STREAK: &str = "Days in a row";
/// Its tooltip.
pub const STREAK_HINT: &str = "Daily puzzles solved in a row: now, and the most ever";

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

/// The section.
pub const STATISTICS: &str = "Statistics";
/// Without any results.
pub const NONE_YET: &str = "The results of your games appear here.";
/// The button that writes a spreadsheet.
pub const EXPORT: &str = "Export…";
/// Its tooltip.
pub const EXPORT_HINT: &str = "Save all results of this tab as a spreadsheet (CSV)";
/// The button that reads a spreadsheet.
pub const IMPORT: &str = "Import…";
/// Its tooltip.
pub const IMPORT_HINT: &str = "Add the results of a spreadsheet that was exported here";
/// The button that erases them.
pub const RESET: &str = "Reset…";
/// Its tooltip.
pub const RESET_HINT: &str = "Erase all results of this tab";
/// The label of the best and the median time.
pub const BEST: &str = "Best, median";
/// Its tooltip.
pub const BEST_HINT: &str = "Times of games that were solved without hints";
/// Where no time is known.
pub const NO_TIME: &str = "–";
/// The spoken name of the plot.
pub const PLOT: &str = "The last times, oldest first";

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
