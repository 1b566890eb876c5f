//! Hexagons: where they are, and how they are drawn, with a corner at the top.

use crate::{
    look::Look,
    picture::{Color, Picture, Shape, Stroke, Vec2, at},
    puzzles::meteor::model::geometry::{Axial, Cell},
};

/// The size of the digit on a cell.
pub const DIGIT: f32 = 15.0;
/// The distance between the centres of adjacent cells in a row.
pub const WIDTH: f32 = 56.0;
/// The distance from the centre of a hexagon to its corners: its width divided by the square root of 3.
pub const RADIUS: f32 = WIDTH * 0.577_350_26;
/// The distance between the centres of adjacent rows.
pub const ROW_HEIGHT: f32 = 1.5 * RADIUS;
/// The smaller radius of cells without a piece, so that the background shows between them.
pub const BARE_RADIUS: f32 = RADIUS - 1.5;

/// The centre of a cell.
pub fn center(place: Axial) -> Vec2 {
    at(WIDTH * (place.q as f32 + place.r as f32 / 2.0), ROW_HEIGHT * place.r as f32)
}

/// A corner of a hexagon, numbered clockwise from the top.
pub fn corner(center: Vec2, radius: f32, number: usize) -> Vec2 {
    let (sine, cosine) = (number as f32 * std::f32::consts::FRAC_PI_3).sin_cos();
    center + radius * at(sine, -cosine)
}

pub fn hexagon(center: Vec2, radius: f32) -> Vec<Vec2> {
    (0..6).map(|number| corner(center, radius, number)).collect()
}

/// A picture in the making.
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

/// A line across a hexagon, parallel to its long diagonal from the upper right to the lower left. `offset` is its distance from that
/// diagonal: 0 is on it, 1 and -1 are the sides parallel to it.
pub fn hatch_line(center: Vec2, radius: f32, offset: f32) -> [Vec2; 2] {
    let outermost = if offset < 0.0 { [0, 5] } else { [2, 3] };
    let between = |from: usize, to: usize| corner(center, radius, from).lerp(corner(center, radius, to), offset.abs());
    [between(1, outermost[0]), between(4, outermost[1])]
}
