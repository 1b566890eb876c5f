//! Discs with a letter: the colour of a cell, a flaw, or the piece that must cover a cell.

use base::{
    look::Look,
    picture::{Color, Picture, Shape, Stroke, Vec2, at},
};

/// Where the colour of a cell is, in cells from its middle.
const COLOR: Vec2 = at(0.21, 0.21);
/// The least and the largest radius of it, in cells.
const RADII: [f32; 2] = [0.18, 0.25];
/// The size of the letter on a disc, in its radius.
const LETTER_SIZE: f32 = 1.4;
/// With less contrast to the ground, a disc isn't seen.
const LEAST_CONTRAST: f32 = 1.4;
/// Where the letter of a cell with a colour is, so that both can be read.
pub const LETTER: Vec2 = at(-0.2, -0.2);

/// Draws a disc of this radius with a letter.
pub fn badge<S>(picture: &mut Picture<S>, center: Vec2, radius: f32, (letter, fill): (char, Color), look: &Look) {
    // White on white has a rim as well.
    let rim = if fill.contrast(look.colors.window) < LEAST_CONTRAST { look.colors.muted } else { look.colors.window };
    picture.shapes.push(Shape::Circle { center, radius, fill, stroke: Stroke::new(0.19 * radius, rim) });
    let letter = letter.to_string();
    picture.text(center, look.legible_within(2.3 * radius, LETTER_SIZE * radius, true, &letter), true, fill.ink(), letter);
}

/// Draws a colour in the lower right of a cell of this size, beside what is written there, and no larger than its letter needs.
pub fn color_beside<S>(picture: &mut Picture<S>, center: Vec2, cell: f32, color: char, look: &Look) {
    let [least, most] = RADII.map(|radius| cell * radius);
    let radius = (look.least_text / LETTER_SIZE).clamp(least, most);
    badge(picture, center + cell * COLOR, radius, (color, swatch(color, look)), look);
}

/// Draws a colour in the middle of a cell of this size, on which nothing is written.
pub fn color_alone<S>(picture: &mut Picture<S>, center: Vec2, cell: f32, color: char, look: &Look) {
    badge(picture, center, 0.34 * cell, (color, swatch(color, look)), look);
}

/// What shows a colour of cells, beside its letter: the colour whose English name begins with it, or else any.
fn swatch(color: char, look: &Look) -> Color {
    match color {
        'r' => Color::rgb(0xD0_3B_3B),
        'o' => Color::rgb(0xE8_8B_1E),
        'y' => Color::rgb(0xF0_D0_30),
        'g' => Color::rgb(0x3A_9D_4A),
        'b' => Color::rgb(0x2F_6F_D6),
        'p' | 'v' => Color::rgb(0x8E_4F_C4),
        'k' => Color::BLACK,
        'w' => Color::WHITE,
        other => look.pieces[other as usize % look.pieces.len()],
    }
}
