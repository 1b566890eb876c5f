//! Rates all levels by games between each two: Elo numbers with their 95 % intervals.

use quincunx::puzzles::virus_war::play::opponent::Level;

use super::{
    games::{self, Player, Settings},
    in_words,
};

/// The number of levels.
const LEVELS: usize = Level::ALL.len();
/// Games that are added to the ones between each two levels, half of them won by each, so that a level that wins every game still has a
/// rating.
const PRIOR: f64 = 1.0;
/// The Elo points that ten times the odds stand for.
const SCALE: f64 = 400.0;
/// The quantile of the normal distribution that leaves 2.5 % on each side.
const QUANTILE: f64 = 1.96;

/// Plays the games, and prints the wins of each two levels and the ratings. The weakest level has 0.
pub fn print(settings: &Settings) {
    let mut wins = [[0; LEVELS]; LEVELS];
    for [first, second] in (0..LEVELS).flat_map(|first| (0..first).map(move |second| [first, second])) {
        let mut players = [first, second].map(|level| Player::Level(Level::ALL[level]));
        let score = games::play(settings, &mut players, &mut |_| {});
        wins[first][second] = score.wins[0];
        wins[second][first] = score.wins[1];
        println!("{} against {}: {}", Level::ALL[first].key(), Level::ALL[second].key(), in_words(&score));
    }
    println!("\n| level | rating | {} |", Level::KEYS.map(|key| format!("against {key}")).join(" | "));
    println!("| --- | --- |{}", " --- |".repeat(LEVELS));
    let (ratings, errors) = fitted(&wins);
    for level in 0..LEVELS {
        let games: Vec<String> =
            (0..LEVELS).map(|other| if level == other { String::new() } else { format!("{}", wins[level][other]) }).collect();
        let error = if level == 0 { String::new() } else { format!(" ± {:.0}", errors[level]) };
        println!("| {} | {:.0}{error} | {} |", Level::ALL[level].key(), ratings[level], games.join(" | "));
    }
}

/// The ratings of greatest likelihood by the model of Bradley and Terry (1952), by their own steps of one level at a time, and the half
/// widths of the 95 % intervals of their differences from the weakest level's.
fn fitted(wins: &[[u32; LEVELS]; LEVELS]) -> ([f64; LEVELS], [f64; LEVELS]) {
    let won = |level: usize, other: usize| f64::from(wins[level][other]) + PRIOR / 2.0;
    let others = |level: usize| (0..LEVELS).filter(move |&other| other != level);
    let mut strengths = [1.0_f64; LEVELS];
    for _ in 0..10_000 {
        for level in 0..LEVELS {
            let all: f64 = others(level).map(|other| won(level, other)).sum();
            let games = |other| (won(level, other) + won(other, level)) / (strengths[level] + strengths[other]);
            strengths[level] = all / others(level).map(games).sum::<f64>();
        }
        let weakest = strengths[0];
        strengths.iter_mut().for_each(|strength| *strength /= weakest);
    }
    let ratings = strengths.map(|strength| SCALE * strength.log10());
    // The curvature of the likelihood in all ratings but the weakest level's, which is fixed.
    let unit = std::f64::consts::LN_10 / SCALE;
    let mut curvature = vec![vec![0.0; LEVELS - 1]; LEVELS - 1];
    for level in 0..LEVELS {
        for other in others(level) {
            let chance = strengths[level] / (strengths[level] + strengths[other]);
            let weight = (won(level, other) + won(other, level)) * chance * (1.0 - chance) * unit * unit;
            if level > 0 {
                curvature[level - 1][level - 1] += weight;
                if other > 0 {
                    curvature[level - 1][other - 1] -= weight;
                }
            }
        }
    }
    let variances = inverse_diagonal(curvature);
    (ratings, std::array::from_fn(|level| if level == 0 { 0.0 } else { QUANTILE * variances[level - 1].sqrt() }))
}

/// The diagonal of the inverse of a positive definite matrix, by Gauss-Jordan elimination.
fn inverse_diagonal(mut matrix: Vec<Vec<f64>>) -> Vec<f64> {
    let size = matrix.len();
    let mut inverse: Vec<Vec<f64>> = (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..size {
        let scale = matrix[pivot][pivot];
        matrix[pivot].iter_mut().chain(&mut inverse[pivot]).for_each(|value| *value /= scale);
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for column in 0..size {
                matrix[row][column] -= factor * matrix[pivot][column];
                inverse[row][column] -= factor * inverse[pivot][column];
            }
        }
    }
    (0..size).map(|row| inverse[row][row]).collect()
}
