//! Counts the consistent boards without listing them: row by row, merging all partial boards that leave the same needs to the rows below.
//! The weights of boards are in `model::prior`.
//!
//! Partial boards with equal needs have the same number of completions, with the same weights. One pass down adds up the ways to reach each
//! of them, one pass up the weight of all completions, and the product of both at a step is the weight of all boards that have this pattern
//! in this row.

use std::ops::ControlFlow;

use super::{
    hashing::FastMap,
    patterns::{self, AllowedTable, Pattern},
};
use crate::model::{
    prior::{Composition, Freedom, LEVELS, LevelChances, Prior},
    problem::Problem,
    rules::{Board, Clues, Line, SIDE, TILES, Value, total},
};

/// All boards consistent with a position, as layers: layer `r` has the ways to fill the first `r` rows.
#[derive(Debug)]
pub struct Counting {
    patterns: [Vec<Pattern>; SIDE],
    layers: Vec<Layer>,
    /// The weight of one board for each of the needs in the last layer.
    weights: Vec<f64>,
    /// The weight of the boards that each level deals; zeros without a prior.
    pub level_weights: LevelChances,
    /// The patterns tried in each row, and how many were allowed.
    pub work: [(u64, u64); SIDE],
}

/// The partial boards with the same number of rows, merged by their needs.
#[derive(Debug, Default)]
struct Layer {
    needs: Vec<Needs>,
    /// The number of partial boards with these needs. At most 4^25, so it can't overflow.
    ways: Vec<u64>,
    /// All ways to add a row that may be completed, ordered by `from`.
    steps: Vec<Step>,
}

/// One row added to merged partial boards.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u32,
    to: u32,
    pattern: u32,
}

/// The total weight of the boards, and the weight for each value of each tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds {
    /// The number of boards with a positive weight.
    pub boards: u64,
    /// The weight of all boards.
    pub weight: f64,
    /// For each tile, the weight of the boards with each value there.
    ///
    /// Where every board weighs 1, these are exact counts: there are at most 4^25 boards, and sums of whole numbers below 2^53 are exact.
    pub tiles: [[f64; 4]; TILES],
}

impl Odds {
    /// Returns the probability of each value on each tile: its share of the tile's own weights, so that none is above 1. The weight of all
    /// boards is the same sum in another order, and may be a little less by rounding.
    pub fn chances(&self) -> [[f64; 4]; TILES] {
        self.tiles.map(|tile| {
            let total: f64 = tile.iter().sum();
            tile.map(|weight| weight / total)
        })
    }
}

/// A board and its weight.
pub type WeightedBoard = (Board, f64);

/// Returns all boards consistent with the position, weighted by its prior, or each by 1 without a prior. `keep_going` is called before
/// each board and may stop the listing.
pub fn weighted_boards(problem: &Problem, keep_going: &mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<(), Vec<WeightedBoard>> {
    let prior = problem.prior();
    let mut boards = Vec::new();
    if let Some(counting) = Counting::new(problem, prior.as_ref()) {
        for board in counting.walk() {
            keep_going()?;
            boards.push((board, prior.as_ref().map_or(1.0, |prior| prior.weight_of(board, &problem.clues))));
        }
    }
    ControlFlow::Continue(boards)
}

impl Counting {
    /// Counts the boards consistent with the position: all of them, or only those that this prior deals. Returns `None` if there are none.
    pub fn new(problem: &Problem, prior: Option<&Prior>) -> Option<Self> {
        let totals = totals(&problem.clues)?;
        let limits = prior.map_or(Some(LevelLimits::NONE), LevelLimits::of)?;
        let patterns: [_; SIDE] = std::array::from_fn(|row| patterns::patterns(problem, row));
        let mut layers = vec![Layer { needs: vec![Needs::of(&problem.clues)?], ways: vec![1], steps: Vec::new() }];
        let mut work = [(0, 0); SIDE];
        for (row, patterns) in patterns.iter().enumerate() {
            let choices: Vec<_> = patterns.iter().map(|pattern| Choice::new(pattern, row, &problem.clues, prior.is_some())).collect();
            let layer = &mut layers[row];
            let next = layer.add_row(&choices, (SIDE - 1 - row) as u8, &limits);
            work[row] = ((layer.needs.len() * choices.len()) as u64, layer.steps.len() as u64);
            layers.push(next);
        }
        let mut level_weights = [0.0; LEVELS];
        let mut weigh = |(needs, &ways): (&Needs, &u64)| {
            let Some(prior) = prior else { return 1.0 };
            let by_level = prior.weights(needs.composition(totals), needs.freedom());
            level_weights.iter_mut().zip(by_level).for_each(|(total, weight)| *total += ways as f64 * weight);
            by_level.iter().sum()
        };
        let weights: Vec<_> = layers[SIDE].needs.iter().zip(&layers[SIDE].ways).map(&mut weigh).collect();
        weights.iter().any(|&weight| 0.0 < weight).then_some(Self { patterns, layers, weights, level_weights, work })
    }

    /// Returns the memory used by all layers, in bytes.
    pub fn bytes(&self) -> u64 {
        let of = |layer: &Layer| {
            let joined = layer.needs.capacity() * (size_of::<Needs>() + size_of::<u64>());
            joined + layer.steps.capacity() * size_of::<Step>()
        };
        self.layers.iter().map(of).sum::<usize>() as u64
    }

    /// Returns the number of boards with a positive weight.
    pub fn board_count(&self) -> u64 {
        self.layers[SIDE].ways.iter().zip(&self.weights).filter(|&(_, &weight)| 0.0 < weight).map(|(ways, _)| ways).sum()
    }

    /// Returns the weights of all values of all tiles.
    pub fn odds(&self) -> Odds {
        let mut tiles = [[0.0; 4]; TILES];
        let mut below = self.weights.clone();
        for row in (0..SIDE).rev() {
            let layer = &self.layers[row];
            let mut by_pattern = vec![0.0; self.patterns[row].len()];
            let mut from_here = vec![0.0; layer.needs.len()];
            for step in &layer.steps {
                let weight = below[step.to as usize];
                from_here[step.from as usize] += weight;
                by_pattern[step.pattern as usize] += weight * layer.ways[step.from as usize] as f64;
            }
            for (pattern, weight) in self.patterns[row].iter().zip(by_pattern) {
                for (column, &value) in pattern.iter().enumerate() {
                    tiles[SIDE * row + column][value as usize] += weight;
                }
            }
            below = from_here;
        }
        Odds { boards: self.board_count(), weight: below[0], tiles }
    }

    /// Returns, for each layer, which needs can be completed to a board.
    fn completable(&self) -> Vec<Vec<bool>> {
        let mut completable = vec![self.weights.iter().map(|&weight| 0.0 < weight).collect::<Vec<_>>()];
        for layer in self.layers[..SIDE].iter().rev() {
            let below = &completable[completable.len() - 1];
            let mut here = vec![false; layer.needs.len()];
            for step in layer.steps.iter().filter(|step| below[step.to as usize]) {
                here[step.from as usize] = true;
            }
            completable.push(here);
        }
        completable.reverse();
        completable
    }

    /// Iterates over all boards with a positive weight, without dead ends.
    pub fn walk(&self) -> Walk<'_> {
        let starts = self.layers.iter().map(Layer::starts).collect();
        let mut walk = Walk { counting: self, completable: self.completable(), starts, path: Vec::with_capacity(SIDE), at: 0 };
        walk.at = walk.starts[0][0];
        walk
    }
}

/// An iterator over the boards of a [`Counting`].
#[derive(Debug)]
pub struct Walk<'a> {
    counting: &'a Counting,
    completable: Vec<Vec<bool>>,
    /// For each layer, the index of the first step from each of its needs, and the end of the last.
    starts: Vec<Vec<usize>>,
    /// The index of the step taken in each row so far.
    path: Vec<usize>,
    /// The next step to try in the following row.
    at: usize,
}

impl Walk<'_> {
    /// Returns the step taken in this row.
    fn step(&self, row: usize) -> Step {
        self.counting.layers[row].steps[self.path[row]]
    }

    /// Returns whether this row has a step left to try after the path so far.
    fn is_open(&self, row: usize) -> bool {
        let from = if row == 0 { 0 } else { self.step(row - 1).to as usize };
        self.at < self.starts[row][from + 1]
    }

    fn board(&self) -> Board {
        (0..SIDE)
            .fold(Board::ONES, |board, row| patterns::with_row(board, row, &self.counting.patterns[row][self.step(row).pattern as usize]))
    }
}

impl Iterator for Walk<'_> {
    type Item = Board;

    fn next(&mut self) -> Option<Board> {
        loop {
            let row = self.path.len();
            if !self.is_open(row) {
                self.at = self.path.pop()? + 1;
                continue;
            }
            let to = self.counting.layers[row].steps[self.at].to as usize;
            if !self.completable[row + 1][to] {
                self.at += 1;
                continue;
            }
            self.path.push(self.at);
            if row + 1 < SIDE {
                self.at = self.starts[row + 1][to];
                continue;
            }
            let board = self.board();
            self.at = self.path.pop()? + 1;
            return Some(board);
        }
    }
}

impl Layer {
    /// Records all steps from this layer that may be completed in the rows below, and returns the layer they lead to.
    fn add_row(&mut self, choices: &[Choice], below: u8, limits: &LevelLimits) -> Self {
        let table = AllowedTable::new(below);
        let mut next = Self::default();
        let mut places = FastMap::<Needs, u32>::default();
        for (from, (&needs, &ways)) in self.needs.iter().zip(&self.ways).enumerate() {
            let allowed = needs.allowed_values(&table);
            for (pattern, choice) in choices.iter().enumerate().filter(|(_, choice)| choice.values & !allowed == 0) {
                let Some(needs) = needs.with_row(choice, limits) else { continue };
                let to = *places.entry(needs).or_insert_with(|| {
                    next.needs.push(needs);
                    next.ways.push(0);
                    next.needs.len() as u32 - 1
                });
                next.ways[to as usize] += ways;
                self.steps.push(Step { from: from as u32, to, pattern: pattern as u32 });
            }
        }
        next
    }

    /// Returns the index of the first step from each of the needs, followed by the end of the last.
    fn starts(&self) -> Vec<usize> {
        let mut starts = vec![0; self.needs.len() + 1];
        for step in &self.steps {
            starts[step.from as usize + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        starts
    }
}

/// Everything about a partial board that matters to the rows below, packed into one number:
///
/// | bits | what |
/// |---|---|
/// | 0..15 | Voltorbs that each column still needs, 3 bits each |
/// | 15..35 | excess that each column still needs, 4 bits each |
/// | 35..40 | threes so far |
/// | 40..55 | free multipliers so far in each column, 3 bits each |
/// | 55..58 | free multipliers in the row that has most of them |
///
/// The last three matter only for the weight by a prior; without one they stay 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Needs(u64);

const EXCESS: usize = 15;
const THREES: usize = 35;
const FREE: usize = 40;
const FULLEST: usize = 55;

impl Needs {
    /// Returns the needs of the columns at the start, or `None` if a column's clue is impossible.
    fn of(clues: &Clues) -> Option<Self> {
        let mut needs = 0;
        for (column, clue) in clues.columns.iter().enumerate() {
            needs |= u64::from(clue.voltorbs) << (3 * column) | u64::from(clue.excess()?) << (EXCESS + 4 * column);
        }
        Some(Self(needs))
    }

    const fn field(self, shift: usize, width: usize) -> u8 {
        (self.0 >> shift & ((1 << width) - 1)) as u8
    }

    /// Returns the needs after one more row, or `None` if it has more threes or free multipliers than any board with a weight. The row must
    /// be allowed in every column: then no field overflows into another, since none falls below 0 and counts up to 5 fit in 3 bits.
    fn with_row(self, choice: &Choice, limits: &LevelLimits) -> Option<Self> {
        let needs = Self(self.0.wrapping_add(choice.change));
        if limits.threes < needs.field(THREES, 5) {
            return None;
        }
        if choice.free == 0 {
            return Some(needs);
        }
        let fullest = needs.field(FULLEST, 3).max(choice.free);
        let needs = Self(needs.0 & !(7 << FULLEST) | u64::from(fullest) << FULLEST);
        needs.freedom().is_under(limits.freedom).then_some(needs)
    }

    /// Returns the values allowed in each column, 4 bits each.
    fn allowed_values(self, table: &AllowedTable) -> u32 {
        let column = |column| table.get(self.field(3 * column, 3), self.field(EXCESS + 4 * column, 4));
        (0..SIDE).fold(0, |values, index| values | u32::from(column(index)) << (4 * index))
    }

    fn freedom(self) -> Freedom {
        let columns: [u8; SIDE] = std::array::from_fn(|column| self.field(FREE + 3 * column, 3));
        let line = columns.iter().fold(self.field(FULLEST, 3), |line, &column| line.max(column));
        Freedom { line, total: columns.iter().sum() }
    }

    /// Returns the composition of a complete board, from its threes and the totals of the clues.
    fn composition(self, totals: Totals) -> Composition {
        let threes = self.field(THREES, 5);
        Composition { voltorbs: totals.voltorbs, twos: totals.excess.saturating_sub(2 * threes), threes }
    }
}

/// A pattern prepared as a step.
struct Choice {
    /// The bit of its value for each column, 4 bits each, to compare with the allowed values.
    values: u32,
    /// The change to the needs. Decreasing fields are subtracted, so it may wrap around.
    change: u64,
    /// The number of its free multipliers.
    free: u8,
}

impl Choice {
    fn new(pattern: &Pattern, row: usize, clues: &Clues, is_weighed: bool) -> Self {
        let mut choice = Self { values: 0, change: 0, free: 0 };
        for (column, &value) in pattern.iter().enumerate() {
            choice.values |= 1 << (4 * column + value as usize);
            let voltorb = u64::from(value == Value::Voltorb) << (3 * column);
            choice.change = choice.change.wrapping_sub(voltorb + (u64::from(value.excess()) << (EXCESS + 4 * column)));
            if !is_weighed {
                continue;
            }
            let is_free = value.is_multiplier() && clues.is_free_tile(SIDE * row + column);
            choice.free += u8::from(is_free);
            let added = u64::from(value == Value::Three) << THREES | u64::from(is_free) << (FREE + 3 * column);
            choice.change = choice.change.wrapping_add(added);
        }
        choice
    }
}

/// The totals of the clues: the same for rows and columns.
#[derive(Clone, Copy)]
struct Totals {
    voltorbs: u8,
    excess: u8,
}

/// Returns the totals of the clues, or `None` if rows and columns disagree or a clue is impossible.
fn totals(clues: &Clues) -> Option<Totals> {
    let rows = total(&clues.rows);
    let excess = Line::all().try_fold(0, |excess, line| Some(excess + clues.line(line).excess()?))?;
    // The excess of every tile was counted twice: in its row and its column.
    (rows == total(&clues.columns)).then_some(Totals { voltorbs: rows.voltorbs, excess: excess / 2 })
}

/// Limits that hold for every board with a weight.
struct LevelLimits {
    threes: u8,
    freedom: Freedom,
}

impl LevelLimits {
    const NONE: Self = Self { threes: u8::MAX, freedom: Freedom { line: u8::MAX, total: u8::MAX } };

    /// Returns `None` if the prior has no board.
    fn of(prior: &Prior) -> Option<Self> {
        let threes = prior.compositions().map(|composition| composition.threes).max()?;
        Some(Self { threes, freedom: prior.loosest_limits() })
    }
}
