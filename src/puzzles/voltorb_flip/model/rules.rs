//! What a board is: its lines, the values of its tiles, and the clues beside them. Levels and chances are in `prior`.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Tiles in a line, and lines each way.
pub const SIDE: usize = 5;
/// Tiles on a board; they are numbered row by row from 0.
pub const TILES: usize = SIDE * SIDE;
/// The most points that a line can hold.
pub const MAX_POINTS: u8 = 15;

/// What a tile shows when it is face up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// It ends the round and counts no points.
    Voltorb,
    /// One point; it multiplies nothing.
    One,
    /// Two points.
    Two,
    /// Three points.
    Three,
}

impl Value {
    /// All values, each at the place of its points.
    pub const ALL: [Self; 4] = [Self::Voltorb, Self::One, Self::Two, Self::Three];

    /// What the tile adds to the sum of its lines.
    pub const fn points(self) -> u8 {
        self as u8
    }

    /// The points beyond the one that every tile has that is no Voltorb.
    pub const fn excess(self) -> u8 {
        self.points().saturating_sub(1)
    }

    /// Whether the round is not won before this tile is flipped.
    pub const fn is_multiplier(self) -> bool {
        matches!(self, Self::Two | Self::Three)
    }

    /// How it is written in files and on the board.
    pub const fn letter(self) -> char {
        ['V', '1', '2', '3'][self as usize]
    }

    /// What this character means, whether a letter is small or capital.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|value| value.letter() == letter.to_ascii_uppercase())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Voltorb => f.write_str("Voltorb"),
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

/// The tile as people name it: "row 2, column 4".
pub fn tile_name(tile: usize) -> String {
    format!("row {}, column {}", row_of(tile) + 1, column_of(tile) + 1)
}

/// A row or a column, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Line {
    /// From the top.
    Row(usize),
    /// From the left.
    Column(usize),
}

impl Line {
    /// All rows from the top, then all columns from the left: the way round the board in which clues are typed.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..SIDE).map(Self::Row).chain((0..SIDE).map(Self::Column))
    }

    /// The tile at this place of the line, from 0.
    pub const fn tile(self, place: usize) -> usize {
        match self {
            Self::Row(row) => SIDE * row + place,
            Self::Column(column) => SIDE * place + column,
        }
    }

    /// The line after this one on the way round the board.
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
        match self {
            Self::Row(row) => write!(f, "row {}", row + 1),
            Self::Column(column) => write!(f, "column {}", column + 1),
        }
    }
}

/// What the game tells about a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clue {
    /// The points of its tiles together, 0 to 15.
    pub sum: u8,
    /// How many of its tiles are Voltorbs, 0 to 5.
    pub voltorbs: u8,
}

impl Clue {
    /// The fewest and the most points that a line with so many Voltorbs can hold.
    pub fn range(self) -> (u8, u8) {
        let others = (SIDE as u8).saturating_sub(self.voltorbs);
        (others, 3 * others)
    }

    /// The points beyond one for every tile that is no Voltorb; none if no line has this clue.
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
    /// The clues of a board whose tiles are all known.
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

    /// The clue of this line.
    pub fn line(&self, line: Line) -> Clue {
        match line {
            Line::Row(row) => self.rows[row],
            Line::Column(column) => self.columns[column],
        }
    }

    /// Whether the line holds no Voltorb, so that its multipliers are free to take.
    pub fn is_free(&self, line: Line) -> bool {
        self.line(line).voltorbs == 0
    }

    /// Whether the tile lies in a line without Voltorbs.
    pub fn is_free_tile(&self, tile: usize) -> bool {
        self.is_free(Line::Row(row_of(tile))) || self.is_free(Line::Column(column_of(tile)))
    }
}

/// The points and the Voltorbs of several clues together, as if they were one.
pub fn total(clues: &[Clue; SIDE]) -> Clue {
    clues.iter().fold(Clue::default(), |total, clue| Clue { sum: total.sum + clue.sum, voltorbs: total.voltorbs + clue.voltorbs })
}

/// A board whose tiles are all known, two bits a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board(u64);

impl Board {
    /// All tiles are 1: where the game begins to deal.
    pub const ONES: Self = Self((1 << (2 * TILES)) / 3);

    /// What lies on this tile.
    pub const fn value(self, tile: usize) -> Value {
        Value::ALL[(self.0 >> (2 * tile) & 3) as usize]
    }

    /// The same board with this value on the tile.
    #[must_use]
    pub const fn with(self, tile: usize, value: Value) -> Self {
        Self(self.0 & !(3 << (2 * tile)) | (value as u64) << (2 * tile))
    }

    /// All its values in the order of the tiles.
    pub fn values(self) -> impl Iterator<Item = Value> {
        (0..TILES).map(move |tile| self.value(tile))
    }

    /// The tiles that have this value, as the lower bits of their pairs.
    pub const fn pairs(self, value: Value) -> u64 {
        let (low, high) = (self.0 & Self::ONES.0, self.0 >> 1 & Self::ONES.0);
        match value {
            Value::Voltorb => Self::ONES.0 & !(low | high),
            Value::One => low & !high,
            Value::Two => high & !low,
            Value::Three => low & high,
        }
    }

    /// How many of its tiles have this value.
    pub const fn count(self, value: Value) -> u8 {
        self.pairs(value).count_ones() as u8
    }

    /// Where its 2s and 3s are, as a set of bits, two a tile.
    pub const fn multipliers(self) -> u64 {
        self.0 & Self::ONES.0 << 1
    }

    /// Where those of its 2s and 3s are that lie on these tiles, as a set of bits, two a tile.
    pub fn hidden_multipliers(self, hidden: u32) -> u64 {
        self.multipliers() & spread(hidden) << 1
    }

    /// The same board, except that on tiles outside this set a 1 becomes a Voltorb and a 3 a 2: what is left tells just
    /// which of them are multipliers.
    #[must_use]
    pub fn blurred(self, sharp: u32) -> Self {
        Self(self.0 & (Self::ONES.0 << 1 | spread(sharp)))
    }

    /// The board with these bits.
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Its bits, two a tile from the lowest, each pair the points of its tile.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Its five rows as text.
    pub fn rows(self) -> [String; SIDE] {
        std::array::from_fn(|row| (0..SIDE).map(|column| self.value(SIDE * row + column).letter()).collect())
    }
}

/// The lower bits of all pairs moved together: the set of tiles that `spread` makes them of.
pub const fn gather(pairs: u64) -> u32 {
    let mut bits = pairs & 0x5555_5555_5555_5555;
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF;
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF;
    (bits | bits >> 16) as u32
}

/// The bits of a set of tiles, each moved to the lower bit of its pair: halves are parted, and their halves, and so on.
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
    fn a_board_keeps_what_is_put_on_it() {
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
    fn tiles_are_spread_over_pairs() {
        for tile in 0..TILES {
            assert_eq!(spread(1 << tile), 1 << (2 * tile));
            assert_eq!(gather(3 << (2 * tile)), 1 << tile);
        }
        assert_eq!(spread(0x1FF_FFFF), Board::ONES.bits());
        assert_eq!(gather(Board::ONES.bits()), 0x1FF_FFFF);
    }

    #[test]
    fn the_way_round_the_board_visits_every_line() {
        let way: Vec<_> = std::iter::successors(Some(Line::Row(0)), |line| line.next()).collect();
        assert!(way.into_iter().eq(Line::all()));
    }

    #[test]
    fn a_clue_knows_what_it_leaves_beyond_ones() {
        let excess = |sum, voltorbs| Clue { sum, voltorbs }.excess();
        assert_eq!(excess(5, 0), Some(0));
        assert_eq!(excess(12, 1), Some(8));
        assert_eq!(excess(13, 1), None, "four tiles hold at most twelve points");
        assert_eq!(excess(2, 2), None, "three tiles hold at least three points");
        assert_eq!(excess(0, 5), Some(0));
        assert_eq!(excess(0, 6), None);
    }
}
