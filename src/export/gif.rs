//! A series of pictures as an animated GIF.

use image::{
    Delay, Frame, RgbaImage,
    codecs::gif::{GifEncoder, Repeat},
};

use super::png::{PngError, paint};

/// How long each picture is shown, and how long the last one.
const EACH_MS: u32 = 600;
const LAST_MS: u32 = 2400;
/// The effort to choose the 256 colours of each picture, from 1 (best) to 30 (fastest). Boards have few colours.
const SPEED: i32 = 10;

/// Renders the SVGs as the bytes of a GIF file that repeats forever. Transparent parts become black.
///
/// Calls `after_each` after each picture, and stops when that returns `None`.
///
/// # Errors
/// When it was stopped, when a text isn't a valid SVG, or when a picture is too large or differs in size from the first.
pub fn render(svgs: &[String], mut after_each: impl FnMut() -> Option<()>) -> Result<Vec<u8>, PngError> {
    let mut bytes = Vec::new();
    let mut encoder = GifEncoder::new_with_speed(&mut bytes, SPEED);
    let failed = |error: image::ImageError| PngError::NotRendered(error.to_string());
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    let mut size = None;
    for (index, svg) in svgs.iter().enumerate() {
        let pixmap = paint(svg)?;
        let (width, height) = (pixmap.width(), pixmap.height());
        if *size.get_or_insert((width, height)) != (width, height) {
            return Err(PngError::NotRendered("its pictures differ in size".to_owned()));
        }
        let pixels = RgbaImage::from_raw(width, height, pixmap.take()).ok_or(PngError::TooLarge)?;
        let shown = if index + 1 == svgs.len() { LAST_MS } else { EACH_MS };
        encoder.encode_frame(Frame::from_parts(pixels, 0, 0, Delay::from_numer_denom_ms(shown, 1))).map_err(failed)?;
        after_each().ok_or(PngError::Stopped)?;
    }
    drop(encoder);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{AnimationDecoder, codecs::gif::GifDecoder};

    use super::*;
    use crate::{Paper, svg};
    use base::picture::{Color, Picture, at};

    fn plain(color: u32, height: f32) -> String {
        let picture = Picture::<()>::new(at(0.0, 0.0), at(4.0, height), "plain");
        svg::write(&picture, &Paper { longer_side: 40, ground: Some(Color::rgb(color)) })
    }

    #[test]
    fn pictures_follow_one_another() {
        let colors = [0xFF0000, 0x00FF00, 0x0000FF];
        let bytes = render(&colors.map(|color| plain(color, 2.0)), || Some(())).unwrap();
        let frames = GifDecoder::new(Cursor::new(bytes)).unwrap().into_frames().collect_frames().unwrap();
        let seen: Vec<([u8; 4], u32)> =
            frames.iter().map(|frame| (frame.buffer().get_pixel(20, 10).0, frame.delay().numer_denom_ms().0)).collect();
        assert_eq!(seen, [([255, 0, 0, 255], 600), ([0, 255, 0, 255], 600), ([0, 0, 255, 255], 2400)]);
    }

    #[test]
    fn an_animation_is_stopped_between_two_pictures() {
        let mut left = 1;
        let next = || {
            left -= 1;
            (0 <= left).then_some(())
        };
        assert_eq!(render(&[plain(0, 2.0), plain(0, 2.0)], next), Err(PngError::Stopped));
    }

    #[test]
    fn pictures_of_different_sizes_are_refused() {
        assert!(matches!(render(&[plain(0, 2.0), plain(0, 3.0)], || Some(())), Err(PngError::NotRendered(_))));
    }
}
