//! How a game ends, and why. [`Problem::is_lost`] decides whether it has ended.

use std::fmt;

use super::{position::Player, state::Problem};
use crate::puzzles::virus_war::words::standing as words;

/// The end of a game, with its text as [`fmt::Display`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Who won.
    pub winner: Player,
    /// Why the other player lost: a sentence without the full stop.
    pub reason: String,
}

impl End {
    /// The end of the game, if it has ended.
    pub fn of(problem: &Problem) -> Option<Self> {
        problem.is_lost().then(|| Self { winner: problem.mover.other(), reason: reason(problem) })
    }
}

fn reason(problem: &Problem) -> String {
    let Problem { position, mover, moves, rules, .. } = problem;
    if position.live(*mover).is_empty() {
        return words::no_live_virus(mover);
    }
    let is_within_turn = *moves < rules.moves_in_turn(position, *mover);
    if is_within_turn { words::unfinished_turn(mover, *moves) } else { words::no_turn(mover, *moves) }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&words::game_over(&self.reason, self.winner))
    }
}
