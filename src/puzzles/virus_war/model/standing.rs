//! How a game ends, and why. [`Problem::is_over`] decides whether it has ended.

use std::fmt;

use super::{position::Player, state::Problem, turn::MAX_MOVES};

/// The end of a game, with its text as [`fmt::Display`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Who won; none if the game is a draw.
    pub winner: Option<Player>,
    /// Why: a sentence without the full stop.
    pub reason: String,
}

impl End {
    /// The end of the game, if it has ended.
    pub fn of(problem: &Problem) -> Option<Self> {
        match problem {
            _ if problem.is_drawn() => Some(Self { winner: None, reason: "both players have passed".to_owned() }),
            _ if problem.is_lost() => Some(Self { winner: Some(problem.mover.other()), reason: why_lost(problem) }),
            _ => None,
        }
    }

    /// Who won, or that nobody did.
    pub fn result(&self) -> String {
        self.winner.map_or_else(|| "a draw".to_owned(), |winner| format!("{winner} wins"))
    }
}

fn why_lost(problem: &Problem) -> String {
    let Problem { position, mover, moves, rules, .. } = problem;
    if position.live(*mover).is_empty() {
        return format!("{mover} has no live viruses left");
    }
    // Short enough to fit above the smallest board.
    let number = ["no", "one", "two", "three", "four", "five"][usize::from(*moves).min(MAX_MOVES)];
    let more = if *moves < rules.moves_in_turn(position, *mover) { " more" } else { "" };
    match moves {
        1 if more.is_empty() => format!("{mover} can't make a move"),
        1 => format!("{mover} can't make one more move"),
        _ => format!("{mover} can't make {number}{more} moves"),
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason, self.result())
    }
}
