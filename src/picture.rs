//! A picture as data: what is painted, and what on it can be pointed at and spoken.
//!
//! A board is drawn once, as a [`Picture`] in units of its own. The window paints it and finds what was clicked,
//! export writes it as SVG, tests compare it. Nothing here knows how that is done.

pub use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Short for [`Vec2::new`].
pub const fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

/// A display list in board units, y downwards, painted in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture<S> {
    /// The upper left corner of what is to be seen.
    pub min: Vec2,
    /// The lower right corner.
    pub max: Vec2,
    /// What the picture shows, in words: its title for screen readers and in SVG.
    pub label: String,
    /// What is painted, from back to front.
    pub shapes: Vec<Shape>,
    /// What can be pointed at, from back to front; in this order the Tab key visits them.
    pub targets: Vec<Target<S>>,
}

/// One thing that is painted.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A convex polygon.
    Polygon {
        /// Its corners in order.
        points: Vec<Vec2>,
        /// The colour of its inside.
        fill: Color,
        /// Its outline, half inside and half outside.
        stroke: Stroke,
    },
    /// An upright rectangle.
    Rectangle {
        /// Upper left corner.
        min: Vec2,
        /// Lower right corner.
        max: Vec2,
        /// The radius of its rounded corners.
        radius: f32,
        /// The colour of its inside.
        fill: Color,
        /// Its outline.
        stroke: Stroke,
    },
    /// A circle.
    Circle {
        /// Where it is.
        center: Vec2,
        /// Half its width.
        radius: f32,
        /// The colour of its inside.
        fill: Color,
        /// Its outline.
        stroke: Stroke,
    },
    /// A line through all the points, with round ends and corners.
    Line {
        /// The points, at least two.
        points: Vec<Vec2>,
        /// How it is drawn.
        stroke: Stroke,
    },
    /// One line of text.
    Text {
        /// The point that `anchor` is about.
        at: Vec2,
        /// How the text lies around the point; it is always centred vertically on the height of its capitals.
        anchor: Anchor,
        /// The size of the font.
        size: f32,
        /// Whether it is semi-bold.
        bold: bool,
        /// Its colour.
        color: Color,
        /// The text.
        text: String,
    },
}

impl Shape {
    /// The same, this many times as large and then moved.
    pub fn placed(mut self, scale: f32, by: Vec2) -> Self {
        let place = |point: &mut Vec2| *point = *point * scale + by;
        match &mut self {
            Self::Polygon { points, stroke, .. } => {
                points.iter_mut().for_each(place);
                stroke.width *= scale;
            }
            Self::Rectangle { min, max, radius, stroke, .. } => {
                [min, max].into_iter().for_each(place);
                *radius *= scale;
                stroke.width *= scale;
            }
            Self::Circle { center, radius, stroke, .. } => {
                place(center);
                *radius *= scale;
                stroke.width *= scale;
            }
            Self::Line { points, stroke } => {
                points.iter_mut().for_each(place);
                stroke.width *= scale;
            }
            Self::Text { at, size, .. } => {
                place(at);
                *size *= scale;
            }
        }
        self
    }
}

/// Something that can be pointed at.
#[derive(Clone, Debug, PartialEq)]
pub struct Target<S> {
    /// What it stands for. Several targets may stand for the same spot.
    pub spot: S,
    /// A convex polygon: where a click means the spot.
    pub outline: Vec<Vec2>,
    /// Its name and state, as a screen reader says it: "row 2, column 3, face down, 18 percent Voltorb".
    pub label: String,
    /// Whether the keyboard comes here, too. At most one target of a spot says yes; it is the one that is spoken.
    pub focusable: bool,
}

/// Where a text lies about its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// It begins there.
    Start,
    /// It is centred there.
    Middle,
    /// It ends there.
    End,
}

/// How a line is drawn; a width of 0 is no line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// In board units.
    pub width: f32,
    /// Its colour.
    pub color: Color,
}

impl Stroke {
    /// No line.
    pub const NONE: Self = Self { width: 0.0, color: Color::CLEAR };

    /// A line of this width and colour.
    pub const fn new(width: f32, color: Color) -> Self {
        Self { width, color }
    }
}

/// A colour in sRGB, not premultiplied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Color {
    /// Red, 0 to 255.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
    /// How much it covers: 0 nothing, 255 all.
    pub a: u8,
}

impl Color {
    /// Covers nothing.
    pub const CLEAR: Self = Self { r: 0, g: 0, b: 0, a: 0 };
    /// White.
    pub const WHITE: Self = Self::rgb(0xff_ff_ff);
    /// Black.
    pub const BLACK: Self = Self::rgb(0);

    /// The colour `0xRRGGBB`.
    pub const fn rgb(code: u32) -> Self {
        let [_, r, g, b] = code.to_be_bytes();
        Self { r, g, b, a: 255 }
    }

    /// The same colour, covering only this share, from 0 to 1.
    pub fn fade(self, share: f32) -> Self {
        Self { a: (f32::from(self.a) * share.clamp(0.0, 1.0)).round() as u8, ..self }
    }

    /// Part of the way from this colour to the other: 0 is this one, 1 the other.
    pub fn mix(self, other: Self, share: f32) -> Self {
        let between = |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * share.clamp(0.0, 1.0)).round() as u8;
        Self { r: between(self.r, other.r), g: between(self.g, other.g), b: between(self.b, other.b), a: between(self.a, other.a) }
    }

    /// Relative luminance from 0 to 1, as WCAG 2 defines it.
    pub fn luminance(self) -> f32 {
        let linear = |part: u8| {
            let part = f32::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.r) + 0.7152 * linear(self.g) + 0.0722 * linear(self.b)
    }

    /// Contrast with the other colour from 1 to 21, as WCAG 2 defines it.
    pub fn contrast(self, other: Self) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// White or black, whichever reads better on this colour; one of them always has a contrast of at least 4.5.
    pub fn ink(self) -> Self {
        if self.contrast(Self::WHITE) < self.contrast(Self::BLACK) { Self::BLACK } else { Self::WHITE }
    }
}

impl<S> Picture<S> {
    /// An empty picture of what lies between the corners.
    pub fn new(min: Vec2, max: Vec2, label: impl Into<String>) -> Self {
        Self { min, max, label: label.into(), shapes: Vec::new(), targets: Vec::new() }
    }

    /// Width and height.
    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }

    /// The front-most target at the point.
    pub fn target_at(&self, point: Vec2) -> Option<&Target<S>> {
        self.targets.iter().rev().find(|target| is_inside(&target.outline, point))
    }

    /// Draws a line around every target of these spots.
    pub fn mark(&mut self, spots: &[S], stroke: Stroke)
    where
        S: PartialEq,
    {
        let marked = self.targets.iter().filter(|target| spots.contains(&target.spot));
        let outlines = marked.map(|target| Shape::Polygon { points: target.outline.clone(), fill: Color::CLEAR, stroke });
        self.shapes.extend(outlines);
    }

    /// A semi-bold or regular text centred at the point.
    pub fn text(&mut self, at: Vec2, size: f32, bold: bool, color: Color, text: impl Into<String>) {
        self.shapes.push(Shape::Text { at, anchor: Anchor::Middle, size, bold, color, text: text.into() });
    }
}

/// Whether the point lies in the convex polygon; its edges count as inside.
fn is_inside(polygon: &[Vec2], point: Vec2) -> bool {
    let (mut left, mut right) = (false, false);
    for (i, &corner) in polygon.iter().enumerate() {
        let next = polygon[(i + 1) % polygon.len()];
        let turn = (next - corner).perp_dot(point - corner);
        left |= turn < 0.0;
        right |= 0.0 < turn;
    }
    polygon.len() > 2 && !(left && right)
}

/// The corners of an upright rectangle, clockwise on screen from the upper left.
pub fn rectangle(min: Vec2, max: Vec2) -> Vec<Vec2> {
    vec![min, at(max.x, min.y), max, at(min.x, max.y)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_most_target_is_found() {
        let mut picture = Picture::new(at(0.0, 0.0), at(10.0, 10.0), "two tiles");
        for (spot, x) in [('a', 0.0), ('b', 2.0)] {
            picture.targets.push(Target {
                spot,
                outline: rectangle(at(x, 0.0), at(x + 4.0, 4.0)),
                label: spot.to_string(),
                focusable: true,
            });
        }
        let spot_at = |x, y| picture.target_at(at(x, y)).map(|target| target.spot);
        assert_eq!(spot_at(1.0, 1.0), Some('a'));
        assert_eq!(spot_at(3.0, 1.0), Some('b'), "the later one lies in front");
        assert_eq!(spot_at(6.0, 4.0), Some('b'), "edges belong to it");
        assert_eq!(spot_at(1.0, 5.0), None);
    }

    #[test]
    fn ink_reads_on_every_grey() {
        for grey in 0..=255_u32 {
            let ground = Color::rgb(grey << 16 | grey << 8 | grey);
            assert!(ground.contrast(ground.ink()) >= 4.5, "{ground:?}");
        }
    }
}
