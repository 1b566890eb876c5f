//! Pictures and bodies as files. Depends on pictures, meshes and fonts, but on no puzzle, window or screen, so a file is the same on every
//! machine, apart from letters that the bundled typeface doesn't have.
//!
//! PNG and GIF are rendered from the SVG, so the formats never differ. PDF has pages of pictures, for books and sheets.

pub mod svg;
pub mod png;
pub mod gif;
pub mod pdf;
pub mod stl;

use std::{fmt, path::Path};

use glam::Vec2;

use base::picture::Color;

/// The kinds of picture files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Vector graphics, sharp at any size.
    Svg,
    /// Pixels.
    Png,
    /// An animation of pixels.
    Gif,
    /// A page of paper, for sheets.
    Pdf,
}

/// The extension of a file name is none of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownFormat;

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a picture must end in .svg or .png, that of an animation in .gif, that of a sheet also in .pdf")
    }
}

impl Format {
    /// The ending of file names, with its dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Svg => ".svg",
            Self::Png => ".png",
            Self::Gif => ".gif",
            Self::Pdf => ".pdf",
        }
    }

    /// The format for this file name.
    ///
    /// # Errors
    /// When the name ends in none of `.svg`, `.png`, `.gif` and `.pdf`.
    pub fn of(path: &Path) -> Result<Self, UnknownFormat> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some("gif") => Ok(Self::Gif),
            Some("pdf") => Ok(Self::Pdf),
            _ => Err(UnknownFormat),
        }
    }

    /// Encodes a series of SVGs as a file of this format. A format without animation gets the last one; [`pdf::write_sheet`] makes a page.
    ///
    /// # Errors
    /// When an SVG can't be rendered, or there is none.
    pub fn encode(self, svgs: Vec<String>) -> Result<Vec<u8>, png::PngError> {
        self.encode_unless_stopped(svgs, || Some(()))
    }

    /// Encodes a series of SVGs like [`Self::encode`], and calls this after each picture of an animation, which stops when it returns
    /// `None`.
    ///
    /// # Errors
    /// When it was stopped, an SVG can't be rendered, or there is none.
    pub fn encode_unless_stopped(self, mut svgs: Vec<String>, after_each: impl FnMut() -> Option<()>) -> Result<Vec<u8>, png::PngError> {
        if self == Self::Gif {
            return gif::render(&svgs, after_each);
        }
        let last = svgs.pop().ok_or_else(|| png::PngError::NotRendered("there is no picture".to_owned()))?;
        match self {
            Self::Svg => Ok(last.into_bytes()),
            Self::Pdf => Err(png::PngError::NotRendered("only a sheet to print can be a PDF file".to_owned())),
            Self::Png | Self::Gif => png::render(&last),
        }
    }
}

/// The size and ground of an exported picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paper {
    /// The longer side in pixels, at least 1.
    pub longer_side: u32,
    /// The colour behind the picture; none leaves it transparent.
    pub ground: Option<Color>,
}

impl Paper {
    /// Width and height in pixels for a picture of this size in its own units.
    fn pixels(&self, size: Vec2) -> [u32; 2] {
        let scale = self.longer_side.max(1) as f32 / size.max_element();
        size.to_array().map(|side| ((side * scale).round() as u32).max(1))
    }
}
