//! A position of the packing puzzle as the contest's searches see it: sets of cells and pieces as bits.

use super::{
    geometry::{COLUMNS, Cell, Cells, OnBoard, ROWS},
    pieces::{PIECE_CELLS, Piece, PieceSet, Placement},
    solution::Solution,
};
use packing::model::{
    pieces::Set,
    problem as general,
    state::{FREE, OUTSIDE},
};

/// The cells to fill, and the pieces for them. Only a search can say whether they fit.
#[derive(Clone, Debug)]
pub struct Problem {
    free: Cells,
    blocked: Cells,
    remaining: PieceSet,
    pins: Solution,
}

impl Problem {
    /// Returns a problem as one on the contest's board, where cells beside its own board are blocked; none if its board is larger, if its
    /// pieces aren't the contest's, or if cells may stay empty.
    pub fn of(problem: &general::Problem) -> Option<Self> {
        let extent = problem.grid.extent;
        if problem.state.set != Set::Contest || COLUMNS < extent.x || ROWS < extent.y || problem.optional.contains(&true) {
            return None;
        }
        let mut pins = Solution::filled(OUTSIDE);
        for (place, &mark) in problem.grid.marks.iter().enumerate() {
            pins.put(Cell::new(COLUMNS * (place / extent.x) + place % extent.x)?, mark);
        }
        let marked = |mark| Cell::all().filter(|&cell| pins.symbol(cell) == mark).collect();
        let remaining = problem.pieces.iter().filter_map(|piece| Piece::from_digit(piece.name)).collect();
        Some(Self { free: marked(FREE), blocked: marked(OUTSIDE), remaining, pins })
    }

    /// The cells to fill.
    pub fn free(&self) -> Cells {
        self.free
    }

    /// The cells that pieces cannot cover.
    pub fn blocked(&self) -> Cells {
        self.blocked
    }

    /// Whether this is the contest's own position: the empty board with all pieces.
    pub fn is_contest(&self) -> bool {
        self.free == Cells::ALL && self.remaining == PieceSet::ALL
    }

    /// The pieces that may be used to fill the free cells.
    pub fn remaining(&self) -> PieceSet {
        self.remaining
    }

    /// The number of pieces that fill the free cells; `None` if the number of free cells rules out every solution.
    pub fn pieces_needed(&self) -> Option<usize> {
        (self.free.len().is_multiple_of(PIECE_CELLS) && self.free.len() / PIECE_CELLS <= self.remaining.len())
            .then_some(self.free.len() / PIECE_CELLS)
    }

    /// The placements of remaining pieces on free cells.
    pub fn placements(&self) -> impl Iterator<Item = Placement> {
        Placement::all().iter().copied().filter(|placement| self.admits(placement))
    }

    /// Whether the placement is of a remaining piece and covers only free cells.
    pub fn admits(&self, placement: &Placement) -> bool {
        self.remaining.contains(placement.piece) && self.free.covers(placement.cells)
    }

    /// Whether the free cells are symmetric under the half turn of the board. Then the half turn of a solution is a solution.
    pub fn is_symmetric(&self) -> bool {
        self.free.half_turn() == self.free
    }

    /// The pins together with these placements: a solution, or a part of one.
    pub fn solution(&self, placed: &[Placement]) -> Solution {
        placed.iter().fold(self.pins, |solution, &placement| solution.with(placement))
    }

    /// The half turn of a solution: the free cells are turned, pins stay where they are. The problem is symmetric.
    pub fn twin(&self, solution: &Solution) -> Solution {
        let mut twin = solution.half_turn();
        for cell in (!self.free).iter() {
            twin.put(cell, solution.symbol(cell));
        }
        twin
    }
}
