//! Challenges and their solutions in a printed book.

use super::{
    board::{paint_solid, piece},
    flat,
    shown::Shown,
};
use crate::{
    board::{Board, Printed, Scene},
    look::Look,
    picture::{Picture, Vec2, at},
    puzzles::soma::{
        Soma,
        edit::view::View,
        model::{solution::Solution, spot::Spot, state::State},
        play::challenge::emptied,
        words,
    },
};

/// How Soma is printed.
pub const PRINTED: Printed<Soma> = Printed { rules: words::PRINTED_RULES, board, pieces, emptied };

/// The width and height of the 3D view of a challenge, and the height of the layers.
const SIDE: f32 = 230.0;
const PADDING: f32 = 14.0;

/// Draws a challenge as a solid and its layers, and a solution as layers, since nothing is hidden in these.
fn board(state: &State, solution: Option<&Solution>, look: &Look) -> Picture<Spot> {
    let view = View { explode: 0.0, ..View::default() };
    let shown = solution.map(|solution| (solution, Soma::steps(solution)));
    let shown = Shown::of(&Scene { state, flaws: &[], insight: None, shown, view: &view, pointed: None, look });
    let layers = flat::size(shown.grid.extent, SIDE);
    let left = if solution.is_some() { 0.0 } else { SIDE + PADDING };
    let mut picture = Picture::new(Vec2::ZERO, at(left, 0.0) + layers, "");
    let mut top = 0.0;
    if solution.is_none() {
        picture.max.y = SIDE;
        top = (SIDE - layers.y) / 2.0;
        paint_solid(&mut picture, &shown, look, Vec2::splat(SIDE / 2.0), SIDE / 2.0, &view);
    }
    flat::paint(&mut picture, &shown, look, at(left, top), SIDE);
    picture
}

fn pieces(state: &State, look: &Look) -> Vec<(char, Picture<Spot>)> {
    let grid = state.grid();
    let remaining = state.set_pieces().into_iter().filter(|piece| state.pieces.contains(piece.name) && !grid.marks.contains(&piece.name));
    remaining.map(|remaining| (remaining.name, piece(state, &remaining, 0, View::default().camera, look))).collect()
}
