//! A position that passed its check: pins that are real pieces, and free cells that are to be filled.

use super::{
    geometry::{COLUMNS, Cell, Cells},
    pieces::{PIECE_CELLS, Piece, PieceSet, Placement},
    solution::Solution,
    state::{Square, State},
};
use crate::puzzle::{Flaw, Key};

/// What is to be filled, and with which pieces. Whether that can be done at all is for a search to say.
#[derive(Clone, Debug)]
pub struct Problem {
    free: Cells,
    blocked: Cells,
    left: PieceSet,
    pins: Solution,
}

impl Problem {
    /// The problem that this position poses.
    ///
    /// # Errors
    /// Every pinned piece that is misshapen or may not be used.
    pub fn new(state: &State) -> Result<Self, Vec<Flaw<Cell>>> {
        let flaws: Vec<_> = state.board.pinned().iter().flat_map(|piece| flaws_of(state, piece)).collect();
        if !flaws.is_empty() {
            return Err(flaws);
        }
        let pinned = state.board.pinned();
        Ok(Self {
            free: state.board.cells(Square::Free),
            blocked: state.board.cells(Square::Blocked),
            left: state.pieces.iter().filter(|&piece| !pinned.contains(piece)).collect(),
            pins: Solution::of_pins(&state.board),
        })
    }

    /// The cells that are to be filled.
    pub fn free(&self) -> Cells {
        self.free
    }

    /// The cells that are no part of the board.
    pub fn blocked(&self) -> Cells {
        self.blocked
    }

    /// Whether this is the contest's own position: the empty board and all pieces.
    pub fn is_contest(&self) -> bool {
        self.free == Cells::ALL && self.left == PieceSet::ALL
    }

    /// The pieces that may be used to fill them.
    pub fn left(&self) -> PieceSet {
        self.left
    }

    /// The same problem without this pinned piece, which is left again.
    #[must_use]
    pub fn lifting(&self, pin: Placement) -> Self {
        let mut pins = self.pins;
        pin.cells.iter().for_each(|cell| pins.put(cell, Square::Free.symbol()));
        Self { free: self.free | pin.cells, left: self.left.with(pin.piece), pins, ..*self }
    }

    /// The pieces that lie already.
    pub fn pinned(&self) -> impl Iterator<Item = Placement> {
        let lying = |piece| Placement { piece, cells: self.pins.cells(piece) };
        Piece::all().map(lying).filter(|placement| !placement.cells.is_empty())
    }

    /// How many pieces fill the free cells, if their number lets any do so.
    pub fn needed(&self) -> Option<usize> {
        (self.free.len().is_multiple_of(PIECE_CELLS) && self.free.len() / PIECE_CELLS <= self.left.len())
            .then_some(self.free.len() / PIECE_CELLS)
    }

    /// The placements of the pieces left that lie on free cells only.
    pub fn placements(&self) -> impl Iterator<Item = Placement> {
        Placement::all().iter().copied().filter(|placement| self.admits(placement))
    }

    /// Whether the placement is of a piece left and lies on free cells only.
    pub fn admits(&self, placement: &Placement) -> bool {
        self.left.contains(placement.piece) && self.free.covers(placement.cells)
    }

    /// Whether the half turn of the board takes the free cells to themselves, and with them every solution to a solution.
    pub fn has_half_turn(&self) -> bool {
        self.free.half_turn() == self.free
    }

    /// The solution with these placements.
    pub fn solution(&self, placed: &[Placement]) -> Solution {
        placed.iter().fold(self.pins, |solution, &placement| solution.with(placement))
    }

    /// The solution with all that fills the free cells turned by half a turn; pins stay where they are. The problem has the half turn.
    pub fn twin(&self, solution: &Solution) -> Solution {
        let mut twin = solution.half_turn();
        for cell in (!self.free).iter() {
            twin.put(cell, solution.symbol(cell));
        }
        twin
    }
}

/// What is wrong with a pinned piece.
fn flaws_of(state: &State, piece: Piece) -> Vec<Flaw<Cell>> {
    let cells = state.board.cells(Square::Pinned(piece));
    let misshapen = flaw_of_shape(piece, cells);
    let unused = (!state.pieces.contains(piece)).then(|| format!("{piece} is pinned but not among the pieces that may be used"));
    misshapen.into_iter().chain(unused).map(|message| flaw(message, cells)).collect()
}

/// What is wrong with the cells of a pinned piece.
fn flaw_of_shape(piece: Piece, cells: Cells) -> Option<String> {
    if cells.len() != PIECE_CELLS {
        let plural = if cells.len() == 1 { "cell" } else { "cells" };
        return Some(format!("{piece} lies on {} {plural} but covers exactly {PIECE_CELLS}", cells.len()));
    }
    (!Placement { piece, cells }.is_possible()).then(|| format!("these cells do not have the shape of {piece}"))
}

fn flaw(message: String, cells: Cells) -> Flaw<Cell> {
    let spots: Vec<Cell> = cells.iter().collect();
    let path = spots.first().map_or(vec![Key::Field("board")], |first| {
        vec![Key::Field("board"), Key::Index(first.row()), Key::Character(first.index() % COLUMNS)]
    });
    Flaw { message, spots, path }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::meteor::model::state::Squares;

    fn flaws(first_rows: &str, pieces: PieceSet) -> Vec<Flaw<Cell>> {
        let rest = ".....\n".repeat(10 - first_rows.lines().count());
        let board = Squares::from_text(&format!("{first_rows}\n{rest}")).unwrap();
        Problem::new(&State { board, pieces }).err().unwrap_or_default()
    }

    #[test]
    fn a_pinned_piece_has_its_shape() {
        assert_eq!(flaws("0000.\n...0.", PieceSet::ALL), []);
        let bent = flaws("0000.\n..0..", PieceSet::ALL);
        assert_eq!(bent[0].message, "these cells do not have the shape of piece 0");
        assert_eq!(bent[0].spots, [0, 1, 2, 3, 7].map(|index| Cell::new(index).unwrap()));
        assert_eq!(flaws("0000.\n.....", PieceSet::ALL)[0].message, "piece 0 lies on 4 cells but covers exactly 5");
    }

    #[test]
    fn a_flaw_says_where_it_lies_in_a_file() {
        let lone = &flaws(".....\n...7.", PieceSet::ALL)[0];
        assert_eq!(lone.message, "piece 7 lies on 1 cell but covers exactly 5");
        assert_eq!(lone.path, [Key::Field("board"), Key::Index(1), Key::Character(3)]);
    }

    #[test]
    fn a_pinned_piece_is_one_that_may_be_used() {
        let piece = Piece::new(0).unwrap();
        let unused = flaws("0000.\n...0.", PieceSet::ALL.without(piece));
        assert_eq!(unused[0].message, "piece 0 is pinned but not among the pieces that may be used");
        assert_eq!(flaws("0000.\n...00", PieceSet::NONE).len(), 2, "all flaws are told");
    }
}
