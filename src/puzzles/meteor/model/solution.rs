//! Solutions on the contest's board, as its searches find them.

use super::{
    geometry::{CELLS, Cell, Cells},
    pieces::{Piece, Placement},
};

/// A filled board, or a part of one: for each cell the digit of its piece, `#` if it is blocked, or `.` while it is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution {
    symbols: [u8; CELLS],
}

impl Solution {
    /// A board with this character on all cells.
    pub fn filled(symbol: char) -> Self {
        Self { symbols: [symbol as u8; CELLS] }
    }

    /// The solution with one more piece.
    pub fn with(mut self, placement: Placement) -> Self {
        self.place(placement);
        self
    }

    /// Places one more piece.
    pub fn place(&mut self, placement: Placement) {
        for cell in placement.cells.iter() {
            self.put(cell, placement.piece.digit());
        }
    }

    /// The half turn of the board: its cells in reverse order.
    pub fn half_turn(mut self) -> Self {
        self.symbols.reverse();
        self
    }

    /// Sets the character of a cell.
    pub fn put(&mut self, cell: Cell, symbol: char) {
        self.symbols[cell.index()] = symbol as u8;
    }

    /// The character of a cell.
    pub fn symbol(&self, cell: Cell) -> char {
        char::from(self.symbols[cell.index()])
    }

    /// The piece on a cell; `None` on a blocked or free one.
    pub fn piece(&self, cell: Cell) -> Option<Piece> {
        Piece::from_digit(self.symbol(cell))
    }

    /// The cells that a piece covers.
    pub fn cells(&self, piece: Piece) -> Cells {
        Cell::all().filter(|&cell| self.piece(cell) == Some(piece)).collect()
    }
}
