//! Pictures and bodies as files. Knows pictures, meshes and fonts; no puzzle, no window and no screen, so a file is the same on every machine.
//!
//! A picture is written as SVG, and an SVG painted as PNG, so the two never differ.

pub mod svg;
pub mod png;
pub mod stl;

use std::{fmt, path::Path};

use glam::Vec2;

use crate::picture::Color;

/// The kinds of picture files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Shapes and text, sharp at any size.
    Svg,
    /// Pixels.
    Png,
}

/// A file's name does not say which kind of picture is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownFormat;

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a picture ends in .svg or .png")
    }
}

impl Format {
    /// The kind that the file's name asks for.
    ///
    /// # Errors
    /// When it ends in neither `.svg` nor `.png`.
    pub fn of(path: &Path) -> Result<Self, UnknownFormat> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(UnknownFormat),
        }
    }

    /// The picture, which is an SVG, as a file of this kind.
    ///
    /// # Errors
    /// When it cannot be painted.
    pub fn encode(self, svg: String) -> Result<Vec<u8>, png::PngError> {
        match self {
            Self::Svg => Ok(svg.into_bytes()),
            Self::Png => png::render(&svg),
        }
    }
}

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
