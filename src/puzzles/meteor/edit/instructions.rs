//! What to do next with the pieces, in a sentence or two.

use super::view::View;

const WITH_A_PIECE_IN_HAND: &str =
    "Drop the piece on the board, or click a cell. The numbers show how many solutions remain; press L over a cell to list only those.";
const WHILE_PLAYING: &str = "Drop the piece on the board, or click a cell. Turn it with R or the mouse wheel, flip it with F.";
const WHILE_MARKING: &str = "Click cells to mark them, and then the piece that covers them, under Filter solutions. Esc ends this.";
const TAKE_A_PIECE: &str = "Drag a piece onto the board, or click it and then a cell.";
const WITH_A_SOLUTION: &str = "Click a piece of the solution to pin it, or drag a piece from here onto the board.";
const WITH_A_POSITION: &str = "Drag a piece onto the board, or click a cell to block it.";

/// All instructions.
pub const ALL: [&str; 6] = [WITH_A_PIECE_IN_HAND, WHILE_MARKING, WHILE_PLAYING, TAKE_A_PIECE, WITH_A_SOLUTION, WITH_A_POSITION];

/// What to do now, in a game or not.
pub fn instructions(is_played: bool, view: &View) -> &'static str {
    match (view.hand, view.shown) {
        _ if view.marking.is_on => WHILE_MARKING,
        (Some(_), _) if is_played => WHILE_PLAYING,
        (Some(_), _) => WITH_A_PIECE_IN_HAND,
        (None, _) if is_played => TAKE_A_PIECE,
        (None, Some(_)) => WITH_A_SOLUTION,
        (None, None) => WITH_A_POSITION,
    }
}
