//! A position of the packing puzzle as the contest's searches see it: sets of cells and pieces as bits.

use super::{
    geometry::{COLUMNS, Cell, Cells, OnBoard, ROWS},
    pieces::{PIECE_CELLS, Piece, PieceSet, Placement},
};
use packing::model::{
    pieces::Set,
    problem as general,
    state::{FREE, OUTSIDE},
};

/// The cells to fill, and the pieces for them. Only a search can say whether they fit.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The cells to fill.
    pub free: Cells,
    /// The cells that pieces cannot cover.
    pub blocked: Cells,
    /// The pieces that may be used to fill the free cells.
    pub remaining: PieceSet,
}

impl Problem {
    /// Returns a problem as one on the contest's board, where cells beside its own board are blocked; none if its board is larger, if its
    /// pieces aren't the contest's, or if cells may stay empty.
    pub fn of(problem: &general::Problem) -> Option<Self> {
        let extent = problem.grid.extent;
        if problem.state.set != Set::Contest || COLUMNS < extent.x || ROWS < extent.y || problem.optional.contains(&true) {
            return None;
        }
        let (mut free, mut blocked) = (Cells::NONE, Cells::ALL);
        for (place, &mark) in problem.grid.marks.iter().enumerate() {
            let cell = Cell::new(COLUMNS * (place / extent.x) + place % extent.x)?;
            if mark == FREE {
                free = free.with(cell);
            }
            if mark != OUTSIDE {
                blocked = blocked.without(cell);
            }
        }
        let remaining = problem.pieces.iter().filter_map(|piece| Piece::from_digit(piece.name)).collect();
        Some(Self { free, blocked, remaining })
    }

    /// Whether this is the contest's own position: the empty board with all pieces.
    pub fn is_contest(&self) -> bool {
        self.free == Cells::ALL && self.remaining == PieceSet::ALL
    }

    /// The number of pieces that fill the free cells; `None` if the number of free cells rules out every solution.
    pub fn pieces_needed(&self) -> Option<usize> {
        (self.free.len().is_multiple_of(PIECE_CELLS) && self.free.len() / PIECE_CELLS <= self.remaining.len())
            .then_some(self.free.len() / PIECE_CELLS)
    }

    /// The placements of remaining pieces on free cells.
    pub fn placements(&self) -> impl Iterator<Item = Placement> {
        let is_possible = |placement: &Placement| self.remaining.contains(placement.piece) && self.free.covers(placement.cells);
        Placement::all().iter().copied().filter(is_possible)
    }

    /// Whether the free cells are symmetric under the half turn of the board. Then the half turn of a solution is a solution.
    pub fn is_symmetric(&self) -> bool {
        self.free.half_turn() == self.free
    }
}
