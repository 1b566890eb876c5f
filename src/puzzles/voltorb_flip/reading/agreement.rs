//! Weighs what was read of all clues against each other. The sums of the rows and of the columns have the same total, and so have their
//! Voltorbs; and no line has more or fewer points than its Voltorbs and its open tiles allow.
//!
//! Each clue has a chance for each pair of a sum and a number of Voltorbs. The chance of a board is the product over its clues and the
//! weight of its totals, if they agree, and 0 otherwise. Lines are added one by one, with a table of the chances of each total, from both
//! ends (the forward-backward algorithm of R. L. Chang and J. C. Hancock, 1966). So every combination counts, although there are too many
//! to list.

use std::sync::LazyLock;

use crate::puzzles::voltorb_flip::model::{
    prior::{Level, board_types},
    rules::{Clue, MAX_POINTS, SIDE},
};

/// The number of possible sums of a line.
pub const SUMS: usize = MAX_POINTS as usize + 1;
/// The number of possible numbers of Voltorbs of a line.
pub const VOLTORBS: usize = SIDE + 1;

/// The number of possible totals of five lines.
const TOTALS: usize = (SIDE * MAX_POINTS as usize + 1) * TOTAL_VOLTORBS;
const TOTAL_VOLTORBS: usize = SIDE * SIDE + 1;

/// How much likelier totals are that some level of the game deals. Remakes deal others, too, so this is only a hint.
const DEALT: f64 = 5.0;

/// The weights of all totals.
static WEIGHTS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let mut weights = vec![1.0; TOTALS];
    for composition in Level::all().flat_map(board_types).map(|board_type| board_type.composition) {
        weights[index_of_total(composition.points(), composition.voltorbs)] = DEALT;
    }
    weights
});

const fn index_of_total(points: u8, voltorbs: u8) -> usize {
    points as usize * TOTAL_VOLTORBS + voltorbs as usize
}

/// Returns the weight of these totals, which counts once for all clues together.
#[cfg(test)]
pub fn weight_of_total(points: u8, voltorbs: u8) -> f64 {
    WEIGHTS[index_of_total(points, voltorbs)]
}

/// The chances of the values of a clue, by `sum * VOLTORBS + voltorbs`.
pub type Chances = [f64; SUMS * VOLTORBS];

/// Returns the clue at this index of [`Chances`].
pub const fn clue_at(index: usize) -> Clue {
    Clue { sum: (index / VOLTORBS) as u8, voltorbs: (index % VOLTORBS) as u8 }
}

/// What the ten clues are together.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// The likeliest clues that agree, rows first, with the chance of each value given that all agree.
    pub clues: [(Clue, f64); 2 * SIDE],
    /// The chance that all of them are right, given that all agree.
    pub together: f64,
}

/// Finds the likeliest clues that agree, or `None` if no combination does.
pub fn agree(read: &[Chances; 2 * SIDE]) -> Option<Agreed> {
    let [rows, columns] = [&read[..SIDE], &read[SIDE..]].map(Lines::of);
    let weighted = |lines: &Lines<'_>| -> Vec<f64> { lines.all().iter().zip(&*WEIGHTS).map(|(chance, weight)| chance * weight).collect() };
    let others = [weighted(&columns), weighted(&rows)];
    let sum: f64 = rows.all().iter().zip(&others[0]).map(|(row, column)| row * column).sum();
    if !sum.is_normal() {
        return None;
    }
    let best = best_total(&read[..SIDE], &read[SIDE..])?;
    let mut clues = [(Clue::default(), 0.0); 2 * SIDE];
    for (side, (lines, others)) in [&rows, &columns].into_iter().zip(&others).enumerate() {
        for place in 0..SIDE {
            let line = SIDE * side + place;
            let index = best[line];
            clues[line] = (clue_at(index), lines.chance(place, index, others) / sum);
        }
    }
    let total: usize = best[..SIDE].iter().map(|&index| shift(index)).sum();
    let chance: f64 = read.iter().zip(best).map(|(chances, index)| chances[index]).product();
    Some(Agreed { clues, together: chance * WEIGHTS[total] / sum })
}

/// Tables of the chances of totals, for one side of the board.
struct Lines<'a> {
    read: &'a [Chances],
    /// The totals of the first lines: none of them, one, and so on.
    first: Vec<Vec<f64>>,
    /// The totals of the last lines: all of them, all but one, and so on.
    last: Vec<Vec<f64>>,
}

impl<'a> Lines<'a> {
    fn of(read: &'a [Chances]) -> Self {
        let mut first = vec![no_lines()];
        for line in read {
            first.push(added(&first[first.len() - 1], line, |old, new| old + new));
        }
        let mut last = vec![no_lines()];
        for line in read.iter().rev() {
            last.push(added(&last[last.len() - 1], line, |old, new| old + new));
        }
        last.reverse();
        Self { read, first, last }
    }

    /// The chances of the totals of all lines.
    fn all(&self) -> &[f64] {
        &self.last[0]
    }

    /// Returns the chance that the line at this place has this value and the others agree with these totals of the other side.
    fn chance(&self, place: usize, index: usize, totals: &[f64]) -> f64 {
        let others = possible(&self.first[place]).flat_map(|(before, first)| {
            possible(&self.last[place + 1]).map(move |(after, last)| first * last * totals[before + after + shift(index)])
        });
        self.read[place][index] * others.sum::<f64>()
    }
}

/// Returns how far a clue moves the index of a total.
const fn shift(index: usize) -> usize {
    index / VOLTORBS * TOTAL_VOLTORBS + index % VOLTORBS
}

fn possible(chances: &[f64]) -> impl Iterator<Item = (usize, f64)> {
    chances.iter().copied().enumerate().filter(|&(_, chance)| 0.0 < chance)
}

/// Returns the table of totals without any line.
fn no_lines() -> Vec<f64> {
    let mut totals = vec![0.0; TOTALS];
    totals[0] = 1.0;
    totals
}

/// Returns the table of totals with one more line.
fn added(totals: &[f64], line: &Chances, combine: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    let mut next = vec![0.0; TOTALS];
    for (total, chance) in possible(totals) {
        for (index, share) in possible(line) {
            let to = &mut next[total + shift(index)];
            *to = combine(*to, chance * share);
        }
    }
    next
}

/// Returns the indices of the likeliest clues that agree.
fn best_total(rows: &[Chances], columns: &[Chances]) -> Option<[usize; 2 * SIDE]> {
    let tables = [rows, columns].map(|lines| {
        let mut tables = vec![no_lines()];
        for line in lines {
            tables.push(added(&tables[tables.len() - 1], line, f64::max));
        }
        tables
    });
    let score = |total: &usize| tables[0][SIDE][*total] * tables[1][SIDE][*total] * WEIGHTS[*total];
    let best = (0..TOTALS).max_by(|a, b| score(a).total_cmp(&score(b))).filter(|total| 0.0 < score(total))?;
    let mut indices = [0; 2 * SIDE];
    for (side, lines) in [rows, columns].into_iter().enumerate() {
        let mut total = best;
        for place in (0..SIDE).rev() {
            let before = &tables[side][place];
            let through = |index: usize| total.checked_sub(shift(index)).map_or(0.0, |rest| before[rest] * lines[place][index]);
            let index = (0..SUMS * VOLTORBS).max_by(|&a, &b| through(a).total_cmp(&through(b)))?;
            indices[SIDE * side + place] = index;
            total -= shift(index);
        }
    }
    Some(indices)
}
