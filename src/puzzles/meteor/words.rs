//! Texts of Meteor that are used in several places.
//!
//! Messages are sentences without the full stop; the window capitalizes their first letter.

use std::fmt::Display;

use crate::text::{counted, grouped};

/// A cell, by its row and column from 0.
pub fn cell(row: usize, column: usize) -> String {
    format!("row {}, column {}", row + 1, column + 1)
}

/// The number of solutions while they are being counted, or where counting was given up.
pub fn at_least(solutions: u64) -> String {
    format!("at least {}", grouped(solutions))
}

/// Why a piece of a challenge can't be moved.
pub fn is_given(piece: impl Display) -> String {
    format!("{piece} is given")
}

/// Free cells that no pieces fill.
pub fn gap(cells: usize, piece_cells: usize) -> String {
    let what = if cells < piece_cells { "gap" } else { "region" };
    format!("a {what} of {}", counted(cells as u64, "cell"))
}

/// The last step of a search trace.
pub const FOUND: &str = "every cell is covered: a solution";
/// The same where the search found two solutions at once.
pub const FOUND_WITH_TWIN: &str = "every cell is covered: a solution, and its half turn is another";
