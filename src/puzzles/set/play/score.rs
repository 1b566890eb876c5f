//! The scores of finished games, as plain figures. Callers measure and store them.

use serde::{Deserialize, Serialize};

use crate::puzzles::set::model::state::Variant;

/// The most scores that are kept; the oldest are dropped.
pub const MAX_SCORES: usize = 1000;

/// A kind of game whose times are compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Contest {
    /// Find all solutions on any table.
    Table,
    /// Find all SETs of the daily puzzle.
    Daily,
    /// Find this many solutions while the deck refills the table.
    Run(usize),
}

/// The score of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The variant.
    pub variant: Variant,
    /// The contest.
    pub contest: Contest,
    /// The number of solutions found.
    pub found: usize,
    /// The number of wrong guesses.
    pub wrong: u32,
    /// The duration of the game.
    pub elapsed_ms: u64,
}

impl Score {
    /// Adds a score, and drops the oldest if there are too many.
    pub fn record(scores: &mut Vec<Self>, score: Self) {
        scores.push(score);
        let surplus = scores.len().saturating_sub(MAX_SCORES);
        scores.drain(..surplus);
    }
}

/// Statistics of the games of one variant and contest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Statistics {
    /// The number of games.
    pub games: usize,
    /// The shortest time.
    pub best_ms: u64,
    /// The mean time.
    pub mean_ms: f64,
    /// The mean number of wrong guesses per game.
    pub mean_wrong: f64,
}

impl Statistics {
    /// The statistics of one variant and contest, or `None` if no games were played.
    pub fn of(scores: &[Score], variant: Variant, contest: Contest) -> Option<Self> {
        let played: Vec<&Score> = scores.iter().filter(|score| (score.variant, score.contest) == (variant, contest)).collect();
        let best_ms = played.iter().map(|score| score.elapsed_ms).min()?;
        let games = played.len();
        let mean = |figure: fn(&Score) -> f64| played.iter().map(|score| figure(score)).sum::<f64>() / games as f64;
        Some(Self { games, best_ms, mean_ms: mean(|score| score.elapsed_ms as f64), mean_wrong: mean(|score| f64::from(score.wrong)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(found: usize, wrong: u32, elapsed_ms: u64) -> Score {
        Score { variant: Variant::Set, contest: Contest::Run(found), found, wrong, elapsed_ms }
    }

    #[test]
    fn only_games_of_the_same_kind_count() {
        let daily = Score { contest: Contest::Daily, ..run(10, 0, 5) };
        let ultra = Score { variant: Variant::Ultra, ..run(10, 0, 5) };
        let scores = [run(10, 1, 90_000), run(20, 9, 1_000), daily, ultra, run(10, 4, 60_000)];
        let statistics = Statistics { games: 2, best_ms: 60_000, mean_ms: 75_000.0, mean_wrong: 2.5 };
        assert_eq!(Statistics::of(&scores, Variant::Set, Contest::Run(10)), Some(statistics));
        assert_eq!(Statistics::of(&scores, Variant::Set, Contest::Run(30)), None);
    }

    #[test]
    fn the_oldest_scores_are_dropped() {
        let mut scores = Vec::new();
        for elapsed_ms in 0..MAX_SCORES as u64 + 5 {
            Score::record(&mut scores, run(10, 0, elapsed_ms));
        }
        assert_eq!((scores.len(), scores[0].elapsed_ms), (MAX_SCORES, 5));
    }
}
