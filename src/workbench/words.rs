//! The texts of the workbench that people read: errors of files, refusals, notes on searches and comparisons.
//!
//! Messages are sentences without the full stop and begin in lower case, since the caller puts a place or a name before them.

use crate::text::listed;

// Files.

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

// Searches.

/// The live analysis crashed.
pub fn analysis_failed(message: &str) -> String {
    format!("the analysis failed: {message}")
}
