//! The ten pieces as numbers, sets of them as bits, and all their placements on the contest's board.

use std::{fmt, iter, sync::LazyLock};

use super::geometry::{COLUMNS, Cell, Cells, OnBoard};
use base::bits::{Bits, Finite, byte_element};
use packing::model::{lattice::HEXAGONS, pieces::Set};

/// One of the ten pieces, each of five cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

/// The number of pieces.
pub const PIECES: usize = 10;
/// The number of cells in a piece.
pub const PIECE_CELLS: usize = 5;
/// The number of placements.
const PLACEMENTS: usize = 2596;

impl Piece {
    /// The piece with this number; `None` if it isn't below [`PIECES`].
    pub fn new(index: usize) -> Option<Self> {
        (index < PIECES).then_some(Self(index as u8))
    }

    /// The piece with this digit.
    pub fn from_digit(digit: char) -> Option<Self> {
        digit.to_digit(10).map(|digit| Self(digit as u8))
    }

    /// All pieces in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..PIECES as u8).map(Self)
    }

    /// Its number, from 0.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its number as a digit.
    pub fn digit(self) -> char {
        char::from(b'0' + self.0)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "piece {}", self.digit())
    }
}

/// A piece at a place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The piece.
    pub piece: Piece,
    /// The five cells that it covers.
    pub cells: Cells,
}

impl Placement {
    /// All placements on the empty board, sorted by piece and then by cells.
    pub fn all() -> &'static [Self] {
        &ORIENTED.0
    }

    /// The orientation of the piece, numbered as in the packing puzzle: from 0 to 5 by turns of 60 degrees, from 6 on turned over before.
    /// `None` if the cells don't have its shape.
    pub fn orientation(self) -> Option<usize> {
        Self::all().binary_search(&self).ok().map(|number| usize::from(ORIENTED.1[number]))
    }

    /// The same piece after the half turn of the board.
    pub fn half_turn(self) -> Self {
        Self { cells: self.cells.half_turn(), ..self }
    }
}

/// All placements, and their orientations. No piece is symmetric, so each placement has exactly one.
static ORIENTED: LazyLock<(Vec<Placement>, Vec<u8>)> = LazyLock::new(|| {
    let mut all = (Vec::with_capacity(PLACEMENTS), Vec::with_capacity(PLACEMENTS));
    for (piece, shape) in Piece::all().zip(Set::Contest.pieces(&HEXAGONS)) {
        let mut of_piece = Vec::new();
        for (orientation, cells) in (0..).zip(shape.orientations()) {
            // The first cell is in the top row of the orientation. From the first two rows of the board, the others follow.
            let moved = |to: Cell| cells.iter().map(|&cell| Cell::at(cell - cells[0] + to.point())).collect::<Option<Cells>>();
            let at_top = Cell::all().take(2 * COLUMNS).filter_map(moved);
            let down = at_top.flat_map(|cells| iter::successors(Some(cells), |cells| cells.two_rows_down()));
            of_piece.extend(down.map(|cells| (cells, orientation)));
        }
        of_piece.sort_unstable();
        all.extend(of_piece.into_iter().map(|(cells, orientation)| (Placement { piece, cells }, orientation)));
    }
    all
});

/// A set of pieces.
pub type PieceSet = Bits<u16, Piece>;

byte_element!(Piece);

impl Finite<u16> for Piece {
    const ALL: u16 = (1 << PIECES) - 1;
}

/// What sets of pieces have beside what all sets have.
pub trait OfPieces: Sized {
    /// The set as a number from 0 to 1023: the sum of 2 to the power of each piece.
    fn index(self) -> usize;

    /// All 1024 sets of pieces, in order of [`OfPieces::index`].
    fn every() -> impl Iterator<Item = Self>;
}

impl OfPieces for PieceSet {
    #[inline]
    fn index(self) -> usize {
        usize::from(self.bits())
    }

    fn every() -> impl Iterator<Item = Self> {
        (0..=Self::ALL.bits()).map(Self::new)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_board_has_2596_placements() {
        let all: HashSet<Placement> = Placement::all().iter().copied().collect();
        assert_eq!(all.len(), PLACEMENTS);
        assert_eq!(Placement::all().len(), PLACEMENTS, "all are distinct");
        assert!(all.iter().all(|placement| placement.cells.len() == PIECE_CELLS));
    }

    #[test]
    fn every_orientation_is_placed_on_every_cell_where_it_fits() {
        let mut plain = Vec::new();
        for (piece, shape) in Piece::all().zip(Set::Contest.pieces(&HEXAGONS)) {
            for (orientation, cells) in shape.orientations().iter().enumerate() {
                let moved = |to: Cell| cells.iter().map(|&cell| Cell::at(cell - cells[0] + to.point())).collect::<Option<Cells>>();
                plain.extend(Cell::all().filter_map(moved).map(|cells| (Placement { piece, cells }, Some(orientation))));
            }
        }
        plain.sort_unstable();
        let all: Vec<_> = Placement::all().iter().map(|placement| (*placement, placement.orientation())).collect();
        assert_eq!(all, plain);
    }

    #[test]
    fn of_all_placements_2158_leave_only_multiples_of_five() {
        assert_eq!(Placement::all().iter().filter(|placement| (!placement.cells).regions_are_multiples_of_five()).count(), 2158);
    }

    #[test]
    fn the_half_turn_of_a_placement_is_a_placement() {
        for placement in Placement::all() {
            assert!(placement.half_turn().orientation().is_some());
        }
    }
}
