//! Why nothing can come of a board, in words.

use crate::{
    puzzles::meteor::model::{geometry::Cells, pieces::PIECE_CELLS, problem::Problem},
    text::counted,
};

/// Why nothing fits a cell, where all pieces left were tried in every way.
pub const STARVED: &str = "no piece that is left fits this cell";

/// What is wrong with a region whose size is no multiple of five.
pub fn hole(region: Cells) -> String {
    let size = region.len();
    let what = if size < PIECE_CELLS { format!("a hole of {}", counted(size as u64, "cell")) } else { format!("a region of {size} cells") };
    format!("{what} that pieces of {PIECE_CELLS} cannot fill")
}

/// Why the number of free cells alone allows no solution.
pub fn wrong_number(problem: &Problem) -> String {
    let (cells, pieces) = (counted(problem.free().len() as u64, "free cell"), counted(problem.left().len() as u64, "piece"));
    if problem.free().len().is_multiple_of(PIECE_CELLS) {
        format!("there are {cells}, more than the {pieces} left can cover")
    } else {
        format!("there are {cells}, which is no multiple of {PIECE_CELLS}")
    }
}
