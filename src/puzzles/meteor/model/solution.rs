//! Solutions, and what is known of all solutions together.

use serde::{Serialize, Serializer};

use super::{
    geometry::{CELLS, COLUMNS, Cell, Cells},
    pieces::{Piece, PieceSet, Placement},
    state::{Square, Squares},
};

/// A filled board, or a part of one: for each cell the digit of its piece, `#` if it is blocked, or `.` while it is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution {
    symbols: [u8; CELLS],
    placed: PieceSet,
}

impl Solution {
    /// The board before the search places anything.
    pub(in crate::puzzles::meteor) fn of_pins(board: &Squares) -> Self {
        let mut symbols = [b'.'; CELLS];
        for cell in Cell::all() {
            symbols[cell.index()] = board[cell].symbol() as u8;
        }
        Self { symbols, placed: PieceSet::NONE }
    }

    /// The solution with one more piece.
    pub(in crate::puzzles::meteor) fn with(mut self, placement: Placement) -> Self {
        self.place(placement);
        self
    }

    /// Places one more piece.
    pub(in crate::puzzles::meteor) fn place(&mut self, placement: Placement) {
        for cell in placement.cells.iter() {
            self.put(cell, placement.piece.digit());
        }
        self.placed = self.placed.with(placement.piece);
    }

    /// The half turn of the board: its cells in reverse order.
    pub(in crate::puzzles::meteor) fn half_turn(mut self) -> Self {
        self.symbols.reverse();
        self
    }

    /// Sets the character of a cell.
    pub(in crate::puzzles::meteor) fn put(&mut self, cell: Cell, symbol: char) {
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

    /// The pieces that the search placed. All others were pinned.
    pub fn placed(&self) -> PieceSet {
        self.placed
    }

    /// The pieces that the search placed, in the order of their first cells. This is the order in which it placed them.
    pub fn order(&self) -> Vec<Piece> {
        let mut order = Vec::with_capacity(self.placed.len());
        for piece in Cell::all().filter_map(|cell| self.piece(cell)) {
            if self.placed.contains(piece) && !order.contains(&piece) {
                order.push(piece);
            }
        }
        order
    }

    /// The board after this many steps: the pins, and the first pieces in [`Self::order`].
    pub fn after(&self, steps: usize) -> Squares {
        let order = self.order();
        let hidden = &order[steps.min(order.len())..];
        let mut board = Squares::default();
        for cell in Cell::all() {
            board[cell] = match self.piece(cell) {
                Some(piece) if hidden.contains(&piece) => Square::Free,
                Some(piece) => Square::Pinned(piece),
                // A partial solution has free cells.
                None => Square::from_symbol(self.symbol(cell)).unwrap_or(Square::Blocked),
            };
        }
        board
    }

    /// The characters of all cells, row by row.
    pub fn text(&self) -> String {
        self.symbols.iter().copied().map(char::from).collect()
    }
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.text())
    }
}

/// The smallest and the largest of all solutions, compared as text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// The smallest solution.
    pub smallest: Option<Solution>,
    /// The largest solution.
    pub largest: Option<Solution>,
}

impl Summary {
    /// Includes one more solution.
    pub fn add(&mut self, solution: &Solution) {
        self.smallest = Some(self.smallest.map_or(*solution, |smallest| smallest.min(*solution)));
        self.largest = Some(self.largest.map_or(*solution, |largest| largest.max(*solution)));
    }

    /// The smallest and the largest, if there are any.
    pub fn extremes(&self) -> Option<[Solution; 2]> {
        self.smallest.zip(self.largest).map(|(smallest, largest)| [smallest, largest])
    }
}

/// The output that the Meteor contest asks for: the number of solutions, the smallest and the largest.
pub fn contest_output(count: u64, summary: &Summary) -> String {
    let boards = summary.smallest.iter().chain(&summary.largest).map(|solution| format!("{}\n", contest_board(solution)));
    format!("{count} solutions found\n\n{}", boards.collect::<String>())
}

/// Formats each cell with a blank after it; odd rows are indented by one more.
fn contest_board(solution: &Solution) -> String {
    let cells = Cell::all().map(|cell| {
        let indent = if cell.column() == 0 && cell.row() % 2 == 1 { " " } else { "" };
        let end = if cell.column() + 1 == COLUMNS { "\n" } else { "" };
        format!("{indent}{} {end}", solution.symbol(cell))
    });
    cells.collect()
}
