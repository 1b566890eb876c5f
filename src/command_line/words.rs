//! What the commands print, in one place: error messages, headings, and lines with numbers. Help texts are the doc comments of the
//! arguments.
//!
//! An error message is one line. It begins with the file that it is about, or with `quincunx:`, and says what to do about it.

use std::{fmt::Display, path::Path};

use crate::text::{grouped, listed};

// Every command

/// The arguments make no sense; the parser says why.
pub fn usage_error(explanation: &str) -> String {
    format!("quincunx: {explanation}")
}

/// A message of the argument parser, which repeats what was typed, with the most similar thing that exists.
pub fn did_you_mean(explanation: &str, similar: &str) -> String {
    format!("{explanation}: did you mean `{similar}`?")
}

/// The option is given, but nothing uses it.
pub fn no_effect(option: &str, on: &str) -> String {
    format!("quincunx: {option} has no effect on {on}")
}

/// Something failed that the user can do nothing about.
pub fn failed(error: &impl Display) -> String {
    format!("quincunx: {error}")
}

/// A file has an error that is at no particular line.
pub fn file_error(path: &Path, message: &str) -> String {
    format!("{}: {message}", path.display())
}

/// The puzzle's title, with the title of the document if it has one.
pub fn heading(puzzle: &str, title: Option<&str>) -> String {
    title.map_or_else(|| puzzle.to_owned(), |title| format!("{puzzle}: {title}"))
}

/// There is no puzzle with this key.
pub fn unknown_puzzle(key: &str, known: &[&str]) -> String {
    format!("quincunx: unknown puzzle `{key}`: choose {}", quoted(known))
}

pub fn quoted(keys: &[&str]) -> String {
    listed(keys.iter().map(|key| format!("`{key}`")), "or")
}

// solve

/// How many solutions a complete search found, how long it took, and which technique it used.
pub fn found(solutions: &str, elapsed: &str, technique: &str) -> String {
    format!("{solutions} in {elapsed} ({technique})")
}

/// A solution in the list. The detail may be empty.
pub fn solution(number: usize, title: &str, detail: &str) -> String {
    if detail.is_empty() { format!("{number}. {title}") } else { format!("{number}. {title}, {detail}") }
}

// new --difficulty

/// `--difficulty` was given for a puzzle that makes no challenges.
pub fn no_challenges(puzzle: &str) -> String {
    format!("quincunx: --difficulty: {puzzle} has no challenges")
}

// rate

/// The grade of a position, and the rater that found it.
pub fn grade(grade: &str, rater: u32) -> String {
    format!("{grade} (rater {rater})")
}

// compare

/// The headings of the columns.
pub const COLUMNS: [&str; 9] = ["technique", "solutions", "explored", "kept", "memory", "time", "range", "runs", "factor"];

/// The shortest and the longest of several runs.
pub fn range(shortest: &str, longest: &str) -> String {
    format!("{shortest} to {longest}")
}

// tournament

/// A player's share of the wins with its 95 % confidence interval, after their number.
pub fn share(share: f64, [low, high]: [f64; 2]) -> String {
    let [share, low, high] = [share, low, high].map(|share| 100.0 * share);
    format!("  {share:5.1} %, 95 % interval {low:.1} to {high:.1} %")
}

// simulate

/// How many rounds were won, with the 95 % confidence interval of the rate.
pub fn won(rate: f64, [low, high]: [f64; 2], won: u64, deals: u64) -> String {
    format!("won {rate:.4}, 95 % interval {low:.4} to {high:.4}  ({} of {})", grouped(won), grouped(deals))
}

// read

/// A clue or a tile looks like something that contradicts the rest of the board.
pub fn corrected(what: &str, seen: &str, value: &str) -> String {
    format!("Corrected: {what} looks like {seen}, but only {value} agrees with the rest\n")
}

/// Something in a picture is unclear. `confidence` is a share.
pub fn read_in_doubt(what: &str, value: &str, confidence: f32) -> String {
    format!("Check {what}: {value} ({:.0} % certain)\n", 100.0 * confidence)
}
