//! Renders an SVG as PNG. Only outlines are drawn, no text.

use std::fmt;

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg,
};

/// The greatest width and height of a picture in pixels, which takes 256 MiB to render.
pub const MAX_SIDE: u32 = 8192;

/// Renders the SVG in its own size as the bytes of a PNG file.
///
/// # Errors
/// When the text isn't a valid SVG, or the picture is too large.
pub fn render(svg: &str) -> Result<Vec<u8>, PngError> {
    paint(svg)?.encode_png().map_err(|error| PngError::NotRendered(error.to_string()))
}

/// Renders the SVG in its own size as pixels.
pub(super) fn paint(svg: &str) -> Result<Pixmap, PngError> {
    paint_scaled(svg, 1.0)
}

/// Renders the SVG, this many times as large as its own size. Returns the width and height, and the pixels row by row: red, green, blue
/// and alpha of each, the colours multiplied by alpha.
///
/// # Errors
/// When the text isn't a valid SVG, or the picture is too large.
pub fn pixels(svg: &str, scale: f32) -> Result<([u32; 2], Vec<u8>), PngError> {
    let pixmap = paint_scaled(svg, scale)?;
    Ok(([pixmap.width(), pixmap.height()], pixmap.take()))
}

fn paint_scaled(svg: &str, scale: f32) -> Result<Pixmap, PngError> {
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|error| PngError::NotRendered(error.to_string()))?;
    let size = tree.size().to_int_size().scale_by(scale).ok_or(PngError::TooLarge)?;
    if MAX_SIDE < size.width().max(size.height()) {
        return Err(PngError::TooLarge);
    }
    let mut pixmap = Pixmap::new(size.width(), size.height()).ok_or(PngError::TooLarge)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Why a picture was not rendered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PngError {
    /// Its width or height would exceed [`MAX_SIDE`].
    TooLarge,
    /// Its rendering was stopped.
    Stopped,
    /// It can't be rendered, for this reason.
    NotRendered(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge => write!(f, "a picture can have at most {MAX_SIDE} by {MAX_SIDE} pixels"),
            Self::Stopped => f.write_str("it was stopped"),
            Self::NotRendered(why) => write!(f, "the picture can't be drawn: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Paper, svg};
    use base::picture::{Color, Picture, Shape, Stroke, at};

    fn decoded(picture: &Picture<()>, paper: &Paper) -> image::RgbaImage {
        image::load_from_memory(&render(&svg::write(picture, paper)).unwrap()).unwrap().to_rgba8()
    }

    #[test]
    fn shapes_cover_the_expected_pixels() {
        let mut picture = Picture::new(at(0.0, 0.0), at(4.0, 2.0), "half red");
        let (min, max) = (at(0.0, 0.0), at(2.0, 2.0));
        picture.shapes.push(Shape::Rectangle { min, max, radius: 0.0, fill: Color::rgb(0xFF0000), stroke: Stroke::NONE });
        let image = decoded(&picture, &Paper { longer_side: 40, ground: None });
        assert_eq!(image.dimensions(), (40, 20));
        assert_eq!(image.get_pixel(19, 10).0, [255, 0, 0, 255]);
        assert_eq!(image.get_pixel(20, 10).0, [0, 0, 0, 0], "transparent");
        let image = decoded(&picture, &Paper { longer_side: 40, ground: Some(Color::rgb(0x0000FF)) });
        assert_eq!(image.get_pixel(20, 10).0, [0, 0, 255, 255]);
    }

    /// The bounding box of a text's pixels as `[left, top, right, bottom]`, and their number.
    fn ink(bold: bool, text: &str) -> ([u32; 4], usize) {
        let mut picture = Picture::new(at(-1.0, -1.0), at(1.0, 1.0), "text");
        picture.text(at(0.0, 0.0), 1.0, bold, Color::BLACK, text);
        let image = decoded(&picture, &Paper { longer_side: 200, ground: None });
        let inked: Vec<(u32, u32)> = image.enumerate_pixels().filter(|(_, _, pixel)| 127 < pixel.0[3]).map(|(x, y, _)| (x, y)).collect();
        let xs = || inked.iter().map(|&(x, _)| x);
        let ys = || inked.iter().map(|&(_, y)| y);
        ([xs().min().unwrap(), ys().min().unwrap(), xs().max().unwrap(), ys().max().unwrap()], inked.len())
    }

    #[test]
    fn capitals_are_centred() {
        for bold in [false, true] {
            let ([left, top, right, bottom], _) = ink(bold, "H");
            assert!((left + right).abs_diff(199) <= 2, "{left} {right}");
            assert!((top + bottom).abs_diff(199) <= 2, "{top} {bottom}");
            assert!((bottom - top + 1).abs_diff(73) <= 1, "the height of capitals is 0.727 of the font size: {top} {bottom}");
        }
    }

    #[test]
    fn bold_text_has_more_ink() {
        assert!(ink(false, "H").1 * 5 < ink(true, "H").1 * 4);
    }

    #[test]
    fn too_large_pictures_and_invalid_svgs_are_refused() {
        let picture = Picture::<()>::new(at(0.0, 0.0), at(1.0, 1.0), "empty");
        let sized = |longer_side| render(&svg::write(&picture, &Paper { longer_side, ground: None }));
        assert!(sized(64).is_ok());
        assert_eq!(sized(MAX_SIDE + 1), Err(PngError::TooLarge));
        assert!(matches!(render("no picture"), Err(PngError::NotRendered(_))));
    }

    #[test]
    fn a_scaled_picture_has_more_pixels() {
        let mut picture = Picture::<()>::new(at(0.0, 0.0), at(4.0, 2.0), "half red");
        let (min, max) = (at(0.0, 0.0), at(2.0, 2.0));
        picture.shapes.push(Shape::Rectangle { min, max, radius: 0.0, fill: Color::rgb(0xFF0000), stroke: Stroke::NONE });
        let (size, pixels) = pixels(&svg::write(&picture, &Paper { longer_side: 40, ground: None }), 1.5).unwrap();
        assert_eq!((size, pixels.len()), ([60, 30], 4 * 60 * 30));
        assert_eq!((&pixels[4 * 29..4 * 30], &pixels[4 * 30..4 * 31]), (&[255, 0, 0, 255][..], &[0; 4][..]));
    }

    #[test]
    fn an_empty_picture_has_one_pixel() {
        let nothing = Picture::new(at(0.0, 0.0), at(0.0, 0.0), "nothing");
        assert_eq!(decoded(&nothing, &Paper { longer_side: 10, ground: None }).dimensions(), (1, 1));
    }
}
