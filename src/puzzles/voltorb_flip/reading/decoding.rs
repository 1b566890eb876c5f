//! Turns the bytes of a picture file into pixels, within limits: a file may come from anywhere.

use std::{io::Cursor, iter};

use image::{
    AnimationDecoder, DynamicImage, Frame, ImageDecoder, ImageError, ImageFormat, Limits, RgbaImage,
    codecs::{gif::GifDecoder, jpeg::JpegDecoder, png::PngDecoder, webp::WebPDecoder},
    error::LimitErrorKind,
    metadata::Orientation,
};

use super::ReadError;

/// The most bytes of a file.
pub const MAX_BYTES: u64 = 64 << 20;

/// The most pixels of a picture: a screen of 8K.
pub const MAX_PIXELS: u64 = 7680 * 4320;

/// The most bytes that a decoder may allocate: a picture of [`MAX_PIXELS`] with 16 bits for each of four channels, and as much again.
const MAX_ALLOCATION: u64 = 16 * MAX_PIXELS;

/// The pictures of a file, upright, one for each frame of an animation.
pub type Frames<'a> = Box<dyn Iterator<Item = Result<RgbaImage, ReadError>> + 'a>;

/// Decodes a PNG, JPEG, WebP or GIF file. What is transparent becomes black.
///
/// # Errors
/// When the file is too large, its picture has too many pixels, or it isn't a picture of these formats.
pub fn frames(bytes: &[u8]) -> Result<Frames<'_>, ReadError> {
    if MAX_BYTES < bytes.len() as u64 {
        return Err(ReadError::TooManyBytes);
    }
    let file = Cursor::new(bytes);
    let format = image::guess_format(bytes).map_err(|_| ReadError::NotAPicture)?;
    let damaged = |error| why(error, format);
    match format {
        ImageFormat::Gif => animation(GifDecoder::new(file).map_err(damaged)?, format),
        ImageFormat::WebP => {
            let decoder = WebPDecoder::new(file).map_err(damaged)?;
            if decoder.has_animation() { animation(decoder, format) } else { still(decoder, format) }
        }
        ImageFormat::Png => {
            let mut decoder = PngDecoder::with_limits(file, limits()).map_err(damaged)?;
            if decoder.is_apng().map_err(damaged)? {
                let orientation = checked(&mut decoder, format)?;
                Ok(upright(decoder.apng().map_err(damaged)?.into_frames(), orientation, format))
            } else {
                still(decoder, format)
            }
        }
        ImageFormat::Jpeg => still(JpegDecoder::new(file).map_err(damaged)?, format),
        _ => Err(ReadError::NotAPicture),
    }
}

fn limits() -> Limits {
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_ALLOCATION);
    limits
}

/// Checks the size and sets the limits. Returns which way up the picture is: a phone stores how it was held.
fn checked(decoder: &mut impl ImageDecoder, format: ImageFormat) -> Result<Orientation, ReadError> {
    let (width, height) = decoder.dimensions();
    if MAX_PIXELS < u64::from(width) * u64::from(height) {
        return Err(ReadError::TooManyPixels);
    }
    decoder.set_limits(limits()).and_then(|()| decoder.orientation()).map_err(|error| why(error, format))
}

fn still<'a>(mut decoder: impl ImageDecoder, format: ImageFormat) -> Result<Frames<'a>, ReadError> {
    let orientation = checked(&mut decoder, format)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| why(error, format))?;
    picture.apply_orientation(orientation);
    Ok(Box::new(iter::once(Ok(on_black(picture.into_rgba8())))))
}

fn animation<'a>(mut decoder: impl ImageDecoder + AnimationDecoder<'a>, format: ImageFormat) -> Result<Frames<'a>, ReadError> {
    let orientation = checked(&mut decoder, format)?;
    Ok(upright(decoder.into_frames(), orientation, format))
}

fn upright<'a>(frames: impl Iterator<Item = Result<Frame, ImageError>> + 'a, orientation: Orientation, format: ImageFormat) -> Frames<'a> {
    Box::new(frames.map(move |frame| {
        let mut picture = DynamicImage::from(frame.map_err(|error| why(error, format))?.into_buffer());
        picture.apply_orientation(orientation);
        Ok(on_black(picture.into_rgba8()))
    }))
}

fn on_black(mut picture: RgbaImage) -> RgbaImage {
    for pixel in picture.pixels_mut() {
        let alpha = u16::from(pixel.0[3]);
        pixel.0 = pixel.0.map(|channel| (u16::from(channel) * alpha / 255) as u8);
        pixel.0[3] = 255;
    }
    picture
}

/// What a decoder says is for programmers, so only its kind counts.
fn why(error: ImageError, format: ImageFormat) -> ReadError {
    match error {
        ImageError::Limits(limit) if !matches!(limit.kind(), LimitErrorKind::Unsupported { .. }) => ReadError::TooManyPixels,
        ImageError::Unsupported(_) => ReadError::Unsupported(format),
        _ => ReadError::Damaged(format),
    }
}
