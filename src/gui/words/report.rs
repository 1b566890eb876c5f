//! The report about a problem.

use crate::text::counted;

/// The heading.
pub const TITLE: &str = "Save a report";
/// What the report is for.
pub const ABOUT: &str = "If something goes wrong, save this report, read it, and add it to the description of the problem. It has the version, \
                         the system, your settings and the last messages, which may name files. Quincunx sends nothing: give the file to \
                         anyone you choose, such as the person who gave you the program.";
/// The name of the report's text.
pub const TEXT: &str = "Report";
/// The label of the switch.
pub const WITH_DOCUMENT: &str = "Add this document: its position, title, note and searches";
/// The button.
pub const SAVE: &str = "Save…";
/// The suggested name of the file.
pub const FILE: &str = "quincunx-report.txt";

/// The heading of the open documents.
pub const DOCUMENTS: &str = "Open documents";
/// The heading of the settings.
pub const SETTINGS: &str = "Settings";
/// The heading of the log.
pub const MESSAGES: &str = "Last messages (times are UTC)";
/// The heading of the document.
pub const DOCUMENT: &str = "Document";

/// What is known about the system.
pub fn system(facts: &[String]) -> String {
    format!("System: {}", facts.join(", "))
}

/// The window's size in points, the number of pixels to a point, and whether it is dark.
pub fn window(width: f32, height: f32, pixels_per_point: f32, is_dark: bool) -> String {
    let theme = if is_dark { "dark" } else { "light" };
    format!("Window: {width:.0} x {height:.0} points at scale {pixels_per_point}, {theme}")
}

/// How many documents of a puzzle are open.
pub fn documents(puzzle: &str, open: usize, unsaved: usize, searching: usize) -> String {
    format!("{puzzle}: {}, {unsaved} unsaved, {searching} searching", counted(open as u64, "document"))
}

/// That a variable of the environment has a value.
pub fn is_set(name: &str) -> String {
    format!("{name} is set")
}
