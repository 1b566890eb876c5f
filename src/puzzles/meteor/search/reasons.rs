//! Why a board is a dead end, in words.

use crate::{
    puzzles::meteor::{
        model::{geometry::Cells, pieces::PIECE_CELLS, problem::Problem},
        words,
    },
    text::counted,
};

/// A region of free cells whose size isn't a multiple of five.
pub fn gap(region: Cells) -> String {
    format!("leaves {}; every piece has {PIECE_CELLS}", words::gap(region.len(), PIECE_CELLS))
}

/// The number of free cells, which alone rules out every solution.
pub fn wrong_cell_count(problem: &Problem) -> String {
    let free = problem.free().len();
    if free.is_multiple_of(PIECE_CELLS) {
        format!("{} are too many for {}", counted(free as u64, "free cell"), counted(problem.remaining().len() as u64, "remaining piece"))
    } else {
        format!("{} can't be filled: every piece has {PIECE_CELLS}", counted(free as u64, "free cell"))
    }
}
