//! Cells and sets of cells, with the same numbers on boards of every size. What stands on them is in [`super::position`].

use std::{fmt, str::FromStr};

use serde::{Serialize, Serializer};

use crate::bits::{Bits, byte_element};

/// The side of the largest board, and the distance between the numbers of neighbours in a rank.
pub const LARGEST: u8 = 11;

/// How many cells the largest board has; every [`Cell::index`] is below.
pub const CELLS: usize = LARGEST as usize * LARGEST as usize;

/// A cell of the board, ordered a1, a2, …, b1, b2, …
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell in this column, counted from 0 at the left, and this rank, counted from 0 at the bottom.
    pub const fn new(column: u8, rank: u8) -> Option<Self> {
        if column < LARGEST && rank < LARGEST { Some(Self(column * LARGEST + rank)) } else { None }
    }

    /// The column, from 0 at the left.
    pub const fn column(self) -> u8 {
        self.0 / LARGEST
    }

    /// The rank, from 0 at the bottom; people count it from 1.
    pub const fn rank(self) -> u8 {
        self.0 % LARGEST
    }

    /// The cell's number, below [`CELLS`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The cell's number in the form that lists of triples have.
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

/// A text that does not name a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCell;

impl FromStr for Cell {
    type Err = NoCell;

    fn from_str(text: &str) -> Result<Self, NoCell> {
        let (letter, digits) = text.split_at_checked(1).ok_or(NoCell)?;
        let column = letter.as_bytes()[0].checked_sub(b'a').ok_or(NoCell)?;
        if digits.starts_with(['0', '+']) {
            return Err(NoCell);
        }
        let rank = digits.parse::<u8>().ok().and_then(|rank| rank.checked_sub(1)).ok_or(NoCell)?;
        Self::new(column, rank).ok_or(NoCell)
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

const ALL: u128 = (1 << CELLS) - 1;
const BOTTOM_RANK: u128 = {
    let mut ranks = 0;
    let mut column = 0;
    while column < LARGEST {
        ranks |= 1 << (column * LARGEST);
        column += 1;
    }
    ranks
};
const TOP_RANK: u128 = BOTTOM_RANK << (LARGEST - 1);

impl CellSet {
    /// All cells of the board with this side, at most [`LARGEST`].
    pub fn board(side: u8) -> Self {
        (0..side).flat_map(|column| (0..side).filter_map(move |rank| Cell::new(column, rank))).collect()
    }

    /// The set with all eight neighbours of its cells, as far as the largest board goes.
    ///
    /// Steps along a file would run from one file into the next at its ends, which are left out; steps along a rank
    /// leave the board, which is cut off.
    pub const fn grown(self) -> Self {
        let bits = self.bits();
        let files = bits | (bits & !TOP_RANK) << 1 | (bits & !BOTTOM_RANK) >> 1;
        Self::new((files | files << LARGEST | files >> LARGEST) & ALL)
    }

    /// The set with all cells of `ground` that are chained to it through cells of `ground`.
    pub fn flooded(self, ground: Self) -> Self {
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

impl Serialize for CellSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for cell in CellSet::board(LARGEST) {
            assert_eq!(cell.to_string().parse(), Ok(cell));
        }
        for wrong in ["", "a", "a0", "a01", "a+1", "a12", "l1", "A1", "1a", "ä1", "a1 "] {
            assert_eq!(wrong.parse::<Cell>(), Err(NoCell), "{wrong:?}");
        }
    }

    #[test]
    fn a_cell_grows_to_the_cells_at_most_one_step_away() {
        for cell in CellSet::board(LARGEST) {
            let near = |other: &Cell| other.column().abs_diff(cell.column()) <= 1 && other.rank().abs_diff(cell.rank()) <= 1;
            let expected: CellSet = CellSet::board(LARGEST).into_iter().filter(near).collect();
            assert_eq!(CellSet::from(cell).grown(), expected, "{cell}");
        }
    }

    #[test]
    fn a_flood_stays_on_its_ground() {
        let cells = |names: &str| names.split(' ').filter_map(|name| name.parse().ok()).collect::<CellSet>();
        assert_eq!(cells("a1").flooded(cells("b2 c3 e5 a3")), cells("a1 b2 c3 a3"));
    }
}
