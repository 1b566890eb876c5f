//! A solution in words: its title in lists, and what is said of its picture.

use crate::{
    board::Caption,
    puzzles::meteor::model::{geometry::Cell, solution::Solution},
};

/// What a person reads of a solution in lists: the placed pieces from the top on, and below them what lies in each row, as far as
/// there is room. No other solution of the position has the same.
pub fn caption(solution: &Solution) -> Caption {
    let order: Vec<String> = solution.order().into_iter().map(|piece| piece.digit().to_string()).collect();
    let title = if order.is_empty() { "No piece left to place".to_owned() } else { format!("Pieces {}", order.join(" ")) };
    Caption { title, detail: rows(solution) }
}

/// How to read a caption.
pub const ABOUT_CAPTIONS: &str = "The pieces in the order in which they are placed, from the upper left on. \
                                  Below, the board row by row: each digit is the piece on that cell.";

/// The characters of the board, row by row, with a blank between rows.
pub fn rows(solution: &Solution) -> String {
    let rows = Cell::all().map(|cell| (cell, solution.symbol(cell)));
    rows.flat_map(|(cell, symbol)| (cell.column() == 0 && cell.row() > 0).then_some(' ').into_iter().chain([symbol])).collect()
}
