//! The probability that the game deals a given board, at a known level or with a probability for each level. The dealing itself is in
//! `play::deal`.
//!
//! Each level has ten board types, drawn with equal probability. A type fixes how many tiles have each value. The game deals again if too
//! many multipliers are free, so all boards that a type accepts are equally likely, and the probability of a board is the sum of `0.1 /
//! accepted` over the types that accept it. The table comes from the decompiled game.
//!
//! If the level is unknown, it is the sum over the levels of P(level) x P(board | level): a mixture with up to eighty types.

use std::sync::OnceLock;

use super::rules::{Board, Clue, Clues, Line, SIDE, TILES, Value, column_of, row_of};

/// The difficulty of a deal, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(u8);

impl Level {
    /// The easiest and the hardest level.
    pub const RANGE: std::ops::RangeInclusive<u8> = 1..=8;

    /// All levels, easiest first.
    pub const ALL: [Self; LEVELS] = [Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7), Self(8)];

    /// The level of the first round of a game.
    pub const LOWEST: Self = Self(1);

    /// Returns the level with this number, if it exists.
    pub fn new(number: u8) -> Option<Self> {
        Self::RANGE.contains(&number).then_some(Self(number))
    }

    /// Returns its number, 1 to 8.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns its place among all levels, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// All levels, easiest first.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter()
    }

    /// Returns the chances when this is certainly the level.
    pub fn alone(self) -> LevelChances {
        Self::ALL.map(|level| if level == self { 1.0 } else { 0.0 })
    }

    /// Returns the only possible level, if there is only one.
    pub fn only_possible(chances: &LevelChances) -> Option<Self> {
        let mut possible = Self::all().filter(|level| 0.0 < chances[level.index()]);
        possible.next().filter(|_| possible.next().is_none())
    }
}

/// The number of levels.
pub const LEVELS: usize = 8;

/// A number for each level, easiest first: its probability, or the weight of the boards that it deals.
pub type LevelChances = [f64; LEVELS];

/// The number of tiles of each value on a board; all others are 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Composition {
    /// The number of Voltorbs.
    pub voltorbs: u8,
    /// The number of 2s.
    pub twos: u8,
    /// The number of 3s.
    pub threes: u8,
}

impl Composition {
    /// Returns the composition of a board.
    pub fn of(board: Board) -> Self {
        Self { voltorbs: board.count(Value::Voltorb), twos: board.count(Value::Two), threes: board.count(Value::Three) }
    }

    /// Returns the points beyond one per tile that isn't a Voltorb.
    pub const fn excess(self) -> u8 {
        self.twos + 2 * self.threes
    }

    /// Returns the total points of the board.
    pub const fn points(self) -> u8 {
        TILES as u8 - self.voltorbs + self.excess()
    }
}

/// The numbers of free multipliers: 2s and 3s whose row or column has no Voltorb.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Freedom {
    /// The most in any one row or column.
    pub line: u8,
    /// The number on the whole board.
    pub total: u8,
}

impl Freedom {
    /// Counts the free multipliers of a board with these clues.
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

    /// Returns whether both counts are below these (exclusive) limits.
    pub const fn is_under(self, limits: Self) -> bool {
        self.line < limits.line && self.total < limits.total
    }
}

/// One of a level's ten board types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardType {
    /// The tile counts of every board of this type.
    pub composition: Composition,
    /// The board is dealt again if either count reaches its limit.
    pub limits: Freedom,
}

impl BoardType {
    /// Returns the number of boards that this type accepts.
    pub fn accepted(self) -> u64 {
        (0..=SIDE).map(|rows| (0..=SIDE).map(|columns| self.accepted_with(rows, columns)).sum::<u64>()).sum()
    }

    /// Returns the number of accepted boards with exactly this many Voltorb-free rows and columns.
    ///
    /// The Voltorbs must touch each of the other lines; some multipliers lie on free tiles, within the limits, and the others on the
    /// remaining tiles.
    pub fn accepted_with(self, rows: usize, columns: usize) -> u64 {
        let Composition { voltorbs, twos, threes } = self.composition;
        let multipliers = u64::from(twos + threes);
        let hit = (SIDE - rows, SIDE - columns);
        let ways = choose(SIDE as u64, rows as u64) * choose(SIDE as u64, columns as u64) * touching_all(hit, voltorbs);
        if ways == 0 {
            return 0;
        }
        // Every Voltorb lies where a touched row crosses a touched column; no free tile does.
        let others = (hit.0 * hit.1) as u64 - u64::from(voltorbs);
        let free = free_placements(rows, columns, self.limits);
        let placements = (0..=multipliers).zip(free).map(|(count, free)| ways * free * choose(others, multipliers - count));
        placements.sum::<u64>() * choose(multipliers, u64::from(twos))
    }
}

/// Counts the ways to put this many Voltorbs on a grid so that each row and column has one, by inclusion and exclusion over the lines that
/// stay empty.
fn touching_all((rows, columns): (usize, usize), voltorbs: u8) -> u64 {
    let mut ways = 0_i64;
    for empty_rows in 0..=rows {
        for empty_columns in 0..=columns {
            let remaining = ((rows - empty_rows) * (columns - empty_columns)) as u64;
            let lines = choose(rows as u64, empty_rows as u64) * choose(columns as u64, empty_columns as u64);
            let term = (lines * choose(remaining, u64::from(voltorbs))) as i64;
            ways += if (empty_rows + empty_columns).is_multiple_of(2) { term } else { -term };
        }
    }
    // The sum counts placements, so it is never negative.
    ways.unsigned_abs()
}

/// Returns, at index n, the number of ways to put n multipliers on the tiles of the first rows and columns within the limits.
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

/// Returns the binomial coefficient "`from` choose `take`".
fn choose(from: u64, take: u64) -> u64 {
    if from < take { 0 } else { (0..take).fold(1, |ways, i| ways * (from - i) / (i + 1)) }
}

/// The probabilities of all boards with the same totals.
#[derive(Clone, Debug)]
pub struct Prior {
    types: Vec<DealtType>,
}

/// A board type of a level that deals boards.
#[derive(Clone, Copy, Debug)]
struct DealtType {
    level: Level,
    board_type: BoardType,
    /// The probability that any particular one of its boards is dealt.
    weight: f64,
}

impl Prior {
    /// Returns the prior of the boards with these totals (points and Voltorbs of all rows), if the levels have these probabilities.
    pub fn new(levels: &LevelChances, totals: Clue) -> Self {
        let is_possible = |level: &Level| 0.0 < levels[level.index()];
        let has_totals = |board_type: BoardType| {
            let composition = board_type.composition;
            (composition.points(), composition.voltorbs) == (totals.sum, totals.voltorbs)
        };
        let of_level = |level: Level| {
            let chance = levels[level.index()];
            let types = board_types(level).into_iter().zip(weights_at(level));
            types.map(move |(board_type, weight)| DealtType { level, board_type, weight: chance * weight })
        };
        let types = Level::all().filter(is_possible).flat_map(of_level).filter(|dealt| has_totals(dealt.board_type));
        Self { types: types.collect() }
    }

    /// Returns the probability of one particular board with this composition and these free multipliers, split by the level that deals it.
    pub fn weights(&self, composition: Composition, freedom: Freedom) -> LevelChances {
        let mut weights = [0.0; LEVELS];
        let accepts = |dealt: &&DealtType| dealt.board_type.composition == composition && freedom.is_under(dealt.board_type.limits);
        for dealt in self.types.iter().filter(accepts) {
            weights[dealt.level.index()] += dealt.weight;
        }
        weights
    }

    /// Returns the probability that the game deals this board, which has these clues: the sum of its weights, to the last digit, so that
    /// it is never above a sum of the weights of all boards.
    pub fn weight_of(&self, board: Board, clues: &Clues) -> f64 {
        self.weights(Composition::of(board), Freedom::of(board, clues)).iter().sum()
    }

    /// The compositions that the totals leave possible, some of them several times.
    pub fn compositions(&self) -> impl Iterator<Item = Composition> {
        self.types.iter().map(|dealt| dealt.board_type.composition)
    }

    /// Returns limits that hold for every type.
    pub fn loosest_limits(&self) -> Freedom {
        self.types.iter().map(|dealt| dealt.board_type.limits).fold(Freedom::default(), |loosest, limits| Freedom {
            line: loosest.line.max(limits.line),
            total: loosest.total.max(limits.total),
        })
    }
}

/// Returns, for each of a level's types, the probability that the level deals any particular one of its boards. It is computed once.
fn weights_at(level: Level) -> [f64; 10] {
    static WEIGHTS: [OnceLock<[f64; 10]>; LEVELS] = [const { OnceLock::new() }; LEVELS];
    *WEIGHTS[level.index()].get_or_init(|| board_types(level).map(|board_type| 0.1 / board_type.accepted() as f64))
}

/// Returns the ten types of a level: five compositions, then the same five with other limits.
pub fn board_types(level: Level) -> [BoardType; 10] {
    let table = &TABLE[level.index()];
    std::array::from_fn(|index| {
        let (voltorbs, twos, threes, first, second) = table[index % 5];
        let (line, total) = if index < 5 { first } else { second };
        BoardType { composition: Composition { voltorbs, twos, threes }, limits: Freedom { line, total } }
    })
}

/// Voltorbs, 2s, 3s, then (limits of the first five types, limits of the second five) for a line and for the board.
type Row = (u8, u8, u8, (u8, u8), (u8, u8));

const TABLE: [[Row; 5]; LEVELS] = [
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
    fn touching_all_matches_small_cases_counted_by_hand() {
        assert_eq!(touching_all((2, 2), 2), 2, "the two diagonals");
        assert_eq!(touching_all((2, 2), 3), 4);
        assert_eq!(touching_all((3, 2), 2), 0, "two Voltorbs touch two rows at most");
        assert_eq!(touching_all((0, 0), 0), 1);
    }

    #[test]
    fn accepted_boards_of_a_small_type_match_an_enumeration() {
        // With limits of one free multiplier, placements can be counted tile by tile.
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
