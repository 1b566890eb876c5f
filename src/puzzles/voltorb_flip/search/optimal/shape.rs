//! The shape of a position: everything its worth depends on, independent of the order of rows and columns.

use std::sync::{Mutex, PoisonError};

use crate::{
    model::{
        objective::Goal,
        prior::{Composition, Freedom, Prior},
        problem::Problem,
        rules::{Board, Clues, Line, SIDE, TILES, column_of, row_of, total},
    },
    search::hashing::FastMap,
};

/// A position in which every free tile is face up, packed into two numbers.
///
/// Two positions with the same prior and the same shape have the same worth. Their consistent boards, up to the order of rows and columns
/// and the exchange of both, depend on the open tiles and on what each line still needs. Open are the face-down tiles outside of lines in
/// which all face-down tiles are Voltorbs. The weights of those boards depend on the numbers
/// of 2s and 3s and on the free multipliers. The latter are known only once all free tiles are face up, which happens soon, since a free
/// tile is never a Voltorb. What then matters is the weight for each number of hidden 3s, up to a common factor: see [`Profiles`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// The open tiles, and the needs of each row.
    upper: u64,
    /// The needs of each column, and the profile of the weights.
    lower: u64,
}

/// A sum for each row and then each column, four bits each; the excess of a line is at most 10.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineSums(u64);

/// A 1 in the row and in the column of each tile.
const LINES_OF: [u64; TILES] = {
    let mut lines = [0; TILES];
    let mut tile = 0;
    while tile < TILES {
        lines[tile] = 1 << (4 * row_of(tile)) | 1 << (4 * (SIDE + column_of(tile)));
        tile += 1;
    }
    lines
};

impl LineSums {
    /// Returns the sums with this much added on this tile.
    #[must_use]
    pub const fn with(self, tile: usize, more: u8) -> Self {
        Self(self.0 + LINES_OF[tile] * more as u64)
    }

    /// Returns the sum of this line, numbered rows first.
    const fn of(self, line: usize) -> u32 {
        (self.0 >> (4 * line) & 15) as u32
    }
}

/// The parts of the problem that shapes depend on; they are the same for all positions of a round.
#[derive(Debug)]
pub struct Shaper {
    clues: Clues,
    /// The tiles in lines without Voltorbs.
    free: u32,
    /// For each row and then each column, its Voltorbs and its excess, packed into 7 bits.
    needs: [u32; 2 * SIDE],
    /// Whether the number of face-down tiles matters, even of those that are certainly Voltorbs.
    counts_cards: bool,
    prior: Option<Prior>,
    /// The numbers of the profiles of this round, by the face-up multipliers.
    profiles: FastMap<u64, Option<u64>>,
}

impl Shaper {
    /// Prepares for the positions of this problem.
    pub fn new(problem: &Problem, goal: Goal) -> Self {
        let clues = problem.clues;
        let mut needs = [0; 2 * SIDE];
        for (packed, line) in needs.iter_mut().zip(Line::all()) {
            let clue = clues.line(line);
            *packed = u32::from(clue.voltorbs) << VOLTORBS | u32::from(clue.excess().unwrap_or(0));
        }
        let free = (0..TILES).filter(|&tile| clues.is_free_tile(tile)).fold(0, |free, tile| free | 1 << tile);
        let counts_cards = matches!(goal, Goal::Cards { .. });
        Self { clues, free, needs, counts_cards, prior: problem.prior(), profiles: FastMap::default() }
    }

    /// Returns the shape of the position with these tiles face down, the others showing these points (two bits each), which amount to this
    /// excess. `None` while a free tile is face down, and if there are too many profiles.
    pub fn shape(&mut self, hidden: u32, shown: u64, found: LineSums, profiles: &Profiles) -> Option<Shape> {
        if hidden & self.free != 0 {
            return None;
        }
        let mut needs: [u32; 2 * SIDE] = std::array::from_fn(|line| self.needs[line] - found.of(line));
        let open = if self.counts_cards { hidden } else { without_full_lines(hidden, &mut needs) };
        let profile = self.profile(shown, &needs, profiles)?;
        let (grid, rows, columns) = if is_transposed(&needs) {
            let turned = std::array::from_fn(|line| needs[(line + SIDE) % (2 * SIDE)]);
            sorted_lines(transposed(open), &turned)
        } else {
            sorted_lines(open, &needs)
        };
        let pack = |packed: u64, needs: u32| packed << 7 | u64::from(needs);
        let upper = rows.into_iter().fold(u64::from(grid), pack);
        let lower = columns.into_iter().fold(0, pack);
        Some(Shape { upper, lower: lower << PROFILE_BITS | profile })
    }

    /// Returns the number of the profile of the weights, unless there are too many.
    fn profile(&mut self, shown: u64, needs: &[u32; 2 * SIDE], profiles: &Profiles) -> Option<u64> {
        let Some(prior) = &self.prior else { return Some(0) };
        let board = Board::from_bits(shown);
        // Without free lines, no multiplier is free.
        let freedom = if self.free == 0 { Freedom::default() } else { Freedom::of(board, &self.clues) };
        let multipliers = board.multipliers();
        let threes = (multipliers >> 1 & shown).count_ones() as u8;
        let twos = multipliers.count_ones() as u8 - threes;
        let key = u64::from(twos) | u64::from(threes) << 8 | u64::from(freedom.line) << 16 | u64::from(freedom.total) << 24;
        let totals = total(&self.clues.rows);
        *self.profiles.entry(key).or_insert_with(|| {
            let excess = needs[..SIDE].iter().map(|needs| needs & ((1 << VOLTORBS) - 1)).sum::<u32>() as u8;
            let weight = |hidden: u8| {
                let composition = Composition { voltorbs: totals.voltorbs, twos: twos + excess - 2 * hidden, threes: threes + hidden };
                prior.weights(composition, freedom).iter().sum::<f64>()
            };
            profiles.number((0..=excess / 2).map(weight).collect())
        })
    }
}

/// The profiles of all shapes in a table. A profile is the weight of a board for each number of hidden 3s, divided by the first that isn't
/// 0.
#[derive(Debug, Default)]
pub struct Profiles(Mutex<Vec<Vec<f64>>>);

impl Profiles {
    /// Returns the number of the profile of these weights, or `None` if there are too many profiles.
    fn number(&self, mut weights: Vec<f64>) -> Option<u64> {
        if let Some(&first) = weights.iter().find(|&&weight| 0.0 < weight) {
            weights.iter_mut().for_each(|weight| *weight /= first);
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = all.iter().position(|known| *known == weights).unwrap_or_else(|| {
            all.push(weights);
            all.len() - 1
        });
        Some(place as u64).filter(|place| place >> PROFILE_BITS == 0)
    }
}

/// The bits of a profile's number. The profiles of a level are a few hundred.
const PROFILE_BITS: u32 = 14;

/// Leaves out the face-down tiles of lines in which all of them are Voltorbs, and what the lines need of these. Returns the others.
fn without_full_lines(hidden: u32, needs: &mut [u32; 2 * SIDE]) -> u32 {
    let mut open = hidden;
    loop {
        let before = open;
        for line in 0..2 * SIDE {
            let tiles = open & if line < SIDE { ROW << (SIDE * line) } else { COLUMN << (line - SIDE) };
            if tiles == 0 || tiles.count_ones() != needs[line] >> VOLTORBS {
                continue;
            }
            open &= !tiles;
            for tile in self::tiles(tiles) {
                needs[row_of(tile)] -= 1 << VOLTORBS;
                needs[SIDE + column_of(tile)] -= 1 << VOLTORBS;
            }
        }
        if open == before {
            return open;
        }
    }
}

/// The place of the Voltorbs in the needs of a line.
const VOLTORBS: u32 = 4;

/// Returns whether rows and columns are exchanged: a sum that doesn't depend on the order of the lines decides.
fn is_transposed(needs: &[u32; 2 * SIDE]) -> bool {
    let sum = |needs: &[u32]| needs.iter().map(|needs| needs * needs * needs).sum::<u32>();
    sum(&needs[..SIDE]) < sum(&needs[SIDE..])
}

/// Sorts rows and columns into an order that mostly doesn't depend on their original one: by their needs, then by the pattern of their
/// hidden tiles in the order found so far. Returns the hidden tiles and the needs of rows and columns in this order. An imperfect order
/// costs table hits, never correctness.
fn sorted_lines(hidden: u32, needs: &[u32; 2 * SIDE]) -> (u32, [u32; SIDE], [u32; SIDE]) {
    let turned = transposed(hidden);
    let mut rows = sorted(|row| Key::new(needs[row], (hidden >> (SIDE * row) & ROW).count_ones(), row));
    let mut columns = rows;
    for _ in 0..2 {
        let by_rows = in_order(hidden, &rows);
        columns = sorted(|column| Key::new(needs[SIDE + column], column_of_grid(by_rows, column), column));
        let by_columns = in_order(turned, &columns);
        rows = sorted(|row| Key::new(needs[row], column_of_grid(by_columns, row), row));
    }
    let grid = rows.iter().fold(0, |grid, row| grid << SIDE | row.pattern());
    (grid, rows.map(Key::needs), columns.map(Key::needs))
}

/// A sort key for a line: its needs, a pattern of its tiles, and its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key(u32);

impl Key {
    const fn new(needs: u32, pattern: u32, line: usize) -> Self {
        Self(needs << 16 | pattern << 8 | line as u32)
    }

    const fn needs(self) -> u32 {
        self.0 >> 16
    }

    const fn pattern(self) -> u32 {
        self.0 >> 8 & ROW
    }

    const fn line(self) -> usize {
        (self.0 & 0xFF) as usize
    }
}

/// Returns the five keys in ascending order, by a sorting network of nine exchanges.
fn sorted(key: impl Fn(usize) -> Key) -> [Key; SIDE] {
    let mut keys = std::array::from_fn(key);
    for (one, other) in [(0, 1), (3, 4), (2, 4), (2, 3), (1, 4), (0, 3), (0, 2), (1, 3), (1, 2)] {
        (keys[one], keys[other]) = (keys[one].min(keys[other]), keys[one].max(keys[other]));
    }
    keys
}

/// The tiles of the first row, and those of the first column.
const ROW: u32 = 0x1F;
const COLUMN: u32 = 0x10_8421;

/// Returns the tiles of a column of a grid, with the first row in the lowest bit.
///
/// The factor moves bit 5 i to 5 i + 4 k for each k up to 4. No two of these sums are equal, so nothing carries, and bit 16 + i, which is
/// read, comes only from k = 4 - i.
const fn column_of_grid(grid: u32, column: usize) -> u32 {
    (((grid >> column & COLUMN) as u64 * 0x1_1111) >> 16) as u32 & ROW
}

/// Returns the grid with its rows in this order.
fn in_order(grid: u32, rows: &[Key; SIDE]) -> u32 {
    (0..SIDE).fold(0, |ordered, place| ordered | (grid >> (SIDE * rows[place].line()) & ROW) << (SIDE * place))
}

/// Returns the grid with rows and columns exchanged.
fn transposed(grid: u32) -> u32 {
    (0..SIDE).fold(0, |turned, column| turned | column_of_grid(grid, column) << (SIDE * column))
}

/// The tiles of a set, in ascending order.
pub fn tiles(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let tile = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(tile)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        for tile in 0..TILES {
            assert_eq!(transposed(1 << tile), 1 << (SIDE * column_of(tile) + row_of(tile)));
        }
        let grid = 0b10110_01101_11111_00010_10001;
        assert_eq!(transposed(transposed(grid)), grid);
    }

    /// By the 0-1 principle, a network that sorts all sequences of 0s and 1s sorts everything.
    #[test]
    fn the_sorting_network_sorts() {
        for bits in 0..1_u32 << SIDE {
            assert!(sorted(|place| Key(bits >> place & 1)).is_sorted(), "{bits:05b}");
        }
    }

    #[test]
    fn line_sums_hold_an_excess_of_ten() {
        let full = (0..TILES).fold(LineSums::default(), |sums, tile| sums.with(tile, 2));
        assert!((0..2 * SIDE).all(|line| full.of(line) == 10));
    }
}
