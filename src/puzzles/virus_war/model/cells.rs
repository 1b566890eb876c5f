//! Cells and sets of cells, numbered alike on boards of every size. For their contents see [`super::position`].

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

use base::bits::{Bits, byte_element};

/// The side of the largest board. Cells of the same rank in neighbouring files have numbers this far apart.
pub const LARGEST_SIDE: u8 = 11;

/// The number of cells of the largest board; every [`Cell::index`] is below.
pub const CELL_COUNT: usize = LARGEST_SIDE as usize * LARGEST_SIDE as usize;

/// A cell of the board, ordered a1, a2, …, b1, b2, …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell at the bottom left.
    pub const A1: Self = Self(0);

    /// The cell in this column, from 0 at the left, and this rank, from 0 at the bottom; none if the largest board has no such cell.
    pub const fn new(column: u8, rank: u8) -> Option<Self> {
        if column < LARGEST_SIDE && rank < LARGEST_SIDE { Some(Self(column * LARGEST_SIDE + rank)) } else { None }
    }

    /// The column, from 0 at the left.
    pub const fn column(self) -> u8 {
        self.0 / LARGEST_SIDE
    }

    /// The rank, from 0 at the bottom; its name counts from 1.
    pub const fn rank(self) -> u8 {
        self.0 % LARGEST_SIDE
    }

    /// The cell's number, below [`CELL_COUNT`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell's number as lists of triples hold it.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.column()), self.rank() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for a text that isn't the name of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotACell;

impl FromStr for Cell {
    type Err = NotACell;

    fn from_str(text: &str) -> Result<Self, NotACell> {
        let (letter, digits) = text.split_at_checked(1).ok_or(NotACell)?;
        let column = letter.as_bytes()[0].to_ascii_lowercase().checked_sub(b'a').ok_or(NotACell)?;
        if digits.starts_with(['0', '+']) {
            return Err(NotACell);
        }
        let rank = digits.parse::<u8>().ok().and_then(|rank| rank.checked_sub(1)).ok_or(NotACell)?;
        Self::new(column, rank).ok_or(NotACell)
    }
}

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A set of cells; bit `i` is the cell with the number `i`.
pub type CellSet = Bits<u128, Cell>;

byte_element!(Cell);

const ALL: u128 = (1 << CELL_COUNT) - 1;
const BOTTOM_RANK: u128 = {
    let mut ranks = 0;
    let mut column = 0;
    while column < LARGEST_SIDE {
        ranks |= 1 << (column * LARGEST_SIDE);
        column += 1;
    }
    ranks
};
const TOP_RANK: u128 = BOTTOM_RANK << (LARGEST_SIDE - 1);

/// What sets of cells of this board have beside what all sets have.
pub trait OnBoard: Sized {
    /// All cells of a board with this side, at most [`LARGEST_SIDE`].
    fn board(side: u8) -> Self;

    /// These cells and all their neighbours, up to eight each, on the largest board.
    fn grown(self) -> Self;

    /// These cells and all cells of `ground` that a chain of cells of `ground` connects to them.
    fn flooded(self, ground: Self) -> Self;
}

impl OnBoard for CellSet {
    fn board(side: u8) -> Self {
        (0..side).flat_map(|column| (0..side).filter_map(move |rank| Cell::new(column, rank))).collect()
    }

    #[inline]
    fn grown(self) -> Self {
        // A step along a file from its last cell would end up in the next file, so ranks 1 and 11 are masked out first. A step along a
        // rank from the last file leaves the board and is cut off.
        let bits = self.bits();
        let files = bits | (bits & !TOP_RANK) << 1 | (bits & !BOTTOM_RANK) >> 1;
        Self::new((files | files << LARGEST_SIDE | files >> LARGEST_SIDE) & ALL)
    }

    fn flooded(self, ground: Self) -> Self {
        let mut flood = self;
        loop {
            let next = flood | (flood.grown() & ground);
            if next == flood {
                return flood;
            }
            flood = next;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for cell in CellSet::board(LARGEST_SIDE) {
            assert_eq!(cell.to_string().parse(), Ok(cell));
            assert_eq!(cell.to_string().to_uppercase().parse(), Ok(cell), "chess players write small letters, others don't");
        }
        for wrong in ["", "a", "a0", "a01", "a+1", "a12", "l1", "L1", "[1", "1a", "ä1", "a1 "] {
            assert_eq!(wrong.parse::<Cell>(), Err(NotACell), "{wrong:?}");
        }
    }

    #[test]
    fn a_cell_grows_to_all_cells_within_one_step() {
        for cell in CellSet::board(LARGEST_SIDE) {
            let near = |other: &Cell| other.column().abs_diff(cell.column()) <= 1 && other.rank().abs_diff(cell.rank()) <= 1;
            let expected: CellSet = CellSet::board(LARGEST_SIDE).into_iter().filter(near).collect();
            assert_eq!(CellSet::from(cell).grown(), expected, "{cell}");
        }
    }

    #[test]
    fn a_flood_stays_on_its_ground() {
        let cells = |names: &str| names.split(' ').filter_map(|name| name.parse().ok()).collect::<CellSet>();
        assert_eq!(cells("a1").flooded(cells("b2 c3 e5 a3")), cells("a1 b2 c3 a3"));
    }
}
