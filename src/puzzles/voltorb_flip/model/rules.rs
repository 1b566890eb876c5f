//! The board: tiles and their values, lines and their clues. Levels and probabilities are in `prior`.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::words;

/// The number of tiles in a line, of rows and of columns.
pub const SIDE: usize = 5;
/// The number of tiles on a board, numbered row by row from 0.
pub const TILES: usize = SIDE * SIDE;
/// The most points that a line can have.
pub const MAX_POINTS: u8 = 15;

/// The value of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// Ends the round; worth no points.
    Voltorb,
    /// One point; doesn't multiply the coins.
    One,
    /// Two points.
    Two,
    /// Three points.
    Three,
}

impl Value {
    /// All values, indexed by their points.
    pub const ALL: [Self; 4] = [Self::Voltorb, Self::One, Self::Two, Self::Three];

    /// Returns the points that the tile adds to the sums of its row and column.
    pub const fn points(self) -> u8 {
        self as u8
    }

    /// Returns the points beyond the one that every tile other than a Voltorb has.
    pub const fn excess(self) -> u8 {
        self.points().saturating_sub(1)
    }

    /// Returns whether this tile must be flipped to win the round.
    pub const fn is_multiplier(self) -> bool {
        matches!(self, Self::Two | Self::Three)
    }

    /// Returns the letter used in files and on the board.
    pub const fn letter(self) -> char {
        ['V', '1', '2', '3'][self as usize]
    }

    /// Returns the value with this letter, in upper or lower case.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|value| value.letter() == letter.to_ascii_uppercase())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Voltorb => f.write_str(words::VOLTORB),
            value => write!(f, "{}", value.points()),
        }
    }
}

/// The row of a tile, from 0.
pub const fn row_of(tile: usize) -> usize {
    tile / SIDE
}

/// The column of a tile, from 0.
pub const fn column_of(tile: usize) -> usize {
    tile % SIDE
}

/// Returns the tile's name for people: "row 2, column 4".
pub fn tile_name(tile: usize) -> String {
    words::tile(row_of(tile), column_of(tile))
}

/// A row or a column, numbered from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// Numbered from the top.
    Row(usize),
    /// Numbered from the left.
    Column(usize),
}

impl Line {
    /// All rows from the top, then all columns from the left: the order in which clues are typed.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIDE).map(Self::Row).chain((0..SIDE).map(Self::Column))
    }

    /// Returns the tile at this position in the line, from 0.
    pub const fn tile(self, place: usize) -> usize {
        match self {
            Self::Row(row) => SIDE * row + place,
            Self::Column(column) => SIDE * place + column,
        }
    }

    /// Returns the next line in the order of [`Line::all`].
    pub fn next(self) -> Option<Self> {
        match self {
            Self::Row(row) if row + 1 < SIDE => Some(Self::Row(row + 1)),
            Self::Row(_) => Some(Self::Column(0)),
            Self::Column(column) if column + 1 < SIDE => Some(Self::Column(column + 1)),
            Self::Column(_) => None,
        }
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::Row(row) => words::row(*row),
            Self::Column(column) => words::column(*column),
        })
    }
}

/// The numbers that the game shows beside a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clue {
    /// The total points of its tiles, 0 to 15.
    pub sum: u8,
    /// The number of Voltorbs, 0 to 5.
    pub voltorbs: u8,
}

impl Clue {
    /// Returns the fewest and the most points possible with this many Voltorbs.
    pub fn range(self) -> (u8, u8) {
        let others = (SIDE as u8).saturating_sub(self.voltorbs);
        (others, 3 * others)
    }

    /// Returns the points beyond one per tile that isn't a Voltorb, or `None` if the clue is impossible.
    pub fn excess(self) -> Option<u8> {
        let (least, most) = self.range();
        (self.voltorbs as usize <= SIDE && (least..=most).contains(&self.sum)).then(|| self.sum - least)
    }
}

impl fmt::Display for Clue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.sum, self.voltorbs)
    }
}

/// The clues of all ten lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clues {
    /// From the top.
    pub rows: [Clue; SIDE],
    /// From the left.
    pub columns: [Clue; SIDE],
}

impl Clues {
    /// Returns the clues of a board.
    pub fn of(board: Board) -> Self {
        let mut clues = Self::default();
        for (tile, value) in board.values().enumerate() {
            for clue in [&mut clues.rows[row_of(tile)], &mut clues.columns[column_of(tile)]] {
                clue.sum += value.points();
                clue.voltorbs += u8::from(value == Value::Voltorb);
            }
        }
        clues
    }

    /// Returns the clue of this line.
    pub fn line(&self, line: Line) -> Clue {
        match line {
            Line::Row(row) => self.rows[row],
            Line::Column(column) => self.columns[column],
        }
    }

    /// Returns whether the line has no Voltorb, so that its multipliers are free.
    pub fn is_free(&self, line: Line) -> bool {
        self.line(line).voltorbs == 0
    }

    /// Returns whether the tile lies in a line without Voltorbs.
    pub fn is_free_tile(&self, tile: usize) -> bool {
        self.is_free(Line::Row(row_of(tile))) || self.is_free(Line::Column(column_of(tile)))
    }
}

/// Adds up the points and the Voltorbs of several clues.
pub fn total(clues: &[Clue; SIDE]) -> Clue {
    clues.iter().fold(Clue::default(), |total, clue| Clue { sum: total.sum + clue.sum, voltorbs: total.voltorbs + clue.voltorbs })
}

/// A complete board, two bits per tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board(u64);

impl Board {
    /// The board with a 1 on every tile, from which the game starts dealing.
    pub const ONES: Self = Self((1 << (2 * TILES)) / 3);

    /// Returns the value of this tile.
    pub const fn value(self, tile: usize) -> Value {
        Value::ALL[(self.0 >> (2 * tile) & 3) as usize]
    }

    /// Returns the board with this value on the tile.
    #[must_use]
    pub const fn with(self, tile: usize, value: Value) -> Self {
        Self(self.0 & !(3 << (2 * tile)) | (value as u64) << (2 * tile))
    }

    /// All values in tile order.
    pub fn values(self) -> impl Iterator<Item = Value> {
        (0..TILES).map(move |tile| self.value(tile))
    }

    /// Returns the set of tiles with this value: the lower bit of each tile's pair.
    pub const fn pairs(self, value: Value) -> u64 {
        let (low, high) = (self.0 & Self::ONES.0, self.0 >> 1 & Self::ONES.0);
        match value {
            Value::Voltorb => Self::ONES.0 & !(low | high),
            Value::One => low & !high,
            Value::Two => high & !low,
            Value::Three => low & high,
        }
    }

    /// Returns the number of tiles with this value.
    pub const fn count(self, value: Value) -> u8 {
        self.pairs(value).count_ones() as u8
    }

    /// Returns the set of its 2s and 3s: the upper bit of each tile's pair.
    pub const fn multipliers(self) -> u64 {
        self.0 & Self::ONES.0 << 1
    }

    /// Returns the set of its 2s and 3s on these tiles: the upper bit of each tile's pair.
    pub fn hidden_multipliers(self, hidden: u32) -> u64 {
        self.multipliers() & spread(hidden) << 1
    }

    /// Returns the board with each 1 outside this set of tiles turned into a Voltorb and each 3 into a 2. Outside the set, only the places
    /// of multipliers remain visible.
    #[must_use]
    pub fn blurred(self, sharp: u32) -> Self {
        Self(self.0 & (Self::ONES.0 << 1 | spread(sharp)))
    }

    /// Returns the board with these bits.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns its bits, two per tile from the lowest; each pair is the points of its tile.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns its five rows as text.
    pub fn rows(self) -> [String; SIDE] {
        std::array::from_fn(|row| (0..SIDE).map(|column| self.value(SIDE * row + column).letter()).collect())
    }
}

/// Moves the lower bits of all pairs together. The inverse of `spread`.
pub const fn gather(pairs: u64) -> u32 {
    let mut bits = pairs & 0x5555_5555_5555_5555;
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF;
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF;
    (bits | bits >> 16) as u32
}

/// Moves each bit of a set of tiles to the lower bit of its pair, by splitting the halves, then their halves, and so on.
const fn spread(set: u32) -> u64 {
    let mut bits = set as u64;
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF;
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF;
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333;
    (bits | bits << 1) & 0x5555_5555_5555_5555
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_values_are_read_back_and_counted() {
        assert!(Board::ONES.values().all(|value| value == Value::One));
        let board = Board::ONES.with(0, Value::Voltorb).with(7, Value::Three).with(24, Value::Two).with(7, Value::Two);
        assert_eq!(board.rows(), ["V1111", "11211", "11111", "11111", "11112"]);
        assert_eq!(Value::ALL.map(|value| board.count(value)), [1, 22, 2, 0]);
        assert_eq!(board.with(1, Value::Three).count(Value::Three), 1);
        let clues = Clues::of(board);
        assert_eq!(clues.rows.map(|clue| clue.to_string()), ["4/1", "6/0", "5/0", "5/0", "6/0"]);
        assert_eq!(clues.columns.map(|clue| clue.to_string()), ["4/1", "5/0", "6/0", "5/0", "6/0"]);
    }

    #[test]
    fn spread_and_gather_are_inverse() {
        for tile in 0..TILES {
            assert_eq!(spread(1 << tile), 1 << (2 * tile));
            assert_eq!(gather(3 << (2 * tile)), 1 << tile);
        }
        assert_eq!(spread(0x1FF_FFFF), Board::ONES.bits());
        assert_eq!(gather(Board::ONES.bits()), 0x1FF_FFFF);
    }

    #[test]
    fn next_visits_every_line_in_order() {
        let order: Vec<_> = std::iter::successors(Some(Line::Row(0)), |line| line.next()).collect();
        assert!(order.into_iter().eq(Line::all()));
    }

    #[test]
    fn excess_is_the_points_beyond_one_per_tile() {
        let excess = |sum, voltorbs| Clue { sum, voltorbs }.excess();
        assert_eq!(excess(5, 0), Some(0));
        assert_eq!(excess(12, 1), Some(8));
        assert_eq!(excess(13, 1), None, "four tiles hold at most twelve points");
        assert_eq!(excess(2, 2), None, "three tiles hold at least three points");
        assert_eq!(excess(0, 5), Some(0));
        assert_eq!(excess(0, 6), None);
    }
}
