//! The texts of the workbench that people read: errors of files, refusals, notes on searches and comparisons.
//!
//! Messages are sentences without the full stop and begin in lower case, since the caller puts a place or a name before them.

use std::{fmt::Display, time::Duration};

use crate::text::{counted, duration, grouped, listed};

// Files.

/// Follows the file's name.
pub fn unreadable(why: &str) -> String {
    format!("can't be read: {why}")
}

/// Follows the file's name.
pub fn unwritable(why: &str) -> String {
    format!("can't be written: {why}")
}

/// Follows the file's name.
pub fn too_large(most_bytes: u64) -> String {
    format!("is larger than {} MiB, so it isn't a Quincunx file", most_bytes >> 20)
}

/// A text is too long to be a position.
pub fn text_too_long(most_bytes: usize) -> String {
    format!("the text is longer than {} KiB, so it isn't a position", most_bytes >> 10)
}

/// A place in a file, before the message.
pub fn place(line: usize, column: usize) -> String {
    format!("line {line}, column {column}")
}

/// The text is another program's.
pub fn not_our_file(name: &str) -> String {
    format!("not a Quincunx file: expected `{name}(` at the start")
}

/// The file is newer than this program.
pub fn newer_version(version: u32, newest_known: u32) -> String {
    format!("this file has version {version}, but this Quincunx only reads version {newest_known}; open it with a newer Quincunx")
}

/// The version was never released.
pub fn no_such_version(version: u32, newest: u32) -> String {
    format!("there is no version {version}; the newest is {newest}")
}

/// The file names a puzzle that doesn't exist. `alternatives` lists those that do.
pub fn unknown_puzzle(key: &str, alternatives: &str) -> String {
    format!("unknown puzzle {key:?}; {alternatives}")
}

/// The position belongs to another puzzle than the one expected.
pub fn other_puzzle(found: &str, expected: &str) -> String {
    format!("this position belongs to the puzzle {found:?}, not to {expected:?}")
}

/// The introduction, then the names that are possible: "the puzzles are `a`, `b` and `c`".
pub fn alternatives(names: &[&str], introduction: &str) -> String {
    if names.is_empty() {
        return "nothing is allowed here".to_owned();
    }
    format!("{introduction} {}", listed(names.iter().map(|name| format!("`{name}`")), "and"))
}

// What is wrong at a place in a file.

/// Another value than this is found.
pub fn expected(what: &str) -> String {
    format!("expected {what}")
}

/// One value is found where another is expected.
pub fn expected_not(expected: &str, found: &str) -> String {
    format!("expected {expected}, not {found}")
}

/// A field that the structure doesn't have. `alternatives` lists those that it has.
pub fn unknown_field(found: &str, alternatives: &str) -> String {
    format!("unknown field `{found}`; {alternatives}")
}

/// A field is absent.
pub fn missing_field(field: &str) -> String {
    format!("the field `{field}` is missing")
}

/// A field appears more than once.
pub fn duplicate_field(field: &str) -> String {
    format!("the field `{field}` appears twice")
}

/// A variant that doesn't exist. `alternatives` lists those that do.
pub fn unknown_variant(found: &str, alternatives: &str) -> String {
    format!("unknown value `{found}`; {alternatives}")
}

/// A name before a bracket that isn't the structure's.
pub fn unexpected_name(found: &str) -> String {
    format!("unexpected `{found}` before this bracket")
}

/// A list or tuple has the wrong length.
pub fn wrong_length(expected: &str, found: usize) -> String {
    format!("expected {expected}, not {}", counted(found as u64, "element"))
}

// Searches.

/// The system refuses a new thread.
pub fn thread_refused(why: impl Display) -> String {
    format!("couldn't start a thread: {why}")
}

/// The search crashed.
pub fn search_failed(message: &str) -> String {
    format!("the search failed: {message}")
}

/// The live analysis crashed.
pub fn analysis_failed(message: &str) -> String {
    format!("the analysis failed: {message}")
}

/// The search for hints crashed.
pub fn hint_failed(message: &str) -> String {
    format!("the hint failed: {message}")
}

/// The search behind a search trace crashed.
pub fn trace_failed(message: &str) -> String {
    format!("the search trace failed: {message}")
}

/// A search was stopped because the position or the technique changed and it can't be paused. `technique` begins with a capital.
pub fn stopped_instead_of_paused(technique: &str, elapsed: Duration) -> String {
    format!("{technique} can't be paused, so it was stopped after {}; undo to see its solutions again", duration(elapsed))
}

// Games in files.

/// A game in a save file that can't be continued, for this reason.
pub fn game_not_continued(why: &str) -> String {
    format!("the game can't be continued: {why}")
}

// Games in files.

/// The title of a challenge, and what contradicts one in a file.
pub mod challenge {
    use crate::{challenge::Grade, date::Date};

    /// The title of a challenge.
    pub fn title(grade: Grade, seed: u64, day: Option<Date>) -> String {
        match day {
            Some(day) => format!("Daily puzzle {day}, {}", grade.key()),
            None => format!("{} challenge {seed}", grade.title()),
        }
    }
}

// Paused searches in files.

/// A paused search of a file is ignored for this reason.
pub fn not_restored(why: &str) -> String {
    format!("{why}; the search wasn't restored")
}

/// The technique of a paused search doesn't exist or has no tasks.
pub fn technique_cannot_resume(technique: &str) -> String {
    format!("the paused search uses the technique {technique:?}, which can't resume searches")
}

/// A paused search identifies itself as that of another position.
pub fn paused_in_another_position(found: &str, expected: &str) -> String {
    format!("the paused search belongs to another position: expected {expected}, not {found}")
}

/// The shares of a paused search's tasks add up to more than 1.
pub fn task_shares_too_large(sum: f64) -> String {
    format!("the tasks of the paused search have shares that add up to {sum}, which is more than 1")
}

/// A count of a paused search is larger than any search gets.
pub fn paused_count_too_large(count: u64, most: u64) -> String {
    format!("the paused search has the count {}, but the largest is {}", grouped(count), grouped(most))
}

// Hints and search traces.

/// In place of a hint: the position has a flaw, the nth of several.
pub fn no_hint_yet(flaw: &str, number: usize, flaws: usize) -> String {
    if flaws == 1 { format!("no hint yet: {flaw}") } else { format!("no hint yet ({number} of {flaws}): {flaw}") }
}

/// The remark on a dead end.
pub fn dead_end(reason: &str) -> String {
    format!("Dead end: {reason}")
}

// What follows the reason why a position has no solution.

/// This many edits lead back to a solvable position.
pub fn undo_to_solvable(edits: usize) -> String {
    let often = if edits == 1 { "once".to_owned() } else { counted(edits as u64, "time") };
    format!(". Undo {often} to get back to a solvable position")
}

/// This many moves lead back to a solvable position.
pub fn take_back_to_solvable(moves: usize) -> String {
    format!(". Take back {} to get to a solvable position", counted(moves as u64, "move"))
}

// Comparisons.

/// A technique ran out of time.
pub fn stopped_after(limit: Duration) -> String {
    format!("stopped after {}", duration(limit))
}

/// A technique crashed.
pub fn failed(message: &str) -> String {
    format!("failed: {message}")
}

/// Techniques found the same number of the same solutions.
pub fn techniques_agree(techniques: usize, of: usize, solutions: &str) -> String {
    let who = if techniques == of { format!("All {of}") } else { format!("{techniques} of {of}") };
    format!("{who} found the same {solutions}")
}
