//! Pictures as files. Knows pictures and fonts; no puzzle, no window and no screen, so a file is the same on every machine.
//!
//! A picture is written as SVG, and an SVG painted as PNG, so the two never differ.

pub mod svg;
pub mod png;

use glam::Vec2;

use crate::picture::Color;

/// What a picture is put on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// The longer side in pixels, at least 1.
    pub longer_side: u32,
    /// What is painted behind the picture; none leaves it transparent.
    pub ground: Option<Color>,
}

impl Paper {
    /// Width and height in whole pixels of a picture of this size in its own units.
    fn pixels(&self, size: Vec2) -> [u32; 2] {
        let scale = self.longer_side.max(1) as f32 / size.max_element();
        size.to_array().map(|side| ((side * scale).round() as u32).max(1))
    }
}
