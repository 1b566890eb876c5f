//! A picture as data: the shapes to paint, and the targets for pointer, keyboard and screen readers.
//!
//! A board is drawn once, as a [`Picture`] in its own units. The window paints it and finds the target of a click, export writes it as SVG,
//! and tests compare it. Nothing here depends on any of them.

use std::ops::Range;

pub use glam::Vec2;
use serde::{Deserialize, Serialize};

/// Short for [`Vec2::new`].
pub const fn at(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

/// A display list in board units, y downwards, painted in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture<S> {
    /// The upper left corner of the visible part.
    pub min: Vec2,
    /// The lower right corner of the visible part.
    pub max: Vec2,
    /// A description of the picture: its title for screen readers and in SVG.
    pub label: String,
    /// The shapes, from back to front.
    pub shapes: Vec<Shape>,
    /// The targets, from back to front. Screen readers visit them in this order.
    pub targets: Vec<Target<S>>,
    /// Further outlines of spots, which can be marked but not clicked, such as those of cells in a solid, which other cells may hide.
    pub outlines: Vec<(S, Vec<Vec2>)>,
    /// What is said about the spot that is pointed at, which the window shows below the picture; `None` if nothing is.
    pub remark: Option<Remark>,
    /// What is different on paper; `None` if nothing is.
    pub on_paper: Option<OnPaper>,
}

/// A line of text about a picture, which isn't part of it, so that it covers nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// A sentence without the full stop.
    pub text: String,
    /// The colour of the ground that it stands on.
    pub ground: Color,
}

/// How a picture differs when it is exported: buttons and help for the keyboard are only for the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct OnPaper {
    /// The indices of the shapes that are left out.
    pub omitted: Range<usize>,
    /// The lower right corner of the visible part.
    pub max: Vec2,
}

/// One painted shape.
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
        /// Its centre.
        center: Vec2,
        /// Its radius.
        radius: f32,
        /// The colour of its inside.
        fill: Color,
        /// Its outline.
        stroke: Stroke,
    },
    /// A line through the points, with round ends and corners.
    Line {
        /// At least two points.
        points: Vec<Vec2>,
        /// Its width and colour.
        stroke: Stroke,
    },
    /// One line of text.
    Text {
        /// The position of the text, see `anchor`.
        at: Vec2,
        /// The horizontal alignment at this position. Vertically, the capitals are always centred on it.
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
    /// Scales the shape by this factor and then moves it.
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

/// A place on a picture that stands for a spot.
#[derive(Clone, Debug, PartialEq)]
pub struct Target<S> {
    /// The spot. Several targets may stand for the same one.
    pub spot: S,
    /// A convex polygon; a click inside means the spot.
    pub outline: Vec<Vec2>,
    /// The name and state of the spot for screen readers: "row 2, column 3, face down, 18 percent Voltorb".
    pub label: String,
    /// Whether it can get the keyboard's focus. At most one target of a spot can; screen readers read that one.
    pub focusable: bool,
}

/// The horizontal alignment of a text at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The text starts there.
    Start,
    /// The text is centred there.
    Middle,
    /// The text ends there.
    End,
}

impl Anchor {
    /// The share of the text's width that is to the left of its position.
    pub fn share(self) -> f32 {
        match self {
            Self::Start => 0.0,
            Self::Middle => 0.5,
            Self::End => 1.0,
        }
    }
}

/// The width and colour of a line; a width of 0 means no line.
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
    /// Opacity: 0 is transparent, 255 opaque.
    pub a: u8,
}

impl Color {
    /// Fully transparent.
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

    /// Multiplies the opacity by this share, from 0 to 1.
    pub fn fade(self, share: f32) -> Self {
        Self { a: (f32::from(self.a) * share.clamp(0.0, 1.0)).round() as u8, ..self }
    }

    /// Mixes this colour with the other: a share of 0 gives this one, 1 the other.
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

    /// White or black: the one that has more contrast with this colour, always at least 4.5.
    pub fn ink(self) -> Self {
        if self.contrast(Self::WHITE) < self.contrast(Self::BLACK) { Self::BLACK } else { Self::WHITE }
    }
}

/// A sign that says without a colour whether something is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// It is.
    Tick,
    /// It isn't.
    Cross,
}

impl<S> Picture<S> {
    /// An empty picture whose visible part lies between these corners.
    pub fn new(min: Vec2, max: Vec2, label: impl Into<String>) -> Self {
        Self { min, max, label: label.into(), shapes: Vec::new(), targets: Vec::new(), outlines: Vec::new(), remark: None, on_paper: None }
    }

    /// Width and height.
    pub fn size(&self) -> Vec2 {
        self.max - self.min
    }

    /// The shapes that are exported, from back to front.
    pub fn shapes_on_paper(&self) -> impl Iterator<Item = &Shape> {
        let omitted = self.on_paper.as_ref().map_or(0..0, |paper| paper.omitted.clone());
        self.shapes.iter().enumerate().filter(move |(index, _)| !omitted.contains(index)).map(|(_, shape)| shape)
    }

    /// The lower right corner of the part that is exported.
    pub fn max_on_paper(&self) -> Vec2 {
        self.on_paper.as_ref().map_or(self.max, |paper| paper.max)
    }

    /// The topmost target at the point.
    pub fn target_at(&self, point: Vec2) -> Option<&Target<S>> {
        self.targets.iter().rev().find(|target| is_inside(&target.outline, point))
    }

    /// Draws a line around every target and every outline of these spots, and a second one within those of spots that are there twice.
    pub fn mark(&mut self, spots: &[S], stroke: Stroke)
    where
        S: PartialEq,
    {
        /// The size of the second frame beside the first.
        const WITHIN: f32 = 0.66;
        let targets = self.targets.iter().map(|target| (&target.spot, &target.outline));
        let all = targets.chain(self.outlines.iter().map(|(spot, outline)| (spot, outline)));
        let frames = all.flat_map(|(spot, outline)| {
            let times = spots.iter().filter(|marked| *marked == spot).count();
            let middle = outline.iter().sum::<Vec2>() / outline.len() as f32;
            let frame = move |size: f32| outline.iter().map(|&corner| middle + size * (corner - middle)).collect();
            [(1, 1.0), (2, WITHIN)].into_iter().filter(move |&(least, _)| least <= times).map(move |(_, size)| frame(size))
        });
        let lines: Vec<_> = frames.map(|points: Vec<Vec2>| Shape::Polygon { points, fill: Color::CLEAR, stroke }).collect();
        self.shapes.extend(lines);
    }

    /// The upper right corner of this spot; none if it isn't in the picture.
    pub fn corner_of(&self, spot: &S) -> Option<Vec2>
    where
        S: PartialEq,
    {
        let targets = self.targets.iter().map(|target| (&target.spot, &target.outline));
        let mut all = targets.chain(self.outlines.iter().map(|(spot, outline)| (spot, outline)));
        let (_, outline) = all.find(|(other, _)| *other == spot)?;
        outline.iter().copied().reduce(|corner, other| at(corner.x.max(other.x), corner.y.min(other.y)))
    }

    /// Draws a sign in this colour, for a disc of this radius.
    pub fn sign(&mut self, center: Vec2, radius: f32, sign: Sign, ink: Color) {
        // On a disc of this radius.
        const RADIUS: f32 = 9.0;
        let strokes: &[&[Vec2]] = match sign {
            Sign::Tick => &[&[at(-4.2, 0.3), at(-1.2, 3.3), at(4.4, -3.2)]],
            Sign::Cross => &[&[at(-3.2, -3.2), at(3.2, 3.2)], &[at(-3.2, 3.2), at(3.2, -3.2)]],
        };
        let scale = radius / RADIUS;
        for stroke in strokes {
            let points = stroke.iter().map(|&point| center + scale * point).collect();
            self.shapes.push(Shape::Line { points, stroke: Stroke::new(2.0 * scale, ink) });
        }
    }

    /// Adds a semi-bold or regular text centred at the point.
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
    fn the_topmost_target_is_found() {
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
        assert_eq!(spot_at(3.0, 1.0), Some('b'), "the later one is on top");
        assert_eq!(spot_at(6.0, 4.0), Some('b'), "edges count as inside");
        assert_eq!(spot_at(1.0, 5.0), None);
    }

    #[test]
    fn ink_is_readable_on_every_grey() {
        for grey in 0..=255_u32 {
            let ground = Color::rgb(grey << 16 | grey << 8 | grey);
            assert!(ground.contrast(ground.ink()) >= 4.5, "{ground:?}");
        }
    }
}
