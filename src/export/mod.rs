//! Pictures and bodies as files. Knows pictures, meshes and fonts; no puzzle, no window and no screen, so a file is the same on every machine.
//!
//! A picture is written as SVG, and an SVG painted as PNG or GIF, so they never differ.

pub mod svg;
pub mod png;
pub mod gif;
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
    /// Pixels that move.
    Gif,
}

/// A file's name does not say which kind of picture is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownFormat;

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a picture ends in .svg or .png, that of one that moves in .gif")
    }
}

impl Format {
    /// The kind that the file's name asks for.
    ///
    /// # Errors
    /// When it ends in none of `.svg`, `.png` and `.gif`.
    pub fn of(path: &Path) -> Result<Self, UnknownFormat> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("gif") => Ok(Self::Gif),
            _ => Err(UnknownFormat),
        }
    }

    /// The pictures, which are SVGs that follow one another, as a file of this kind; of one that does not move, the last.
    ///
    /// # Errors
    /// When they cannot be painted, or there is none.
    pub fn encode(self, mut svgs: Vec<String>) -> Result<Vec<u8>, png::PngError> {
        if self == Self::Gif {
            return gif::render(&svgs);
        }
        let last = svgs.pop().ok_or_else(|| png::PngError::Unpaintable("there is none".to_owned()))?;
        if self == Self::Svg { Ok(last.into_bytes()) } else { png::render(&last) }
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
