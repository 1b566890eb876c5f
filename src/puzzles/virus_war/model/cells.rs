//! Cells and sets of cells, with the same numbers on boards of every size. What stands on them is in [`super::position`].

use std::{
    fmt,
    ops::{BitAnd, BitOr, BitOrAssign, Sub, SubAssign},
    str::FromStr,
};

use serde::{Serialize, Serializer};

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
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellSet(u128);

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
    /// No cell.
    pub const EMPTY: Self = Self(0);

    /// All cells of the board with this side, at most [`LARGEST`].
    pub fn board(side: u8) -> Self {
        (0..side).flat_map(|column| (0..side).filter_map(move |rank| Cell::new(column, rank))).collect()
    }

    /// Whether there is no cell in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many cells there are in it.
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the cell is in it.
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 == 1
    }

    /// Whether some cell is in both.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The cells of the set that come after this one.
    pub const fn after(self, cell: Cell) -> Self {
        Self(self.0 & (!1 << cell.0))
    }

    /// The set with all eight neighbours of its cells, as far as the largest board goes.
    ///
    /// Steps along a file would run from one file into the next at its ends, which are left out; steps along a rank
    /// leave the board, which is cut off.
    pub const fn grown(self) -> Self {
        let files = self.0 | (self.0 & !TOP_RANK) << 1 | (self.0 & !BOTTOM_RANK) >> 1;
        Self((files | files << LARGEST | files >> LARGEST) & ALL)
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

impl From<Cell> for CellSet {
    fn from(cell: Cell) -> Self {
        Self(1 << cell.0)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, |set, cell| set | cell.into())
    }
}

impl BitOr for CellSet {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for CellSet {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitAnd for CellSet {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for CellSet {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl SubAssign for CellSet {
    fn sub_assign(&mut self, other: Self) {
        self.0 &= !other.0;
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Cells;
    fn into_iter(self) -> Cells {
        Cells(self)
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

impl Serialize for CellSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

/// The cells of a set in their order.
#[derive(Clone, Debug)]
pub struct Cells(CellSet);

impl Iterator for Cells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        let bits = self.0.0;
        if bits == 0 {
            return None;
        }
        self.0.0 = bits & (bits - 1);
        Some(Cell(bits.trailing_zeros() as u8))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Cells {}

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
