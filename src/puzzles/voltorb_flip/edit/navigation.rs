//! Navigation and notes, which work the same while editing and while playing.

use super::view::View;
use crate::model::{
    problem::Spot,
    rules::{Line, SIDE, Value},
    state::{Marks, State},
};
use base::board::Reply;

/// The spot at which typing a board starts.
pub const FIRST_CLUE: Spot = Spot::Sum(Line::Row(0));

/// Returns the letter that a key of the number pad stands for at this spot, so that one hand is enough; other characters are themselves.
pub fn from_number_pad(spot: Option<Spot>, character: char) -> char {
    match (spot, character) {
        (Some(Spot::Tile(_)), '0') => Value::Voltorb.letter(),
        (Some(Spot::Level), '0') | (Some(Spot::Level | Spot::Tile(_)), '.' | ',') => '?',
        (_, '+') => 'b',
        (_, '-') => 'n',
        _ => character,
    }
}

/// Returns the spot that this letter moves to from anywhere: clues, level or tiles.
pub fn spot_for_letter(state: &State, letter: char) -> Option<Spot> {
    match letter.to_ascii_lowercase() {
        'c' => Some(FIRST_CLUE),
        'l' => Some(Spot::Level),
        't' => Some(first_tile(state)),
        _ => None,
    }
}

/// Moves to the recommended tile, as soon as it is known.
pub fn focus_advised(view: &View) -> Reply<Spot> {
    if view.is_advice_old && view.may_show_odds() {
        return Reply::Later;
    }
    let refused = || Reply::Refused("no flip is recommended here".to_owned());
    view.advised.map_or_else(refused, |tile| Reply::Focus(Spot::Tile(tile)))
}

/// Returns the first tile that can be flipped.
pub fn first_tile(state: &State) -> Spot {
    Spot::Tile(state.tiles.face_down().next().unwrap_or(0))
}

/// Returns where an arrow key leads from a clue of a row, if not to the nearest spot: up and down to the clues of the other rows, so that
/// a correction stays in its line.
pub fn from_row_clue(spot: Spot, right: i8, down: i8) -> Option<Spot> {
    let beside = |row: usize| row.checked_add_signed(down.into()).filter(|&row| row < SIDE).map(Line::Row);
    match (spot, right, down) {
        (Spot::Sum(Line::Row(row)), 0, _) => beside(row).map(Spot::Sum),
        (Spot::Voltorbs(Line::Row(row)), 0, _) => beside(row).map(Spot::Voltorbs),
        (Spot::Sum(line @ Line::Row(_)), 1, 0) => Some(Spot::Voltorbs(line)),
        (Spot::Voltorbs(line @ Line::Row(_)), -1, 0) => Some(Spot::Sum(line)),
        _ => None,
    }
}

/// Returns the clue that Tab moves to, or `None` to leave the board.
pub fn next_clue(line: Line, back: bool) -> Option<Spot> {
    let next = if back { Line::all().take_while(|&other| other != line).last() } else { line.next() };
    next.map(Spot::Sum)
}

/// Changes the notes on the tile.
pub fn note(state: &mut State, tile: usize, change: impl FnOnce(Marks) -> Marks) -> Reply<Spot> {
    if state.tiles.0[tile].is_some() {
        return Reply::Refused("this tile is face up: notes are for tiles that are face down".to_owned());
    }
    let marks = &mut state.memos.0[tile];
    *marks = change(*marks);
    Reply::Done
}
