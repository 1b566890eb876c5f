//! The board: fifty hexagonal cells, sets of them, and the steps between them.
//!
//! Knows no pieces, no rules and no screen.

use std::ops::{Add, Not, Sub};

use crate::bits::{Bits, byte_element};

/// How many rows the board has; odd rows are shifted half a cell to the right.
pub const ROWS: usize = 10;
/// How many cells a row has.
pub const COLUMNS: usize = 5;
/// How many cells the board has.
pub const CELLS: usize = ROWS * COLUMNS;

/// A bit for each cell of the board.
const BOARD: u64 = (1 << CELLS) - 1;

/// A cell of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number, counted row by row from 0, if there is one.
    pub fn new(index: usize) -> Option<Self> {
        (index < CELLS).then_some(Self(index as u8))
    }

    /// All cells, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..CELLS as u8).map(Self)
    }

    /// Its number: 5 times the row plus the column.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its row, from 0 at the top.
    pub fn row(self) -> usize {
        self.index() / COLUMNS
    }

    /// Its column, from 0 at the left.
    pub fn column(self) -> usize {
        self.index() % COLUMNS
    }

    /// Its axial coordinates.
    pub fn axial(self) -> Axial {
        let (row, column) = (self.row() as i32, self.column() as i32);
        Axial { q: column - row.div_euclid(2), r: row }
    }

    /// The cell that the half turn of the board brings here.
    pub fn half_turn(self) -> Self {
        Self(CELLS as u8 - 1 - self.0)
    }

    /// The cell one step in this direction, if the board goes on there.
    pub fn step(self, direction: Axial) -> Option<Self> {
        (self.axial() + direction).cell()
    }
}

/// A place on the endless hexagonal grid, or the way from one place to another: `q` steps east and `r` steps south-east.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Axial {
    /// Steps to the east.
    pub q: i32,
    /// Steps to the south-east; also the row.
    pub r: i32,
}

impl Axial {
    /// One step to the east.
    pub const EAST: Self = Self { q: 1, r: 0 };
    /// One step down to the right.
    pub const SOUTH_EAST: Self = Self { q: 0, r: 1 };
    /// One step down to the left.
    pub const SOUTH_WEST: Self = Self { q: -1, r: 1 };
    /// One step to the west.
    pub const WEST: Self = Self { q: -1, r: 0 };
    /// One step up to the left.
    pub const NORTH_WEST: Self = Self { q: 0, r: -1 };
    /// One step up to the right.
    pub const NORTH_EAST: Self = Self { q: 1, r: -1 };

    /// The six steps to a neighbour, clockwise from the east.
    pub const STEPS: [Self; 6] = [Self::EAST, Self::SOUTH_EAST, Self::SOUTH_WEST, Self::WEST, Self::NORTH_WEST, Self::NORTH_EAST];

    /// Turned clockwise about the origin by a sixth of a full turn.
    pub fn turned(self) -> Self {
        Self { q: -self.r, r: self.q + self.r }
    }

    /// Mirrored left to right about the origin.
    pub fn mirrored(self) -> Self {
        Self { q: -self.q - self.r, r: self.r }
    }

    /// How many steps the way takes.
    pub fn length(self) -> u32 {
        self.q.unsigned_abs().max(self.r.unsigned_abs()).max((self.q + self.r).unsigned_abs())
    }

    /// The cell of the board at this place, if there is one.
    pub fn cell(self) -> Option<Cell> {
        let row = usize::try_from(self.r).ok().filter(|&row| row < ROWS)?;
        let column = usize::try_from(self.q + self.r.div_euclid(2)).ok().filter(|&column| column < COLUMNS)?;
        Cell::new(COLUMNS * row + column)
    }
}

impl Add for Axial {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { q: self.q + other.q, r: self.r + other.r }
    }
}

impl Sub for Axial {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { q: self.q - other.q, r: self.r - other.r }
    }
}

/// A set of cells: bit 0 is the first cell of the first row. The bits beyond the board are clear.
pub type Cells = Bits<u64, Cell>;

byte_element!(Cell);

impl Cells {
    /// Every cell of the board.
    pub const ALL: Self = Self::new(BOARD);

    const FIRST_COLUMN: u64 = every_row(0b00001);
    const LAST_COLUMN: u64 = every_row(0b10000);
    /// The rows 0, 2, 4 and so on.
    const EVEN_ROWS: u64 = 0b11111 * (1 | 1 << 10 | 1 << 20 | 1 << 30 | 1 << 40);
    const ODD_ROWS: u64 = Self::EVEN_ROWS << COLUMNS;

    /// The cells whose bits are set; bits beyond the board are dropped.
    #[inline]
    pub const fn on_board(bits: u64) -> Self {
        Self::new(bits & BOARD)
    }

    /// The cells of this row, if the board has it.
    pub const fn row(row: usize) -> Self {
        Self::on_board(0b11111 << (COLUMNS * row))
    }

    /// The cells of the column at the left edge.
    pub const fn first_column() -> Self {
        Self::new(Self::FIRST_COLUMN)
    }

    /// The cells of the column at the right edge.
    pub const fn last_column() -> Self {
        Self::new(Self::LAST_COLUMN)
    }

    /// The cells after the half turn of the board. It brings cell `c` to `49 - c`, which is the order of bits reversed.
    pub const fn half_turn(self) -> Self {
        Self::new(self.bits().reverse_bits() >> (u64::BITS as usize - CELLS))
    }

    /// All cells that touch one of these, found for all at once.
    ///
    /// In its own row a cell touches those to its left and right. In the rows above and below, it touches the cell of its
    /// own column and one more: that to the left of it from an even row, that to the right of it from an odd one. So the
    /// cells, joined by their left or right neighbours, are moved up and down by a row. What would cross the left or right
    /// edge is taken away before each move; what leaves the board at the top or bottom, after it.
    #[inline]
    pub const fn neighbours(self) -> Self {
        let lefts = (self.bits() & !Self::FIRST_COLUMN) >> 1;
        let rights = (self.bits() & !Self::LAST_COLUMN) << 1;
        let pairs = self.bits() | (lefts & Self::EVEN_ROWS) | (rights & Self::ODD_ROWS);
        Self::on_board(lefts | rights | pairs << COLUMNS | pairs >> COLUMNS)
    }

    /// The region of these cells that the seed belongs to: all that can be reached from it without leaving them.
    #[inline]
    pub fn region(self, seed: Self) -> Self {
        let mut region = seed & self;
        loop {
            let grown = (region | region.neighbours()) & self;
            if grown == region {
                return region;
            }
            region = grown;
        }
    }

    /// Whether every region of these free cells could be filled as far as sizes go: is a multiple of five.
    ///
    /// Two short cuts: lone cells are seen for all at once, and the cells behind the last gap are the first seed together.
    #[inline]
    pub fn regions_are_fives(self) -> bool {
        if !self.neighbours().covers(self) {
            return false;
        }
        let mut rest = self;
        let mut seed = self.behind_the_last_gap();
        while !rest.is_empty() {
            let region = rest.region(if seed.is_empty() { rest.lowest() } else { seed });
            if !region.len().is_multiple_of(5) {
                return false;
            }
            rest -= region;
            seed = Self::NONE;
        }
        true
    }

    /// The first region of these free cells whose size is no multiple of five: no pieces fill it, since each lies wholly inside or
    /// wholly outside.
    pub fn hole(self) -> Option<Self> {
        let mut rest = self;
        while !rest.is_empty() {
            let region = rest.region(rest.lowest());
            if !region.len().is_multiple_of(5) {
                return Some(region);
            }
            rest -= region;
        }
        None
    }

    /// The cells behind the last one that is not among these. They are one region: each touches the next in its row and,
    /// if there is a row below, the cell of its own column there.
    #[inline]
    pub const fn behind_the_last_gap(self) -> Self {
        let mut up_to_the_gap = !self.bits() & BOARD;
        let mut shift = 1;
        while shift < CELLS {
            up_to_the_gap |= up_to_the_gap >> shift;
            shift *= 2;
        }
        Self::new(BOARD & !up_to_the_gap)
    }
}

/// The bits of one row, in every row.
const fn every_row(bits: u64) -> u64 {
    let mut all = 0;
    let mut row = 0;
    while row < ROWS {
        all |= bits << (COLUMNS * row);
        row += 1;
    }
    all
}

/// The other cells of the board.
impl Not for Cells {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::ALL - self
    }
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
    fn a_cell_touches_the_cells_beside_it() {
        let neighbours = |index| Cells::from(cell(index)).neighbours();
        assert_eq!(neighbours(0), cells(&[1, 5]));
        assert_eq!(neighbours(4), cells(&[3, 8, 9]));
        assert_eq!(neighbours(22), cells(&[16, 17, 21, 23, 26, 27]));
        assert_eq!(neighbours(27), cells(&[22, 23, 26, 28, 32, 33]));
        assert_eq!(neighbours(49), cells(&[44, 48]));
    }

    #[test]
    fn both_ways_to_find_neighbours_agree() {
        for cell in Cell::all() {
            assert_eq!(cell.axial().cell(), Some(cell));
            let steps: Cells = Axial::STEPS.into_iter().filter_map(|step| cell.step(step)).collect();
            assert_eq!(Cells::from(cell).neighbours(), steps, "{cell:?}");
        }
    }

    #[test]
    fn six_turns_and_two_mirrorings_change_nothing() {
        for (step, next) in Axial::STEPS.into_iter().zip(Axial::STEPS.into_iter().cycle().skip(1)) {
            assert_eq!(step.turned(), next);
            assert_eq!(step.mirrored().mirrored(), step);
            assert_eq!(step.length(), 1);
        }
        assert_eq!(Axial::SOUTH_EAST.mirrored(), Axial::SOUTH_WEST);
    }

    proptest! {
        #[test]
        fn the_half_turn_keeps_neighbours(bits: u64) {
            let cells = Cells::on_board(bits);
            prop_assert_eq!(cells.half_turn().neighbours(), cells.neighbours().half_turn());
            prop_assert_eq!(cells.half_turn(), cells.iter().map(Cell::half_turn).collect());
        }

        #[test]
        fn regions_are_judged_alike_with_and_without_short_cuts(bits: u64, more: u64, below in 0..=ROWS) {
            let cells = Cells::on_board(bits | more | u64::MAX << (COLUMNS * below));
            prop_assert_eq!(cells.regions_are_fives(), cells.hole().is_none());
        }
    }
}
