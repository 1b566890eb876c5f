//! How likely the game deals a board at a level. The dealing itself is in `deal`.
//!
//! Each level has ten board types, drawn with the same chance. A type fixes how many tiles have each value, and boards
//! whose multipliers lie too free are dealt again; so all boards that a type accepts are equally likely, and a board's
//! chance is the sum of `0.1 / accepted` over the types that accept it. The table is the one of the decompiled game.

use std::sync::OnceLock;

use super::rules::{Board, Clues, Line, SIDE, TILES, Value, column_of, row_of};

/// The difficulty that the game deals at, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

impl Level {
    /// The easiest and the hardest.
    pub const RANGE: std::ops::RangeInclusive<u8> = 1..=8;

    /// Where a game begins.
    pub const LOWEST: Self = Self(1);

    /// The level of this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        Self::RANGE.contains(&number).then_some(Self(number))
    }

    /// Its number, 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All levels, the easiest first.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::RANGE.map(Self)
    }
}

/// How many tiles of each value a board has; the rest are 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Composition {
    /// Tiles that end the round.
    pub voltorbs: u8,
    /// Tiles worth 2.
    pub twos: u8,
    /// Tiles worth 3.
    pub threes: u8,
}

impl Composition {
    /// What this board is made of.
    pub fn of(board: Board) -> Self {
        Self { voltorbs: board.count(Value::Voltorb), twos: board.count(Value::Two), threes: board.count(Value::Three) }
    }

    /// The points beyond one for every tile that is no Voltorb.
    pub const fn excess(self) -> u8 {
        self.twos + 2 * self.threes
    }

    /// All points on the board.
    pub const fn points(self) -> u8 {
        TILES as u8 - self.voltorbs + self.excess()
    }
}

/// How many multipliers of a board are free: in a row or a column without a Voltorb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freedom {
    /// In the line that has most of them.
    pub line: u8,
    /// On the whole board.
    pub total: u8,
}

impl Freedom {
    /// How free the multipliers of this board lie, whose clues are these.
    pub fn of(board: Board, clues: &Clues) -> Self {
        if !Line::all().any(|line| clues.is_free(line)) {
            return Self::default();
        }
        let (mut rows, mut columns) = ([0; SIDE], [0; SIDE]);
        for tile in (0..TILES).filter(|&tile| board.value(tile).is_multiplier() && clues.is_free_tile(tile)) {
            rows[row_of(tile)] += 1;
            columns[column_of(tile)] += 1;
        }
        Self { line: rows.iter().chain(&columns).copied().max().unwrap_or(0), total: rows.iter().sum() }
    }

    /// Whether both counts stay under these limits.
    pub const fn is_under(self, limits: Self) -> bool {
        self.line < limits.line && self.total < limits.total
    }
}

/// One of the ten kinds of board of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardType {
    /// What it is made of.
    pub composition: Composition,
    /// A board is dealt again if it reaches one of these.
    pub limits: Freedom,
}

impl BoardType {
    /// How many boards of this type are not dealt again.
    pub fn accepted(self) -> u64 {
        (0..=SIDE).map(|rows| (0..=SIDE).map(|columns| self.accepted_with(rows, columns)).sum::<u64>()).sum()
    }

    /// How many of these have so many rows and columns without a Voltorb.
    ///
    /// The Voltorbs touch each of the other lines, some multipliers lie on the free tiles within the limits, and the others on what
    /// is left.
    pub fn accepted_with(self, rows: usize, columns: usize) -> u64 {
        let Composition { voltorbs, twos, threes } = self.composition;
        let multipliers = u64::from(twos + threes);
        let hit = (SIDE - rows, SIDE - columns);
        let ways = choose(SIDE as u64, rows as u64) * choose(SIDE as u64, columns as u64) * touching_all(hit, voltorbs);
        if ways == 0 {
            return 0;
        }
        // Every Voltorb lies where a touched row crosses a touched column, and no free tile does.
        let others = (hit.0 * hit.1) as u64 - u64::from(voltorbs);
        let free = free_placements(rows, columns, self.limits);
        let placements = (0..=multipliers).zip(free).map(|(count, free)| ways * free * choose(others, multipliers - count));
        placements.sum::<u64>() * choose(multipliers, u64::from(twos))
    }
}

/// Ways to put so many Voltorbs on a grid of rows and columns so that each line has one: inclusion and exclusion over
/// the lines that stay empty.
fn touching_all((rows, columns): (usize, usize), voltorbs: u8) -> u64 {
    let mut ways = 0_i64;
    for empty_rows in 0..=rows {
        for empty_columns in 0..=columns {
            let left = ((rows - empty_rows) * (columns - empty_columns)) as u64;
            let lines = choose(rows as u64, empty_rows as u64) * choose(columns as u64, empty_columns as u64);
            let term = (lines * choose(left, u64::from(voltorbs))) as i64;
            ways += if (empty_rows + empty_columns).is_multiple_of(2) { term } else { -term };
        }
    }
    // The sum counts placements, so it is not negative.
    ways.unsigned_abs()
}

/// At each index, the ways to put so many multipliers on the tiles of the first rows and columns within the limits.
fn free_placements(rows: usize, columns: usize, limits: Freedom) -> Vec<u64> {
    fn place(tiles: &[usize], placed: usize, filled: &mut [[u8; SIDE]; 2], limits: Freedom, ways: &mut [u64]) {
        ways[placed] += 1;
        if placed + 1 == ways.len() {
            return;
        }
        for (i, &tile) in tiles.iter().enumerate() {
            let (row, column) = (row_of(tile), column_of(tile));
            if filled[0][row] + 1 < limits.line && filled[1][column] + 1 < limits.line {
                filled[0][row] += 1;
                filled[1][column] += 1;
                place(&tiles[i + 1..], placed + 1, filled, limits, ways);
                filled[0][row] -= 1;
                filled[1][column] -= 1;
            }
        }
    }
    let tiles: Vec<_> = (0..TILES).filter(|&tile| row_of(tile) < rows || column_of(tile) < columns).collect();
    let mut ways = vec![0; usize::from(limits.total)];
    place(&tiles, 0, &mut [[0; SIDE]; 2], limits, &mut ways);
    ways
}

/// The binomial coefficient.
fn choose(from: u64, take: u64) -> u64 {
    if from < take { 0 } else { (0..take).fold(1, |ways, i| ways * (from - i) / (i + 1)) }
}

/// The chances of all boards at one level.
#[derive(Clone, Debug)]
pub struct Prior {
    /// The types with the chance of each of their boards if nothing is known, in the order of the game's table.
    types: Vec<(BoardType, f64)>,
}

impl Prior {
    /// The chances at this level; worked out once.
    pub fn at(level: Level) -> &'static Self {
        static PRIORS: [OnceLock<Prior>; 8] = [const { OnceLock::new() }; 8];
        PRIORS[usize::from(level.number()) - 1].get_or_init(|| {
            let types = board_types(level);
            let share = 1.0 / types.len() as f64;
            Self { types: types.map(|board_type| (board_type, share / board_type.accepted() as f64)).to_vec() }
        })
    }

    /// The chance that the game deals one certain board that is made so and lies so free.
    pub fn weight(&self, composition: Composition, freedom: Freedom) -> f64 {
        self.types
            .iter()
            .filter(|(kind, _)| kind.composition == composition && freedom.is_under(kind.limits))
            .map(|(_, weight)| weight)
            .sum()
    }

    /// The chance that the game deals this board, whose clues are these.
    pub fn weight_of(&self, board: Board, clues: &Clues) -> f64 {
        self.weight(Composition::of(board), Freedom::of(board, clues))
    }

    /// The level's types.
    pub fn types(&self) -> impl Iterator<Item = BoardType> {
        self.types.iter().map(|&(board_type, _)| board_type)
    }

    /// The level's compositions with so many Voltorbs and so many points beyond ones: all that the clues leave open.
    pub fn compositions(&self, voltorbs: u8, excess: u8) -> impl Iterator<Item = Composition> {
        self.types().map(|kind| kind.composition).filter(move |made| made.voltorbs == voltorbs && made.excess() == excess)
    }

    /// Limits that every board of the level stays under, whatever its type.
    pub fn loosest_limits(&self) -> Freedom {
        self.types().fold(Freedom::default(), |loosest, kind| Freedom {
            line: loosest.line.max(kind.limits.line),
            total: loosest.total.max(kind.limits.total),
        })
    }

    /// The types, from 0, that deal this board.
    #[cfg(test)]
    pub fn accepting(&self, board: Board) -> Vec<usize> {
        let (composition, freedom) = (Composition::of(board), Freedom::of(board, &Clues::of(board)));
        let accepts = |kind: BoardType| kind.composition == composition && freedom.is_under(kind.limits);
        self.types().enumerate().filter(|&(_, kind)| accepts(kind)).map(|(index, _)| index).collect()
    }
}

/// The ten types of a level: five compositions, and the same again with other limits.
pub fn board_types(level: Level) -> [BoardType; 10] {
    let table = &TABLE[usize::from(level.number()) - 1];
    std::array::from_fn(|index| {
        let (voltorbs, twos, threes, first, second) = table[index % 5];
        let (line, total) = if index < 5 { first } else { second };
        BoardType { composition: Composition { voltorbs, twos, threes }, limits: Freedom { line, total } }
    })
}

/// Voltorbs, twos, threes; limits of a line and of the board for the first five types, and for the second five.
type Row = (u8, u8, u8, (u8, u8), (u8, u8));

const TABLE: [[Row; 5]; 8] = [
    [(6, 3, 1, (3, 3), (3, 3)), (6, 0, 3, (2, 2), (2, 2)), (6, 5, 0, (3, 4), (3, 4)), (6, 2, 2, (3, 3), (3, 3)), (6, 4, 1, (3, 4), (3, 4))],
    [(7, 1, 3, (2, 3), (2, 2)), (7, 6, 0, (3, 4), (3, 3)), (7, 3, 2, (2, 3), (2, 2)), (7, 0, 4, (2, 3), (2, 2)), (7, 5, 1, (3, 4), (3, 3))],
    [(8, 2, 3, (2, 3), (2, 2)), (8, 7, 0, (3, 4), (3, 3)), (8, 4, 2, (3, 4), (3, 3)), (8, 1, 4, (2, 3), (2, 2)), (8, 6, 1, (4, 3), (3, 3))],
    [
        (8, 3, 3, (4, 3), (3, 3)),
        (8, 0, 5, (2, 3), (2, 2)),
        (10, 8, 0, (4, 5), (4, 4)),
        (10, 5, 2, (3, 4), (3, 3)),
        (10, 2, 4, (3, 4), (3, 3)),
    ],
    [
        (10, 7, 1, (4, 5), (4, 4)),
        (10, 4, 3, (3, 4), (3, 3)),
        (10, 1, 5, (3, 4), (3, 3)),
        (10, 9, 0, (4, 5), (4, 4)),
        (10, 6, 2, (4, 5), (4, 4)),
    ],
    [
        (10, 3, 4, (3, 4), (3, 3)),
        (10, 0, 6, (3, 4), (3, 3)),
        (10, 8, 1, (4, 5), (4, 4)),
        (10, 5, 3, (4, 5), (4, 4)),
        (10, 2, 5, (3, 4), (3, 3)),
    ],
    [
        (10, 7, 2, (4, 5), (4, 4)),
        (10, 4, 4, (4, 5), (4, 4)),
        (13, 1, 6, (3, 4), (3, 3)),
        (13, 9, 1, (5, 6), (5, 5)),
        (10, 6, 3, (4, 5), (4, 4)),
    ],
    [
        (10, 0, 7, (3, 4), (3, 3)),
        (10, 8, 2, (5, 6), (5, 5)),
        (10, 5, 4, (4, 5), (4, 4)),
        (10, 2, 6, (4, 5), (4, 4)),
        (10, 7, 3, (5, 6), (5, 5)),
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_touched_as_often_as_counting_by_hand_says() {
        assert_eq!(touching_all((2, 2), 2), 2, "the two diagonals");
        assert_eq!(touching_all((2, 2), 3), 4);
        assert_eq!(touching_all((3, 2), 2), 0, "two Voltorbs touch two rows at most");
        assert_eq!(touching_all((0, 0), 0), 1);
    }

    #[test]
    fn the_chances_of_a_small_type_add_up() {
        // With one multiplier at most under the limits, placements can be counted tile by tile.
        let board_type = BoardType { composition: Composition { voltorbs: 1, twos: 1, threes: 0 }, limits: Freedom { line: 1, total: 1 } };
        let boards = (0..TILES).flat_map(|voltorb| (0..TILES).filter(move |&two| two != voltorb).map(move |two| (voltorb, two)));
        let dealt = boards
            .map(|(voltorb, two)| Board::ONES.with(voltorb, Value::Voltorb).with(two, Value::Two))
            .filter(|&board| Freedom::of(board, &Clues::of(board)).is_under(board_type.limits));
        assert_eq!(board_type.accepted(), dealt.count() as u64);
        let freer = BoardType { limits: Freedom { line: 2, total: 2 }, ..board_type };
        assert_eq!(freer.accepted(), 25 * 24, "a single multiplier may lie anywhere");
    }
}
