//! How well games went: plain figures, kept by whoever has a clock and a disk.

use serde::{Deserialize, Serialize};

use crate::puzzles::set::model::state::Variant;

/// How many scores are kept; when there are more, the oldest go.
pub const KEPT: usize = 1000;

/// What a game is played for: only times of the same kind are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Contest {
    /// To find all on some table.
    Table,
    /// To find all on the table of the day.
    Daily,
    /// To find so many from a deck.
    Run(usize),
}

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// What was looked for.
    pub variant: Variant,
    /// What it was played for.
    pub contest: Contest,
    /// How many were found.
    pub found: usize,
    /// How many guesses were wrong.
    pub wrong: u32,
    /// How long it took.
    pub elapsed_ms: u64,
}

impl Score {
    /// Adds the score to those that are kept.
    pub fn keep(scores: &mut Vec<Self>, score: Self) {
        scores.push(score);
        let too_many = scores.len().saturating_sub(KEPT);
        scores.drain(..too_many);
    }
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
    /// Those of the games of one kind; none without such games.
    pub fn of(scores: &[Score], variant: Variant, contest: Contest) -> Option<Self> {
        let of_kind: Vec<&Score> = scores.iter().filter(|score| (score.variant, score.contest) == (variant, contest)).collect();
        let best_ms = of_kind.iter().map(|score| score.elapsed_ms).min()?;
        let games = of_kind.len();
        let mean = |figure: fn(&Score) -> f64| of_kind.iter().map(|score| figure(score)).sum::<f64>() / games as f64;
        Some(Self { games, best_ms, mean_ms: mean(|score| score.elapsed_ms as f64), wrong: mean(|score| f64::from(score.wrong)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(found: usize, wrong: u32, elapsed_ms: u64) -> Score {
        Score { variant: Variant::Set, contest: Contest::Run(found), found, wrong, elapsed_ms }
    }

    #[test]
    fn games_of_other_kinds_do_not_count() {
        let daily = Score { contest: Contest::Daily, ..run(10, 0, 5) };
        let ultra = Score { variant: Variant::Ultra, ..run(10, 0, 5) };
        let scores = [run(10, 1, 90_000), run(20, 9, 1_000), daily, ultra, run(10, 4, 60_000)];
        let statistics = Statistics { games: 2, best_ms: 60_000, mean_ms: 75_000.0, wrong: 2.5 };
        assert_eq!(Statistics::of(&scores, Variant::Set, Contest::Run(10)), Some(statistics));
        assert_eq!(Statistics::of(&scores, Variant::Set, Contest::Run(30)), None);
    }

    #[test]
    fn the_oldest_scores_go() {
        let mut scores = Vec::new();
        for elapsed_ms in 0..KEPT as u64 + 5 {
            Score::keep(&mut scores, run(10, 0, elapsed_ms));
        }
        assert_eq!((scores.len(), scores[0].elapsed_ms), (KEPT, 5));
    }
}
