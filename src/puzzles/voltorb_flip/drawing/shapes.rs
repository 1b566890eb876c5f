//! Small symbols on the board, drawn from shapes so that they need no font.

use crate::model::problem::Spot;
use base::{
    look::Look,
    picture::{Color, Picture, Shape, Sign, Stroke, Vec2, at},
};

/// The radius of a disc with a sign.
const BADGE: f32 = 9.0;

/// Draws a rectangle with rounded corners.
pub fn card(picture: &mut Picture<Spot>, (min, max): (Vec2, Vec2), radius: f32, fill: Color, stroke: Stroke) {
    picture.shapes.push(Shape::Rectangle { min, max, radius, fill, stroke });
}

/// Draws a line around a card, just outside it.
pub fn ring(picture: &mut Picture<Spot>, (min, max): (Vec2, Vec2), width: f32, color: Color) {
    let out = Vec2::splat(width / 2.0);
    card(picture, (min - out, max + out), 8.0 + width / 2.0, Color::CLEAR, Stroke::new(width, color));
}

/// Draws a Voltorb: a ball, red above and white below, with angry eyes if it is large enough.
pub fn voltorb(picture: &mut Picture<Spot>, center: Vec2, radius: f32, look: &Look) {
    let (red, white, dark) = (look.colors.bad, Color::rgb(0xF4_F5_F7), Color::rgb(0x14_16_1A));
    let outline = Stroke::new(radius * 0.12, dark);
    picture.shapes.push(Shape::Circle { center, radius, fill: white, stroke: Stroke::NONE });
    let upper = arc(center, radius, std::f32::consts::PI, std::f32::consts::TAU);
    picture.shapes.push(Shape::Polygon { points: upper, fill: red, stroke: Stroke::NONE });
    let across = vec![center - at(radius, 0.0), center + at(radius, 0.0)];
    picture.shapes.push(Shape::Line { points: across, stroke: Stroke::new(radius * 0.2, dark) });
    picture.shapes.push(Shape::Circle { center, radius, fill: Color::CLEAR, stroke: outline });
    if radius < 12.0 {
        return;
    }
    for side in [-1.0, 1.0] {
        let eye = [at(side * 0.62, -0.5), at(side * 0.16, -0.2), at(side * 0.56, -0.12)];
        let points = eye.map(|point| center + point * radius).to_vec();
        picture.shapes.push(Shape::Polygon { points, fill: white, stroke: Stroke::NONE });
    }
}

/// Draws a disc with a check mark, for the best tile if it is safe.
pub fn tick_badge(picture: &mut Picture<Spot>, center: Vec2, look: &Look) {
    badge(picture, center, look.colors.good, look);
    picture.sign(center, BADGE, Sign::Tick, look.colors.good.ink());
}

/// Draws a disc with a cross, for a flip that was a mistake.
pub fn cross_badge(picture: &mut Picture<Spot>, center: Vec2, look: &Look) {
    badge(picture, center, look.colors.bad, look);
    picture.sign(center, BADGE, Sign::Cross, look.colors.bad.ink());
}

/// Draws a disc with an arrow, for the best tile if it may be a Voltorb.
pub fn arrow_badge(picture: &mut Picture<Spot>, center: Vec2, look: &Look) {
    let points = [at(-2.8, -4.6), at(5.0, 0.0), at(-2.8, 4.6)].map(|point| center + point).to_vec();
    badge(picture, center, look.colors.accent, look);
    picture.shapes.push(Shape::Polygon { points, fill: look.colors.accent.ink(), stroke: Stroke::NONE });
}

/// Draws a disc with an exclamation mark, for a flaw.
pub fn flaw_badge(picture: &mut Picture<Spot>, center: Vec2, look: &Look) {
    badge(picture, center, look.colors.bad, look);
    picture.text(center, look.legible(13.0), true, look.colors.bad.ink(), "!");
}

fn badge(picture: &mut Picture<Spot>, center: Vec2, fill: Color, look: &Look) {
    picture.shapes.push(Shape::Circle { center, radius: BADGE, fill, stroke: Stroke::new(2.0, look.colors.window) });
}

/// Returns points along a circle between two angles, clockwise on screen from the right.
fn arc(center: Vec2, radius: f32, from: f32, to: f32) -> Vec<Vec2> {
    const PARTS: u8 = 16;
    let angle = |part: u8| from + (to - from) * f32::from(part) / f32::from(PARTS);
    (0..=PARTS).map(|part| center + Vec2::from_angle(angle(part)) * radius).collect()
}
