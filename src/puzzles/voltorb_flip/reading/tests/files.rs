//! Picture files: formats, animations, damage, and pictures that lie on their side.

use std::{io::Cursor, ops::ControlFlow::Continue};

use image::{
    DynamicImage, ExtendedColorType, Frame, ImageEncoder, ImageFormat, Rgba, RgbaImage,
    codecs::{gif::GifEncoder, png::PngEncoder},
    imageops,
    metadata::Orientation,
};

use super::{
    super::{Found, MAX_BYTES, ReadError, decoding, read, read_file},
    Random,
    scene::{self, Spoiling},
};

fn decode(bytes: &[u8]) -> Result<RgbaImage, ReadError> {
    decoding::frames(bytes)?.next().unwrap()
}

fn read_to_the_end(bytes: &[u8]) -> Result<Found, ReadError> {
    read_file(bytes, &mut || Continue(()))
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

#[test]
fn all_formats_are_decoded() {
    let picture = RgbaImage::from_fn(40, 30, |x, _| if x < 20 { Rgba([200, 40, 30, 255]) } else { Rgba([20, 30, 220, 0]) });
    for format in [ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif] {
        let decoded = decode(&encoded(&DynamicImage::ImageRgba8(picture.clone()), format)).unwrap();
        assert_eq!(decoded.dimensions(), (40, 30));
        assert!(decoded.get_pixel(3, 3).0.iter().zip([200, 40, 30, 255]).all(|(a, b)| a.abs_diff(b) < 4), "{format:?}");
        assert_eq!(decoded.get_pixel(30, 3).0, [0, 0, 0, 255], "what is transparent is black in {format:?}");
    }
    let jpeg = decode(&encoded(&DynamicImage::ImageRgba8(picture).into_rgb8().into(), ImageFormat::Jpeg)).unwrap();
    assert!(jpeg.get_pixel(3, 3).0.iter().zip([200, 40, 30, 255]).all(|(a, b)| a.abs_diff(b) < 10));
}

#[test]
fn pictures_are_turned_as_their_files_say() {
    let picture = scene::draw(0, Spoiling::Sharp).picture;
    let upright = read(&picture).unwrap();
    // What a camera stores that was held in this way.
    type Turn = fn(&RgbaImage) -> RgbaImage;
    let stored: [(u8, Turn); 8] = [
        (1, |picture| picture.clone()),
        (2, imageops::flip_horizontal),
        (3, imageops::rotate180),
        (4, imageops::flip_vertical),
        (5, |picture| imageops::rotate90(&imageops::flip_vertical(picture))),
        (6, imageops::rotate270),
        (7, |picture| imageops::rotate270(&imageops::flip_vertical(picture))),
        (8, imageops::rotate90),
    ];
    for (orientation, turn) in stored {
        let turned = turn(&picture);
        let mut bytes = Vec::new();
        let mut encoder = PngEncoder::new(&mut bytes);
        encoder.set_exif_metadata(exif(Orientation::from_exif(orientation).unwrap())).unwrap();
        encoder.write_image(&turned, turned.width(), turned.height(), ExtendedColorType::Rgba8).unwrap();
        let found = read_to_the_end(&bytes).unwrap();
        assert_eq!((found.reading, found.picture, found.frame), (upright.clone(), picture.clone(), None), "{orientation}");
    }
}

/// A block of metadata with nothing but the orientation.
fn exif(orientation: Orientation) -> Vec<u8> {
    [b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0".as_slice(), &[orientation.to_exif(), 0, 0, 0, 0, 0, 0, 0]].concat()
}

#[test]
fn the_first_frame_with_a_board_is_read() {
    let board = scene::draw(0, Spoiling::Sharp).picture;
    let (width, height) = board.dimensions();
    let upright = read(&board).unwrap();
    let empty = RgbaImage::from_pixel(width, height, Rgba([90, 90, 90, 255]));
    let mut gif = Vec::new();
    GifEncoder::new(&mut gif).encode_frames([empty.clone(), board.clone(), empty.clone()].map(Frame::new)).unwrap();
    for (format, bytes) in [("GIF", gif), ("PNG", moving_png(&[&empty, &board])), ("WebP", moving_webp(&[&empty, &board]))] {
        let found = read_to_the_end(&bytes).unwrap();
        assert_eq!((found.frame, found.reading.state()), (Some(2), upright.state()), "{format}");
        let without = match format {
            "PNG" => moving_png(&[&empty, &empty]),
            _ => moving_webp(&[&empty, &empty]),
        };
        assert_eq!(read_to_the_end(&without).map(|_| ()), Err(ReadError::NoBoardInFrames));
    }
    assert_eq!(read_to_the_end(&moving_png(&[&board, &empty])).unwrap().frame, Some(1));
    assert_eq!(read_to_the_end(&encoded(&board.into(), ImageFormat::Gif)).unwrap().frame, None);
}

/// Puts still pictures together as frames: <https://www.w3.org/TR/png-3/#apng-frame-based-animation>.
fn moving_png(frames: &[&RgbaImage]) -> Vec<u8> {
    let block = |name: &[u8], data: &[u8]| {
        let named = [name, data].concat();
        [&(data.len() as u32).to_be_bytes(), &named[..], &check_sum(&named).to_be_bytes()].concat()
    };
    let (width, height) = frames[0].dimensions();
    let size = [width.to_be_bytes(), height.to_be_bytes()].concat();
    let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
    bytes.extend(block(b"IHDR", &[&size[..], &[8, 6, 0, 0, 0]].concat()));
    bytes.extend(block(b"acTL", &[(frames.len() as u32).to_be_bytes(), [0; 4]].concat()));
    let mut number = 0_u32;
    let mut next = || {
        number += 1;
        (number - 1).to_be_bytes()
    };
    for (at, frame) in frames.iter().enumerate() {
        bytes.extend(block(b"fcTL", &[&next()[..], &size, &[0; 8], &[0, 1, 0, 10, 0, 0]].concat()));
        let still = encoded(&DynamicImage::from((*frame).clone()), ImageFormat::Png);
        // Of the still picture, the blocks of pixels, with their lengths before and their check sums after them.
        let mut rest = &still[8..];
        while let Some((length, after)) = rest.split_first_chunk() {
            let (data, after) = after.split_at(4 + u32::from_be_bytes(*length) as usize);
            match &data[..4] {
                b"IDAT" if at == 0 => bytes.extend(block(b"IDAT", &data[4..])),
                b"IDAT" => bytes.extend(block(b"fdAT", &[&next(), &data[4..]].concat())),
                _ => {}
            }
            rest = &after[4..];
        }
    }
    bytes.extend(block(b"IEND", &[]));
    bytes
}

/// CRC-32, bit by bit.
fn check_sum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, byte| (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 * (sum & 1))))
}

/// Puts still pictures together as frames: <https://developers.google.com/speed/webp/docs/riff_container>.
fn moving_webp(frames: &[&RgbaImage]) -> Vec<u8> {
    let block = |name: &[u8], data: &[u8]| [name, &(data.len() as u32).to_le_bytes(), data, &[0][..data.len() % 2]].concat();
    let short = |number: u32| number.to_le_bytes()[..3].to_vec();
    let (width, height) = frames[0].dimensions();
    let size = [short(width - 1), short(height - 1)].concat();
    let mut blocks = block(b"VP8X", &[&[2, 0, 0, 0], &size[..]].concat());
    blocks.extend(block(b"ANIM", &[0; 6]));
    for frame in frames {
        // Behind the twelve bytes of the file's own head is the block of pixels.
        let still = encoded(&DynamicImage::from((*frame).clone()), ImageFormat::WebP);
        blocks.extend(block(b"ANMF", &[&[0; 6], &size[..], &short(100), &[0], &still[12..]].concat()));
    }
    block(b"RIFF", &[b"WEBP", &blocks[..]].concat())
}

#[test]
fn unsafe_files_are_refused() {
    let png = encoded(&DynamicImage::new_rgba8(8, 8), ImageFormat::Png);
    assert_eq!(decode(b""), Err(ReadError::NotAPicture));
    assert_eq!(decode(b"plain text"), Err(ReadError::NotAPicture));
    assert_eq!(decode(&png[..png.len() / 2]), Err(ReadError::Damaged(ImageFormat::Png)));
    assert_eq!(decode(&vec![0; MAX_BYTES as usize + 1]), Err(ReadError::TooManyBytes));
    // 36 million black pixels in a small file.
    let large = encoded(&DynamicImage::new_luma8(6000, 6000), ImageFormat::Png);
    assert_eq!(decode(&large), Err(ReadError::TooManyPixels));
}

#[test]
fn damage_is_named_without_the_words_of_programmers() {
    let mut png = encoded(&DynamicImage::new_rgba8(8, 8), ImageFormat::Png);
    // The check sum of the last block of pixels, before the end of the file.
    let at = png.len() - 13;
    png[at] ^= 1;
    let error = read_to_the_end(&png).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), "this PNG picture is damaged or incomplete; save or download it again");
}

#[test]
fn damaged_files_never_panic() {
    let picture = DynamicImage::ImageRgba8(scene::draw(1, Spoiling::Sharp).picture).into_rgb8();
    let picture = DynamicImage::from(imageops::thumbnail(&picture, 64, 64));
    let random = &mut Random::new(7);
    for format in [ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif, ImageFormat::Jpeg] {
        let whole = encoded(&picture, format);
        for _ in 0..60 {
            let mut bytes = whole.clone();
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len() as u64) as usize;
                bytes[at] = random.bits() as u8;
            }
            let _ = read_to_the_end(&bytes);
        }
    }
}
