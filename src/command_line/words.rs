//! What several commands print.
//!
//! An error message is one line. It begins with the file that it is about, or with `quincunx:`, and says what to do about it.

use std::{fmt::Display, path::Path};

use base::text::listed;

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

/// The keys that can be chosen, as they are typed.
pub fn quoted(keys: &[&str]) -> String {
    listed(keys.iter().map(|key| format!("`{key}`")), "or")
}

/// `--difficulty` was given for a puzzle that makes no challenges.
pub fn no_challenges(puzzle: &str) -> String {
    format!("quincunx: --difficulty: {puzzle} has no challenges")
}
