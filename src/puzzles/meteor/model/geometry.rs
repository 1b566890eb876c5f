//! The contest's board: fifty hexagonal cells, and sets of them as bits.
//!
//! Knows no pieces and no rules.

use glam::IVec3;

use base::bits::{Bits, Finite, byte_element};
use packing::model::{geometry::Extent, lattice::HEXAGONS};

/// The number of rows; odd rows are shifted half a cell to the right.
pub const ROWS: usize = 10;
/// The number of cells in a row.
pub const COLUMNS: usize = 5;
/// The number of cells on the board.
pub const CELLS: usize = ROWS * COLUMNS;

/// The cells as a box of the lattice.
const BOARD_BOX: Extent = Extent::on(&HEXAGONS, COLUMNS, ROWS, 1);

/// A bit for each cell of the board.
const BOARD: u64 = (1 << CELLS) - 1;

/// A cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number, counting row by row from 0; `None` beyond the board.
    pub fn new(index: usize) -> Option<Self> {
        (index < CELLS).then_some(Self(index as u8))
    }

    /// All cells, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CELLS as u8).map(Self)
    }

    /// Its number: 5 * row + column.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its row, counting from 0 at the top.
    pub fn row(self) -> usize {
        self.index() / COLUMNS
    }

    /// Its column, counting from 0 at the left.
    pub fn column(self) -> usize {
        self.index() % COLUMNS
    }

    /// The cell at this point of the lattice, if it is on the board.
    pub fn at(point: IVec3) -> Option<Self> {
        BOARD_BOX.index(point).and_then(Self::new)
    }

    /// Its point of the lattice.
    pub fn point(self) -> IVec3 {
        BOARD_BOX.cell(self.index())
    }

    /// The cell on the opposite side: the half turn of the board swaps the two.
    pub fn half_turn(self) -> Self {
        Self(CELLS as u8 - 1 - self.0)
    }

    /// The cell after this step, if it is on the board.
    pub fn step(self, step: IVec3) -> Option<Self> {
        Self::at(self.point() + step)
    }
}

/// A set of cells: bit 0 is the first cell of the first row. The bits beyond the board are 0.
pub type Cells = Bits<u64, Cell>;

byte_element!(Cell);

impl Finite<u64> for Cell {
    const ALL: u64 = BOARD;
}

/// The cells at the left edge, as bits.
pub const FIRST_COLUMN: u64 = every_row(0b00001);
/// The cells at the right edge, as bits.
pub const LAST_COLUMN: u64 = every_row(0b10000);
/// The cells of rows 0, 2, 4 and so on, as bits.
pub const EVEN_ROWS: u64 = 0b11111 * (1 | 1 << 10 | 1 << 20 | 1 << 30 | 1 << 40);
const ODD_ROWS: u64 = EVEN_ROWS << COLUMNS;

/// What sets of cells of this board have beside what all sets have.
pub trait OnBoard: Sized {
    /// The cells whose bits are set. Bits beyond the board are dropped.
    fn on_board(bits: u64) -> Self;

    /// The cells of this row; empty if the board doesn't have it.
    fn row(row: usize) -> Self;

    /// The cells at the left edge.
    fn first_column() -> Self;

    /// The cells at the right edge.
    fn last_column() -> Self;

    /// The set after the half turn of the board, which moves cell `c` to `49 - c`: the bits in reverse order.
    fn half_turn(self) -> Self;

    /// The set two rows further down, where the board repeats itself; `None` if a cell leaves the board.
    fn two_rows_down(self) -> Option<Self>;

    /// Returns all cells that touch one of these, in a few operations on the whole set.
    ///
    /// In its own row, a cell touches the cells to its left and right. In the rows above and below, it touches the cell in its own column
    /// and one more: from an even row the cell to the left of that, from an odd row the cell to the right. So the cells, joined by their
    /// left or right neighbours, are shifted up and down by a row. Cells that would cross the left or right edge are removed before the
    /// shift; cells that leave the board at the top or bottom are removed after it.
    fn neighbours(self) -> Self;

    /// The region of this set that contains the seed: all cells connected to the seed within the set.
    fn region(self, seed: Self) -> Self;

    /// Whether the size of every region of these free cells is a multiple of five. If not, no pieces can fill them.
    ///
    /// Two short cuts: isolated cells are found in one operation, and the cells after the last covered one are the first seed.
    fn regions_are_multiples_of_five(self) -> bool;

    /// The smallest region of these free cells whose size isn't a multiple of five, and the first of several. No pieces can fill it, since
    /// every piece is entirely inside a region or entirely outside.
    fn unfillable_region(self) -> Option<Self>;

    /// The free cells after the last covered one. They are one region: each touches the next in its row and, if there is a row below, the
    /// cell in its own column there.
    fn after_the_last_covered(self) -> Self;
}

impl OnBoard for Cells {
    #[inline]
    fn on_board(bits: u64) -> Self {
        Self::new(bits & BOARD)
    }

    #[inline]
    fn row(row: usize) -> Self {
        Self::on_board(0b11111 << (COLUMNS * row))
    }

    #[inline]
    fn first_column() -> Self {
        Self::new(FIRST_COLUMN)
    }

    #[inline]
    fn last_column() -> Self {
        Self::new(LAST_COLUMN)
    }

    #[inline]
    fn half_turn(self) -> Self {
        Self::new(self.bits().reverse_bits() >> (u64::BITS as usize - CELLS))
    }

    #[inline]
    fn two_rows_down(self) -> Option<Self> {
        let moved = self.bits() << (2 * COLUMNS);
        (moved & !BOARD == 0).then(|| Self::new(moved))
    }

    #[inline]
    fn neighbours(self) -> Self {
        let lefts = (self.bits() & !FIRST_COLUMN) >> 1;
        let rights = (self.bits() & !LAST_COLUMN) << 1;
        let pairs = self.bits() | (lefts & EVEN_ROWS) | (rights & ODD_ROWS);
        Self::on_board(lefts | rights | pairs << COLUMNS | pairs >> COLUMNS)
    }

    #[inline]
    fn region(self, seed: Self) -> Self {
        let mut region = seed & self;
        loop {
            let grown = (region | region.neighbours()) & self;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    #[inline]
    fn regions_are_multiples_of_five(self) -> bool {
        if !self.neighbours().covers(self) {
            return false;
        }
        let mut remaining = self;
        let mut seed = self.after_the_last_covered();
        while !remaining.is_empty() {
            let region = remaining.region(if seed.is_empty() { remaining.lowest() } else { seed });
            if !region.len().is_multiple_of(5) {
                return false;
            }
            remaining -= region;
            seed = Self::NONE;
        }
        true
    }

    #[inline]
    fn unfillable_region(self) -> Option<Self> {
        let mut remaining = self;
        let mut smallest: Option<Self> = None;
        while !remaining.is_empty() {
            let region = remaining.region(remaining.lowest());
            if !region.len().is_multiple_of(5) && smallest.is_none_or(|smallest| region.len() < smallest.len()) {
                smallest = Some(region);
            }
            remaining -= region;
        }
        smallest
    }

    #[inline]
    fn after_the_last_covered(self) -> Self {
        let mut up_to_the_last_covered = !self.bits() & BOARD;
        let mut shift = 1;
        while shift < CELLS {
            up_to_the_last_covered |= up_to_the_last_covered >> shift;
            shift *= 2;
        }
        Self::new(BOARD & !up_to_the_last_covered)
    }
}

/// Repeats the bits of one row in every row.
const fn every_row(bits: u64) -> u64 {
    let mut all = 0;
    let mut row = 0;
    while row < ROWS {
        all |= bits << (COLUMNS * row);
        row += 1;
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cell(index: usize) -> Cell {
        Cell::new(index).unwrap()
    }

    fn cells(indices: &[usize]) -> Cells {
        indices.iter().map(|&index| cell(index)).collect()
    }

    #[test]
    fn cells_touch_their_neighbours() {
        let neighbours = |index| Cells::from(cell(index)).neighbours();
        assert_eq!(neighbours(0), cells(&[1, 5]));
        assert_eq!(neighbours(4), cells(&[3, 8, 9]));
        assert_eq!(neighbours(22), cells(&[16, 17, 21, 23, 26, 27]));
        assert_eq!(neighbours(27), cells(&[22, 23, 26, 28, 32, 33]));
        assert_eq!(neighbours(49), cells(&[44, 48]));
    }

    #[test]
    fn neighbours_of_sets_agree_with_steps() {
        for cell in Cell::all() {
            let steps: Cells = HEXAGONS.steps.iter().filter_map(|&step| cell.step(step)).collect();
            assert_eq!(Cells::from(cell).neighbours(), steps, "{cell:?}");
        }
    }

    proptest! {
        #[test]
        fn the_half_turn_keeps_neighbours(bits: u64) {
            let cells = Cells::on_board(bits);
            prop_assert_eq!(cells.half_turn().neighbours(), cells.neighbours().half_turn());
            prop_assert_eq!(cells.half_turn(), cells.iter().map(Cell::half_turn).collect());
        }

        #[test]
        fn short_cuts_do_not_change_the_test_of_regions(bits: u64, more: u64, below in 0..=ROWS) {
            let cells = Cells::on_board(bits | more | u64::MAX << (COLUMNS * below));
            prop_assert_eq!(cells.regions_are_multiples_of_five(), cells.unfillable_region().is_none());
        }
    }
}
