//! Why a board is a dead end, in words.

use crate::puzzles::meteor::{
    model::{geometry::Cells, pieces::PIECE_CELLS, problem::Problem},
    words,
};

/// A region of free cells whose size isn't a multiple of five.
pub fn gap(region: Cells) -> String {
    words::leaves_gap(region.len(), PIECE_CELLS)
}

/// The number of free cells, which alone rules out every solution.
pub fn wrong_cell_count(problem: &Problem) -> String {
    let free = problem.free().len();
    if free.is_multiple_of(PIECE_CELLS) {
        words::too_many_free_cells(free, problem.remaining().len())
    } else {
        words::wrong_number_of_free_cells(free, PIECE_CELLS)
    }
}
