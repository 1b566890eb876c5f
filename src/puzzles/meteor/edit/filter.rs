//! The filter and the orders of the list: only solutions with certain pieces in certain places, or that cover certain cells, or only one of
//! two half-turn twins.

use crate::{
    board::{By, Order},
    puzzles::meteor::{
        Meteor,
        model::{
            geometry::{Cell, Cells},
            pieces::{PIECE_CELLS, Piece, Placement},
            solution::Solution,
            state::{Square, State},
        },
        words,
    },
};

/// What a solution must have to be listed. Empty by default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// The solution must have all of these.
    pub fixed: Vec<Placement>,
    /// Pieces, in order, with the cells that they must cover, among others.
    pub covering: Vec<(Piece, Cells)>,
    /// Of two solutions that are half turns of each other and would both be listed, only the one that comes first as text is.
    pub hides_twins: bool,
    /// Only these two are listed: the smallest and the largest of all solutions as text.
    pub extremes: Option<[Solution; 2]>,
}

impl Filter {
    /// Fixes this placement, and no other of its piece; or releases it, if it was fixed.
    pub fn toggle(&mut self, placement: Placement) {
        let was_fixed = self.fixed.contains(&placement);
        self.fixed.retain(|other| other.piece != placement.piece);
        if !was_fixed {
            self.fixed.push(placement);
            self.fixed.sort_unstable();
        }
    }

    /// The cells that this piece must cover.
    pub fn cells_for(&self, piece: Piece) -> Cells {
        self.covering.iter().find(|(other, _)| *other == piece).map_or(Cells::NONE, |&(_, cells)| cells)
    }

    /// The piece that must cover this cell.
    pub fn piece_on(&self, cell: Cell) -> Option<Piece> {
        self.covering.iter().find(|(_, cells)| cells.contains(cell)).map(|&(piece, _)| piece)
    }

    /// Whether all solutions are listed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the solution is listed.
    pub fn passes(&self, state: &State, solution: &Solution) -> bool {
        let is_extreme = self.extremes.is_none_or(|extremes| extremes.contains(solution));
        let is_twin_listed = || has_smaller_twin(state, solution) && self.has_pieces(|cell| solution.piece(cell.half_turn()));
        is_extreme && self.has_pieces(|cell| solution.piece(cell)) && !(self.hides_twins && is_twin_listed())
    }

    /// Whether these are the required pieces.
    fn has_pieces(&self, on: impl Fn(Cell) -> Option<Piece>) -> bool {
        let covers = |piece: Piece, cells: Cells| cells.iter().all(|cell| on(cell) == Some(piece));
        self.fixed.iter().all(|placement| covers(placement.piece, placement.cells))
            && self.covering.iter().all(|&(piece, cells)| covers(piece, cells))
    }
}

/// The cells that the user marks for the filter, before choosing the piece that must cover them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Marking {
    /// Whether a click marks a cell.
    pub is_on: bool,
    /// The marked cells.
    pub cells: Cells,
}

impl Marking {
    /// Marks the cell, or no longer. Returns why it can't be marked.
    pub fn toggle(&mut self, cell: Cell) -> Result<(), String> {
        if self.cells.contains(cell) {
            self.cells = self.cells.without(cell);
            return Ok(());
        }
        if self.cells.len() == PIECE_CELLS {
            return Err(words::no_piece_covers_more(PIECE_CELLS));
        }
        self.cells = self.cells.with(cell);
        Ok(())
    }

    /// Requires that this piece covers the marked cells, and no others. If none are marked, it need no longer cover those that it must,
    /// and they are marked.
    pub fn choose(&mut self, piece: Piece, filter: &mut Filter) {
        let before = filter.cells_for(piece);
        filter.covering.retain(|(other, _)| *other != piece);
        if self.cells.is_empty() {
            *self = Self { is_on: true, cells: before };
        } else {
            filter.covering.push((piece, self.cells));
            filter.covering.sort_unstable();
            *self = Self::default();
        }
    }
}

/// Boards are compared row by row as numbers, as the contest does for its smallest and largest.
pub static ORDERS: [Order<Meteor>; 2] = [
    Order { title: words::SMALLEST_BOARD_FIRST, by: By::<Meteor>::Comparison(Ord::cmp) },
    Order { title: words::LARGEST_BOARD_FIRST, by: By::<Meteor>::Comparison(|one, other| other.cmp(one)) },
];

/// Whether the free cells are symmetric under the half turn, so that solutions come in pairs.
pub fn has_twins(state: &State) -> bool {
    let free = state.board.cells(Square::Free);
    free == free.half_turn()
}

/// Whether the solution has a twin that comes before it as text.
fn has_smaller_twin(state: &State, solution: &Solution) -> bool {
    let is_free = |cell: &Cell| state.board[*cell] == Square::Free;
    let own = Cell::all().filter(is_free).map(|cell| solution.symbol(cell));
    let twin = Cell::all().filter(is_free).map(|cell| solution.symbol(cell.half_turn()));
    has_twins(state) && twin.lt(own)
}
