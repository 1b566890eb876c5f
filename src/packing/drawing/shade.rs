//! Light and shade on the faces of cubes.

use glam::IVec3;

use base::{
    look::{Look, Theme},
    picture::Color,
};

/// Returns the ink that reads best on the least favourable of a piece's faces, so that all its letters look the same.
pub fn ink_on_all_faces(piece: Color, look: &Look) -> Color {
    let worst = |ink: Color| {
        [IVec3::X, IVec3::Y, IVec3::Z].map(|normal| shaded(piece, normal, look).contrast(ink)).into_iter().fold(21.0, f32::min)
    };
    let (light, dark) = (Color::BLACK.ink(), Color::WHITE.ink());
    if worst(light) < worst(dark) { dark } else { light }
}

/// Shades a face as lit from above. Faces that meet at an edge always differ.
pub fn shaded(color: Color, normal: IVec3, look: &Look) -> Color {
    let shade = match normal.to_array() {
        [_, _, 1] => return color.mix(Color::WHITE, 0.14),
        [0, _, 0] => 0.1,
        [_, 0, 0] => 0.32,
        _ => 0.5,
    };
    let strength = if look.theme == Theme::Dark { 1.0 } else { 0.8 };
    color.mix(Color::BLACK, shade * strength)
}
