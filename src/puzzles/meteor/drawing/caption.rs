//! The caption of a solution in the list.

use crate::{
    board::Caption,
    puzzles::meteor::model::{geometry::Cell, solution::Solution},
};

/// Returns the caption: the placed pieces from the top, and below them the rows of the board, as far as there is space. It is unique among
/// the solutions of a position.
pub fn caption(solution: &Solution) -> Caption {
    let order: Vec<String> = solution.order().into_iter().map(|piece| piece.digit().to_string()).collect();
    let title = if order.is_empty() { "No pieces to place".to_owned() } else { format!("Pieces {}", order.join(" ")) };
    Caption { title, detail: rows(solution) }
}

/// The characters of the board, row by row, with a blank between rows.
pub fn rows(solution: &Solution) -> String {
    let rows = Cell::all().map(|cell| (cell, solution.symbol(cell)));
    rows.flat_map(|(cell, symbol)| (cell.column() == 0 && cell.row() > 0).then_some(' ').into_iter().chain([symbol])).collect()
}
