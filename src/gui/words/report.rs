//! The report about a problem.

use crate::text::counted;

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
