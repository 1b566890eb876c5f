//! Weighs what was read of all clues against each other. The sums of the rows and of the columns have the same total, and so have their
//! Voltorbs.
//!
//! Each clue has a chance for each pair of a sum and a number of Voltorbs, and each pair of totals has a weight. The chance of a board is
//! the product over its clues and the weight of its totals, if they agree, and 0 otherwise. Lines are added one by one, with a table of
//! the chances of each total, from both ends (the forward-backward algorithm of R. L. Chang and J. C. Hancock, 1966). So every combination
//! counts, although there are too many to list.

use crate::model::rules::{Clue, MAX_POINTS, SIDE};

/// The number of possible sums of a line.
pub const SUMS: usize = MAX_POINTS as usize + 1;
/// The number of possible numbers of Voltorbs of a line.
pub const VOLTORBS: usize = SIDE + 1;

/// The number of possible totals of five lines.
pub const TOTALS: usize = (SIDE * MAX_POINTS as usize + 1) * TOTAL_VOLTORBS;
const TOTAL_VOLTORBS: usize = SIDE * SIDE + 1;

/// Returns the place of these totals among all.
pub const fn index_of_total(points: u8, voltorbs: u8) -> usize {
    points as usize * TOTAL_VOLTORBS + voltorbs as usize
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
    /// The indices of the likeliest clues that agree, rows first.
    pub best: [usize; 2 * SIDE],
    /// The chance of these, relative to [`Self::all`].
    pub together: f64,
    /// The chances of the values of each clue given that all agree.
    pub clues: [Chances; 2 * SIDE],
    /// The sum over all combinations that agree.
    pub all: f64,
}

/// Finds the likeliest clues that agree, or `None` if no combination does.
pub fn agree(read: &[Chances; 2 * SIDE], weights: &[f64]) -> Option<Agreed> {
    let all = evidence(read, weights);
    if !all.is_normal() {
        return None;
    }
    let sides = [&read[..SIDE], &read[SIDE..]];
    let mut clues = [[0.0; SUMS * VOLTORBS]; 2 * SIDE];
    for (side, lines) in sides.into_iter().enumerate() {
        let other = side_totals(sides[1 - side]);
        // What comes after each line, for each total before it.
        let mut after: Vec<f64> = other.iter().zip(weights).map(|(chance, weight)| chance * weight).collect();
        let mut tables = vec![no_lines()];
        for line in lines {
            tables.push(added(&tables[tables.len() - 1], line, |old, new| old + new));
        }
        for place in (0..SIDE).rev() {
            let shares = &mut clues[SIDE * side + place];
            let mut before = vec![0.0; TOTALS];
            for (index, share) in possible(&lines[place]) {
                let rest = &after[shift(index)..];
                shares[index] = share / all * tables[place].iter().zip(rest).map(|(first, rest)| first * rest).sum::<f64>();
                before.iter_mut().zip(rest).for_each(|(sum, rest)| *sum += share * rest);
            }
            after = before;
        }
    }
    let best = best_total(sides, weights)?;
    Some(Agreed { best, together: chance_of(&best, read, weights) / all, clues, all })
}

/// Returns the chance of these clues.
pub fn chance_of(clues: &[usize; 2 * SIDE], read: &[Chances; 2 * SIDE], weights: &[f64]) -> f64 {
    let [rows, columns] = [&clues[..SIDE], &clues[SIDE..]].map(|side| side.iter().map(|&index| shift(index)).sum::<usize>());
    let product: f64 = read.iter().zip(clues).map(|(chances, &index)| chances[index]).product();
    if rows == columns { product * weights[rows] } else { 0.0 }
}

/// Returns the sum of the chances of all combinations that agree.
pub fn evidence(read: &[Chances; 2 * SIDE], weights: &[f64]) -> f64 {
    let [rows, columns] = [&read[..SIDE], &read[SIDE..]].map(side_totals);
    rows.iter().zip(columns).zip(weights).map(|((row, column), weight)| row * column * weight).sum()
}

fn side_totals(lines: &[Chances]) -> Vec<f64> {
    lines.iter().fold(no_lines(), |totals, line| added(&totals, line, |old, new| old + new))
}

/// Returns how far a clue moves the index of a total.
const fn shift(index: usize) -> usize {
    index / VOLTORBS * TOTAL_VOLTORBS + index % VOLTORBS
}

fn possible(chances: &[f64]) -> impl Iterator<Item = (usize, f64)> {
    chances.iter().copied().enumerate().filter(|&(_, chance)| 0.0 < chance)
}

/// Returns the table of totals without any line.
pub fn no_lines() -> Vec<f64> {
    let mut totals = vec![0.0; TOTALS];
    totals[0] = 1.0;
    totals
}

/// Returns the table of totals with one more line.
pub fn added(totals: &[f64], line: &Chances, combine: impl Fn(f64, f64) -> f64) -> Vec<f64> {
    let mut next = vec![0.0; TOTALS];
    let choices: Vec<(usize, f64)> = possible(line).map(|(index, share)| (shift(index), share)).collect();
    for (total, chance) in possible(totals) {
        for &(shift, share) in &choices {
            let to = &mut next[total + shift];
            *to = combine(*to, chance * share);
        }
    }
    next
}

/// Returns the indices of the likeliest clues that agree.
fn best_total(sides: [&[Chances]; 2], weights: &[f64]) -> Option<[usize; 2 * SIDE]> {
    let tables = sides.map(|lines| {
        let mut tables = vec![no_lines()];
        for line in lines {
            tables.push(added(&tables[tables.len() - 1], line, f64::max));
        }
        tables
    });
    let score = |total: &usize| tables[0][SIDE][*total] * tables[1][SIDE][*total] * weights[*total];
    let best = (0..TOTALS).max_by(|a, b| score(a).total_cmp(&score(b))).filter(|total| 0.0 < score(total))?;
    let mut indices = [0; 2 * SIDE];
    for (side, lines) in sides.into_iter().enumerate() {
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
