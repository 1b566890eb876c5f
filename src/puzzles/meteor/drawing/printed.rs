//! Challenges and their solutions in a printed book.

use super::board::{draw, piece};
use crate::{
    board::{Board, Printed, Scene},
    look::Look,
    picture::Picture,
    puzzles::meteor::{
        Meteor,
        edit::view::View,
        model::{geometry::Cell, pieces::Orientation, solution::Solution, state::State},
        play::challenge::emptied,
    },
};

/// How Meteor is printed.
pub const PRINTED: Printed<Meteor> = Printed {
    rules: &|_| {
        &[
            "Cover every empty cell with the pieces beside the board. You may rotate and flip them.",
            "Use none of them twice. Each challenge has exactly one solution.",
        ]
    },
    board: &board,
    pieces: &pieces,
    emptied: &emptied,
};

fn board(state: &State, solution: Option<&Solution>, look: &Look) -> Picture<Cell> {
    // All pieces of a challenge are given, so nothing has to mark them.
    let pins = Solution::of_pins(&state.board);
    let (state, shown) = match solution {
        Some(solution) => (state, solution),
        None => (&emptied(state), &pins),
    };
    let shown = Some((shown, Meteor::steps(shown)));
    draw(&Scene { state, flaws: &[], insight: None, shown, view: &View::default(), pointed: None, marks: &[], look })
}

fn pieces(state: &State, look: &Look) -> Vec<(char, Picture<Cell>)> {
    let remaining = state.pieces - state.board.pinned();
    remaining.iter().map(|remaining| (remaining.digit(), piece(remaining, Orientation::default(), look))).collect()
}
