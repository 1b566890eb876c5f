//! Where cells are on the paper, and the players' pencils.

use crate::model::{
    cells::Cell,
    position::{Player, Position},
};
use base::{
    look::Look,
    picture::{Color, Picture, Shape, Stroke, Vec2, at},
};

/// The side of a cell.
pub const CELL: f32 = 40.0;

/// The centre of the cell.
pub fn center(position: &Position, cell: Cell) -> Vec2 {
    let (min, max) = bounds(position, cell, 0.0);
    (min + max) / 2.0
}

/// The corners of the cell, moved inwards by `inset`.
pub fn bounds(position: &Position, cell: Cell, inset: f32) -> (Vec2, Vec2) {
    let row = f32::from(position.side()) - 1.0 - f32::from(cell.rank());
    let min = at(f32::from(cell.column()) * CELL, row * CELL);
    (min + Vec2::splat(inset), min + Vec2::splat(CELL - inset))
}

/// The colour of the player's pencil: a piece colour, mixed with the text colour so that it reads well on light and dark ground.
pub fn pencil(player: Player, look: &Look) -> Color {
    let piece = match player {
        Player::O => look.pieces[6],
        Player::X => look.pieces[0],
    };
    piece.mix(look.colors.text, 0.25)
}

/// Draws a live virus: a ring or a cross, with lines in proportion.
pub fn live(picture: &mut Picture<Cell>, middle: Vec2, player: Player, radius: f32, color: Color) {
    let stroke = Stroke::new(radius * 0.35, color);
    match player {
        Player::O => picture.shapes.push(Shape::Circle { center: middle, radius, fill: Color::CLEAR, stroke }),
        Player::X => {
            let arm = radius * 0.85;
            for step in [at(arm, arm), at(arm, -arm)] {
                picture.shapes.push(Shape::Line { points: vec![middle - step, middle + step], stroke });
            }
        }
    }
}
