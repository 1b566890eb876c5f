//! Turns the bytes of a picture file into pixels, within limits: a file may come from anywhere.

use std::io::Cursor;

use image::{ImageError, ImageReader, Limits, RgbaImage, error::LimitErrorKind};

use super::ReadError;

/// The most bytes of a file.
pub const MAX_BYTES: u64 = 64 << 20;

/// The most pixels of a picture: a screen of 8K.
pub const MAX_PIXELS: u64 = 7680 * 4320;

/// The most bytes that a decoder may allocate: a picture of [`MAX_PIXELS`] with 16 bits for each of four channels, and as much again.
const MAX_ALLOCATION: u64 = 16 * MAX_PIXELS;

/// Decodes a PNG, JPEG, WebP or GIF file, of which the first picture counts. What is transparent becomes black.
///
/// # Errors
/// When the file is too large, its picture has too many pixels, or it isn't a picture of these formats.
pub fn decode(bytes: &[u8]) -> Result<RgbaImage, ReadError> {
    if MAX_BYTES < bytes.len() as u64 {
        return Err(ReadError::TooManyBytes);
    }
    let reader = || {
        let mut reader = ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|error| why(error.into()))?;
        let mut limits = Limits::default();
        limits.max_alloc = Some(MAX_ALLOCATION);
        reader.limits(limits);
        Ok(reader)
    };
    let (width, height) = reader()?.into_dimensions().map_err(why)?;
    if MAX_PIXELS < u64::from(width) * u64::from(height) {
        return Err(ReadError::TooManyPixels);
    }
    let mut picture = reader()?.decode().map_err(why)?.into_rgba8();
    for pixel in picture.pixels_mut() {
        let alpha = u16::from(pixel.0[3]);
        pixel.0 = pixel.0.map(|channel| (u16::from(channel) * alpha / 255) as u8);
        pixel.0[3] = 255;
    }
    Ok(picture)
}

fn why(error: ImageError) -> ReadError {
    match error {
        ImageError::Limits(limit) if !matches!(limit.kind(), LimitErrorKind::Unsupported { .. }) => ReadError::TooManyPixels,
        error => ReadError::NotAPicture(error.to_string()),
    }
}
