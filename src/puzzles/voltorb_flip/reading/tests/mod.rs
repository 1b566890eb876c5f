//! Reads pictures that were drawn for it, of which the right answer is known.

mod fonts;
pub mod scene;

use std::io::Cursor;

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};

use super::{
    super::model::rules,
    agreement::{agree, weight_of_total},
    *,
};
use crate::{chance::Random, fonts as typeface, puzzles::voltorb_flip::model::entry::entries};
use scene::{Outcome, Scene, Spoiling};

fn outcome(scene: &Scene) -> Outcome {
    let Ok(reading) = read(&scene.picture) else { return Outcome::NotFound };
    let wrong_clues = Line::all().zip(&reading.clues).filter(|(line, clue)| clue.value != scene.clues.line(*line));
    let wrong_tiles = reading.tiles.iter().zip(scene.tiles).filter(|(tile, shown)| tile.value != *shown);
    let marks = wrong_clues.map(|(_, clue)| clue.is_doubtful() || clue.is_corrected());
    let marks: Vec<bool> = marks.chain(wrong_tiles.map(|(tile, _)| tile.is_doubtful())).collect();
    Outcome::of(marks.is_empty(), marks.iter().all(|&is_marked| is_marked), reading.is_certain())
}

#[test]
fn boards_are_found_however_they_are_shown() {
    for spoiling in Spoiling::ALL {
        for seed in 0..5 {
            let scene = scene::draw(seed, spoiling);
            assert_ne!(outcome(&scene), Outcome::NotFound, "{spoiling:?} {seed}, {}, digits of {} pixels", scene.font, scene.digit_height);
        }
    }
}

#[test]
fn areas_lie_on_what_they_show() {
    let scene = scene::draw(4, Spoiling::Sharp);
    let reading = read(&scene.picture).unwrap();
    let sides = |area: Area| [area.right - area.left, area.bottom - area.top];
    let [width, height] = sides(reading.clues[0].area);
    for (line, clue) in Line::all().zip(&reading.clues) {
        let [left, top] = [clue.area.left, clue.area.top].map(|edge| edge.round() as u32);
        let inside = *scene.picture.get_pixel(left + 1, top + 1);
        assert_eq!(Paint::of(inside), Some(Paint::of_clue(line)), "{clue:?}");
        // Towards the tiles, where no other clue is.
        let (x, y) = if matches!(line, Line::Row(_)) { (left - 2, top + 1) } else { (left + 1, top - 2) };
        let outside = *scene.picture.get_pixel(x, y);
        assert_eq!(Paint::of(outside), None, "{clue:?}");
        assert_eq!(sides(clue.area).map(f32::round), [width, height].map(f32::round));
    }
    assert!((reading.tiles[0].area.left - reading.clues[SIDE].area.left).abs() < 0.01);
    assert!((reading.tiles[24].area.bottom - reading.clues[4].area.bottom).abs() < 0.01);
}

#[test]
fn what_is_read_becomes_a_position() {
    let scene = (0..).map(|seed| scene::draw(seed, Spoiling::Sharp)).find(|scene| outcome(scene) == Outcome::Right).unwrap();
    let state = read(&scene.picture).unwrap().state();
    assert_eq!((state.rows, state.columns), (entries(scene.clues.rows), entries(scene.clues.columns)));
    assert_eq!((state.tiles.0, state.level), (scene.tiles, None));
}

#[test]
fn large_pictures_are_read_in_full_detail() {
    let scene = scene::draw(0, Spoiling::Sharp);
    let (width, height) = (3840, 2160);
    let mut screen = RgbaImage::from_pixel(width, height, Rgba([70, 72, 78, 255]));
    image::imageops::replace(&mut screen, &scene.picture, 1500, 700);
    let (small, large) = (read(&scene.picture).unwrap(), read(&screen).unwrap());
    assert_eq!(large.state(), small.state());
    let moved = [large.clues[0].area.left - small.clues[0].area.left, large.clues[0].area.top - small.clues[0].area.top];
    assert!((moved[0] - 1500.0).abs() < 0.6 && (moved[1] - 700.0).abs() < 0.6, "{moved:?}");
}

#[test]
fn pictures_without_a_board_are_refused() {
    let random = &mut Random::new(1);
    let noise = RgbaImage::from_fn(400, 300, |_, _| {
        let bits = random.bits().to_le_bytes();
        Rgba([bits[0], bits[1], bits[2], 255])
    });
    let mut cut = scene::draw(0, Spoiling::Sharp).picture;
    cut = image::imageops::crop_imm(&cut, 0, 0, cut.width() / 2, cut.height()).to_image();
    for picture in [RgbaImage::new(0, 0), RgbaImage::new(1, 1), RgbaImage::new(4000, 1), RgbaImage::new(300, 200), noise, cut] {
        assert_eq!(read(&picture), Err(ReadError::NoBoard), "{:?}", picture.dimensions());
    }
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
fn unsafe_files_are_refused() {
    let png = encoded(&DynamicImage::new_rgba8(8, 8), ImageFormat::Png);
    assert!(matches!(decode(b""), Err(ReadError::NotAPicture(_))));
    assert!(matches!(decode(b"plain text"), Err(ReadError::NotAPicture(_))));
    assert!(matches!(decode(&png[..png.len() / 2]), Err(ReadError::NotAPicture(_))));
    assert_eq!(decode(&vec![0; MAX_BYTES as usize + 1]), Err(ReadError::TooManyBytes));
    // 36 million black pixels in a small file.
    let large = encoded(&DynamicImage::new_luma8(6000, 6000), ImageFormat::Png);
    assert_eq!(decode(&large), Err(ReadError::TooManyPixels));
}

#[test]
fn damaged_files_never_panic() {
    let picture = DynamicImage::ImageRgba8(scene::draw(1, Spoiling::Sharp).picture).into_rgb8();
    let picture = DynamicImage::from(image::imageops::thumbnail(&picture, 64, 64));
    let random = &mut Random::new(7);
    for format in [ImageFormat::Png, ImageFormat::WebP, ImageFormat::Gif, ImageFormat::Jpeg] {
        let whole = encoded(&picture, format);
        for _ in 0..60 {
            let mut bytes = whole.clone();
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len() as u64) as usize;
                bytes[at] = random.bits() as u8;
            }
            if let Ok(picture) = decode(&bytes) {
                let _ = read(&picture);
            }
        }
    }
}

fn encoded(picture: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}

/// Chances of clues of which a few are possible each.
fn few(random: &mut Random) -> [Chances; 2 * SIDE] {
    std::array::from_fn(|_| {
        let mut chances = [0.0; SUMS * VOLTORBS];
        for _ in 0..3 {
            let (sum, voltorbs) = (3 + random.below(4) as usize, random.below(2) as usize);
            chances[sum * VOLTORBS + voltorbs] = (1 + random.below(9)) as f64 / 10.0;
        }
        chances
    })
}

#[test]
fn agreement_weighs_all_combinations() {
    let random = &mut Random::new(3);
    let mut agreed = 0;
    for _ in 0..12 {
        let read = few(random);
        let (all, best, shares) = enumerated(&read);
        let Some(found) = agree(&read) else {
            assert!(all == 0.0);
            continue;
        };
        agreed += 1;
        let total =
            |clues: &[(Clue, f64)]| clues.iter().fold((0, 0), |(sum, voltorbs), (clue, _)| (sum + clue.sum, voltorbs + clue.voltorbs));
        let (points, voltorbs) = total(&found.clues[..SIDE]);
        assert_eq!(total(&found.clues[SIDE..]), (points, voltorbs));
        let product: f64 = found.clues.iter().zip(&read).map(|((clue, _), read)| read[index_of(*clue)]).product();
        let chance = product * weight_of_total(points, voltorbs);
        assert!((found.together - chance / all).abs() < 1e-9);
        assert!((chance - best).abs() < 1e-12 * best.max(1e-3), "{chance} instead of {best}");
        for ((clue, confidence), shares) in found.clues.iter().zip(&shares) {
            assert!((confidence - shares[index_of(*clue)] / all).abs() < 1e-9);
        }
    }
    assert!(3 < agreed);
}

fn index_of(clue: Clue) -> usize {
    usize::from(clue.sum) * VOLTORBS + usize::from(clue.voltorbs)
}

/// Lists all combinations of one side, then joins those of both sides by their totals. Returns the chance of all that agree, the greatest
/// chance of one, and the chances of all with each value of each clue.
fn enumerated(read: &[Chances; 2 * SIDE]) -> (f64, f64, Vec<Chances>) {
    let sides = [&read[..SIDE], &read[SIDE..]].map(|lines| {
        lines.iter().fold(vec![(Vec::new(), 1.0)], |all: Vec<(Vec<usize>, f64)>, line| {
            let choices: Vec<usize> = (0..line.len()).filter(|&index| 0.0 < line[index]).collect();
            all.iter()
                .flat_map(|(chosen, chance)| choices.iter().map(move |&index| ([&chosen[..], &[index]].concat(), chance * line[index])))
                .collect()
        })
    });
    let total = |chosen: &[usize]| {
        chosen.iter().map(|&index| clue_at(index)).fold((0, 0), |(sum, voltorbs), clue| (sum + clue.sum, voltorbs + clue.voltorbs))
    };
    let (mut all, mut best, mut shares) = (0.0, 0.0_f64, vec![[0.0; SUMS * VOLTORBS]; 2 * SIDE]);
    for (rows, row_chance) in &sides[0] {
        for (columns, column_chance) in sides[1].iter().filter(|(columns, _)| total(columns) == total(rows)) {
            let (points, voltorbs) = total(rows);
            let chance = row_chance * column_chance * weight_of_total(points, voltorbs);
            all += chance;
            best = best.max(chance);
            rows.iter().chain(columns).enumerate().for_each(|(line, &index)| shares[line][index] += chance);
        }
    }
    (all, best, shares)
}

#[test]
fn a_misread_digit_is_corrected_or_marked() {
    let scene = scene::draw(3, Spoiling::Sharp);
    let right: Vec<Clue> = Line::all().map(|line| scene.clues.line(line)).collect();
    let mut corrected = 0;
    for line in 0..2 * SIDE {
        for wrong_sum in (0..=15).filter(|&sum| sum != right[line].sum) {
            // The classifier is sure of a wrong digit, but the right one is its second choice.
            let read: [Chances; 2 * SIDE] = std::array::from_fn(|place| {
                let mut chances = [1e-7; SUMS * VOLTORBS];
                chances[index_of(right[place])] = if place == line { 0.05 } else { 0.999 };
                if place == line {
                    chances[index_of(Clue { sum: wrong_sum, ..right[place] })] = 0.95;
                }
                chances
            });
            let agreed = agree(&read).unwrap();
            assert_eq!(agreed.clues.map(|(clue, _)| clue).to_vec(), right);
            corrected += usize::from(CERTAIN <= agreed.clues[line].1 as f32);
        }
    }
    assert_eq!(corrected, 150);
}
