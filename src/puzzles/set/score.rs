//! How well games went: plain figures, kept by whoever has a clock and a disk.

use serde::{Deserialize, Serialize};

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// How many were found.
    pub found: usize,
    /// How many guesses were wrong.
    pub wrong: u32,
    /// How long it took.
    pub elapsed_ms: u64,
}

/// Some scores in figures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// How many games.
    pub games: usize,
    /// The shortest time.
    pub best_ms: u64,
    /// The mean time.
    pub mean_ms: f64,
    /// The mean number of wrong guesses in a game.
    pub wrong: f64,
}

impl Statistics {
    /// Those of the games in which so many were found; none without such games.
    pub fn of(scores: &[Score], found: usize) -> Option<Self> {
        let of_kind: Vec<&Score> = scores.iter().filter(|score| score.found == found).collect();
        let best_ms = of_kind.iter().map(|score| score.elapsed_ms).min()?;
        let games = of_kind.len();
        let mean = |figure: fn(&Score) -> f64| of_kind.iter().map(|score| figure(score)).sum::<f64>() / games as f64;
        Some(Self { games, best_ms, mean_ms: mean(|score| score.elapsed_ms as f64), wrong: mean(|score| f64::from(score.wrong)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_other_lengths_do_not_count() {
        let score = |found, wrong, elapsed_ms| Score { found, wrong, elapsed_ms };
        let scores = [score(10, 1, 90_000), score(20, 9, 1_000), score(10, 4, 60_000)];
        let statistics = Statistics { games: 2, best_ms: 60_000, mean_ms: 75_000.0, wrong: 2.5 };
        assert_eq!(Statistics::of(&scores, 10), Some(statistics));
        assert_eq!(Statistics::of(&scores, 30), None);
    }
}
