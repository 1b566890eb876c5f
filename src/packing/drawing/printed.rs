//! Challenges and their solutions in a printed book.

use super::{
    board::{paint_solid, piece},
    flat, plane,
    shown::{NamedColors, Shown},
};
use crate::{
    Shared,
    edit::view::View,
    model::{pieces::Piece, solution::Solution, spot::Spot, state::State},
};
use base::{
    board::Scene,
    look::Look,
    picture::{Picture, Vec2, at},
};

/// What to do, for people who have only the paper.
pub fn rules(state: &State) -> Vec<&'static str> {
    let rules = match state.lattice.is_flat {
        true if state.set_pieces().iter().all(|piece| piece.may_flip) => FLAT_RULES,
        true => ONE_SIDED_RULES,
        false => RULES,
    };
    let further = [
        (!state.grid().optional.is_empty(), "Cells with a + may stay empty."),
        (
            state.has_colored_shapes() && state.color_pairs.is_empty(),
            "A colour of a piece lies on the same colour, or on a cell without one.",
        ),
        (state.apart, "Pieces of one colour may not have a side in common."),
    ];
    rules.iter().copied().chain(further.into_iter().filter(|&(holds, _)| holds).map(|(_, rule)| rule)).collect()
}

const RULES: &[&str] = &[
    "Build the given pieces as they are drawn, and complete the figure with the others.",
    "You may rotate the pieces. Use none of them twice.",
    "The layers are seen from above, with the front at the bottom.",
    "Each challenge has exactly one solution, apart from rotations and reflections.",
];

const FLAT_RULES: &[&str] = &[
    "Cover every empty cell with the pieces beside the board. You may rotate and flip them.",
    "Use none of them twice. Each challenge has exactly one solution, apart from rotations and reflections.",
];

const ONE_SIDED_RULES: &[&str] = &[
    "Cover every empty cell with the pieces beside the board. You may rotate them, but not turn over those that have only one side.",
    "Use none of them twice. Each challenge has exactly one solution, apart from rotations.",
];

/// The height of the layers, and the width and height of the 3D view of a challenge beside them.
const HEIGHT: f32 = 230.0;
const SOLID: f32 = 205.0;
const PADDING: f32 = 12.0;

/// Draws a challenge as a solid and its layers. A single layer and a solution need no solid, since nothing is hidden in layers.
pub fn board(state: &State, solution: Option<&Solution>, look: &Look) -> Picture<Spot> {
    let view = View { explode: 0.0, ..View::default() };
    let built = solution.map(|solution| (solution, solution.steps()));
    let mut shown =
        Shown::of(&Scene::<Shared> { state, flaws: &[], insight: None, shown: built, view: &view, pointed: None, marks: &[], look });
    // All pieces of a challenge are given, so nothing has to mark them.
    if solution.is_none() || state.lattice.is_flat {
        (shown.pinned, shown.given) = (Vec::new(), String::new());
    }
    if state.lattice.is_flat {
        return plane::printed(&shown, look);
    }
    let layers = flat::size(shown.grid.extent, HEIGHT);
    let mut picture = Picture::new(Vec2::ZERO, layers, "");
    let mut corner = Vec2::ZERO;
    if solution.is_none() && shown.grid.extent.z > 1 {
        let height = layers.y.max(SOLID);
        picture.max = at(SOLID + PADDING + layers.x, height);
        paint_solid(&mut picture, &shown, look, at(SOLID, height) / 2.0, SOLID / 2.0, &view);
        corner = at(SOLID + PADDING, (height - layers.y) / 2.0);
    }
    flat::paint(&mut picture, &shown, look, corner, HEIGHT);
    picture
}

/// Draws each piece that is still to be placed, with its name.
pub fn pieces(state: &State, look: &Look) -> Vec<(char, Picture<Spot>)> {
    let grid = state.grid();
    pieces_of(state, look, |piece| state.allows(piece) && !grid.marks.contains(&piece.mark))
}

/// Draws each of these pieces, with its name.
pub fn pieces_of(state: &State, look: &Look, is_drawn: impl Fn(&Piece) -> bool) -> Vec<(char, Picture<Spot>)> {
    let colors = NamedColors::new(state, look);
    let drawn = state.set_pieces().into_iter().filter(is_drawn);
    drawn.map(|drawn| (drawn.name, piece(&drawn, 0, View::default().camera, &colors))).collect()
}
