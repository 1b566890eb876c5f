//! How a game stands, in words: whose turn it is, or who won and why. [`Problem::is_lost`] says when a game has ended.

use std::fmt;

use super::{position::Player, state::Problem};

/// Whose turn it is, in words.
pub fn turn_line(mover: Player, moves_left: u8) -> String {
    match moves_left {
        0 => format!("{mover} has made the turn"),
        1 => format!("{mover} to move, 1 move left"),
        _ => format!("{mover} to move, {moves_left} moves left"),
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Who won.
    pub winner: Player,
    /// What the other can't do: a sentence without the full stop.
    pub reason: String,
}

impl End {
    /// The end that the game has come to, if it has.
    pub fn of(problem: &Problem) -> Option<Self> {
        problem.is_lost().then(|| Self { winner: problem.mover.other(), reason: reason(problem) })
    }
}

/// In few words: the smallest board has no room for more.
fn reason(problem: &Problem) -> String {
    let Problem { position, mover, moves, rules } = problem;
    if position.live(*mover).is_empty() {
        return format!("{mover} has no live virus left");
    }
    let is_within_turn = *moves < rules.moves_in_turn(position, *mover);
    match (is_within_turn, moves) {
        (true, 1) => format!("{mover} can't make one more move"),
        (true, _) => format!("{mover} can't make {} more moves", in_words(*moves)),
        (false, 1) => format!("{mover} has no move left"),
        (false, _) => format!("{mover} has no turn of {} moves left", in_words(*moves)),
    }
}

/// A number of moves, at most [`super::turn::MOST_MOVES`].
fn in_words(moves: u8) -> String {
    ["no", "one", "two", "three", "four", "five"].get(usize::from(moves)).map_or_else(|| moves.to_string(), ToString::to_string)
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} wins", self.reason, self.winner)
    }
}
