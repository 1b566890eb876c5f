//! Where hexagons lie, and how they are drawn: with a corner at the top.

use crate::{
    look::Look,
    picture::{Color, Picture, Shape, Stroke, Vec2, at},
    puzzles::meteor::model::geometry::{Axial, Cell},
};

/// From the middle of a cell to that of the next in its row.
pub const WIDTH: f32 = 56.0;
/// From the middle of a hexagon to its corners: its width divided by the root of 3.
pub const RADIUS: f32 = WIDTH * 0.577_350_26;
/// From the middle of a row to that of the next.
pub const ROW_HEIGHT: f32 = 1.5 * RADIUS;
/// Cells without a piece are drawn a little smaller, so that the ground shows between them.
pub const BARE_RADIUS: f32 = RADIUS - 1.5;

/// The middle of a cell.
pub fn center(place: Axial) -> Vec2 {
    at(WIDTH * (place.q as f32 + place.r as f32 / 2.0), ROW_HEIGHT * place.r as f32)
}

/// A corner of a hexagon, clockwise from the one at the top.
pub fn corner(center: Vec2, radius: f32, number: usize) -> Vec2 {
    let (sine, cosine) = (number as f32 * std::f32::consts::FRAC_PI_3).sin_cos();
    center + radius * at(sine, -cosine)
}

pub fn hexagon(center: Vec2, radius: f32) -> Vec<Vec2> {
    (0..6).map(|number| corner(center, radius, number)).collect()
}

/// A picture that is being drawn.
pub struct Drawing<'a> {
    pub picture: Picture<Cell>,
    pub look: &'a Look,
}

impl Drawing<'_> {
    pub fn hexagon(&mut self, center: Vec2, radius: f32, fill: Color, stroke: Stroke) {
        self.picture.shapes.push(Shape::Polygon { points: hexagon(center, radius), fill, stroke });
    }

    pub fn circle(&mut self, center: Vec2, radius: f32, fill: Color, stroke: Stroke) {
        self.picture.shapes.push(Shape::Circle { center, radius, fill, stroke });
    }

    pub fn line(&mut self, points: Vec<Vec2>, stroke: Stroke) {
        self.picture.shapes.push(Shape::Line { points, stroke });
    }
}

/// A line across a hexagon, parallel to its long diagonal from the upper right to the lower left. The share says how far
/// from that diagonal: 0 is on it, 1 and -1 are at the sides parallel to it.
pub fn hatch_line(center: Vec2, radius: f32, share: f32) -> [Vec2; 2] {
    let outermost = if share < 0.0 { [0, 5] } else { [2, 3] };
    let between = |from: usize, to: usize| corner(center, radius, from).lerp(corner(center, radius, to), share.abs());
    [between(1, outermost[0]), between(4, outermost[1])]
}
