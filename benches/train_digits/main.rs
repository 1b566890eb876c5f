//! Trains the classifier that reads digits in pictures of Voltorb Flip, and measures it on digits that it was not trained on.
//!
//! `cargo bench --bench train_digits` compares the result with the stored weights. With `-- --write` it replaces them. All random numbers
//! come from one seed.

mod strokes;

use std::{fs, io::Cursor};

use image::{ImageFormat, Rgba, RgbaImage};
use quincunx::{
    chance::Random,
    puzzles::voltorb_flip::reading::{
        Area,
        classifier::{CLASSES, HIDDEN, STEP, WEIGHTS, scores, softmax},
        glyph::{FEATURES, Glyph},
        ink::Patch,
    },
};
use strokes::{Draw, Drawing, HEIGHT};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/puzzles/voltorb_flip/reading/digits.bin");
const SEED: u64 = 2010;
const EXAMPLES: usize = 90_000;
const EPOCHS: usize = 12;
const BATCH: usize = 32;

/// A drawn digit in its normal form.
struct Example {
    features: [f32; FEATURES],
    class: usize,
    /// Its height in pixels of the picture.
    height: f32,
}

fn main() {
    let random = &mut Random::numbered(SEED, 0);
    let training = examples(EXAMPLES, random);
    let mut weights = trained(&training, random);
    weights.iter_mut().for_each(|weight| *weight = f32::from(stored(*weight)) * STEP);
    let fresh = examples(EXAMPLES / 6, &mut Random::numbered(SEED, 1));
    println!("{:>14} {:>9} {:>7}", "height in px", "digits", "right");
    for (least, most) in [(5.0, 7.0), (7.0, 9.0), (9.0, 14.0), (14.0, 24.0), (24.0, 99.0)] {
        let tested: Vec<&Example> = fresh.iter().filter(|example| (least..most).contains(&example.height)).collect();
        let right = tested.iter().filter(|example| class_of(&weights, &example.features) == example.class).count();
        println!("{least:>6} to {most:>4} {:>9} {:>6.2} %", tested.len(), 100.0 * right as f64 / tested.len() as f64);
    }
    let bytes: Vec<u8> = weights.iter().map(|&weight| stored(weight) as u8).collect();
    if std::env::args().any(|argument| argument == "--write") {
        fs::write(FILE, &bytes).expect("the file of weights can be written");
        println!("wrote {FILE}");
    } else {
        let same = fs::read(FILE).is_ok_and(|old| old == bytes);
        println!("{FILE} is {}", if same { "the same" } else { "different: run with --write to replace it" });
    }
}

fn stored(weight: f32) -> i8 {
    (weight / STEP).round().clamp(-127.0, 127.0) as i8
}

fn class_of(weights: &[f32], features: &[f32; FEATURES]) -> usize {
    let scores = scores(weights, features).1;
    (0..CLASSES).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(0)
}

fn examples(count: usize, random: &mut Random) -> Vec<Example> {
    let mut examples = Vec::with_capacity(count);
    while examples.len() < count {
        // Few are something else: the reader looks where digits are.
        let class = if random.happens(0.06) { CLASSES - 1 } else { random.pick(CLASSES - 1) };
        let drawing = strokes::draw(class, random);
        examples.extend(photographed(&drawing, class, random));
    }
    examples
}

/// Shows the drawing as a picture of a game would, and cuts it out again. Returns `None` if it can't be seen.
fn photographed(drawing: &Drawing, class: usize, random: &mut Random) -> Option<Example> {
    let height = 5.2 * 10f32.powf(random.unit().powf(1.3));
    let band = height / random.between(0.55, 1.0);
    let scale = height / HEIGHT as f32;
    let width = drawing.width as f32 * scale;
    let (left, top) = (2.0 + random.between(0.0, 3.0), 3.0 + random.between(0.0, 1.0) * (band - height));
    let band_top = 3.0;
    let size = [(width + left + 4.0).ceil() as u32, (band + 7.0).ceil() as u32];
    let (paper, ink) = (random.between(100.0, 175.0), random.between(15.0, 80.0).min(95.0));
    let outline = random.happens(0.3).then(|| height * random.between(0.08, 0.16));
    let pale = random.happens(0.6).then(|| random.between(190.0, 250.0));
    let mut shades = vec![0.0; (size[0] * size[1]) as usize];
    for (place, shade) in shades.iter_mut().enumerate() {
        let (x, y) = ((place as u32 % size[0]) as f32, (place as u32 / size[0]) as f32);
        let covered = covered(drawing, (x - left) / scale, (y - top) / scale, 1.0 / scale);
        let around = outline.map_or(0.0, |reach| {
            let wide = 1.0 + 2.0 * reach;
            f32::from(u8::from(0.0 < self::covered(drawing, (x - left - reach) / scale, (y - top - reach) / scale, wide / scale)))
        });
        let outside = (band_top - y).max(y + 1.0 - band_top - band).clamp(0.0, 1.0);
        let ground = paper + pale.map_or(0.0, |pale| outside * (pale - paper));
        let ground = ground + around * (245.0 - ground);
        *shade = ground + covered * (ink - ground);
    }
    let blur = if random.happens(0.5) { 0.0 } else { random.between(0.0, 0.09) * height };
    let noise = if random.happens(0.5) { 0.0 } else { random.between(0.0, 14.0) };
    let mut picture = RgbaImage::from_fn(size[0], size[1], |x, y| {
        let shade = shades[(y * size[0] + x) as usize] + noise * (random.unit() + random.unit() - random.unit() - random.unit());
        let shade = shade.clamp(0.0, 255.0) as u8;
        Rgba([shade, shade, shade, 255])
    });
    if 0.3 < blur {
        picture = image::imageops::blur(&picture, blur);
    }
    if random.happens(0.25) {
        picture = squeezed(&picture, 30 + random.pick(60) as u8)?;
    }
    let shift = random.between(-0.5, 0.5);
    let area = Area { left: 0.5, top: band_top + shift, right: size[0] as f32 - 0.5, bottom: band_top + band + shift };
    let patch = Patch::of(&picture, area, paper)?;
    let glyph = Glyph::cut(&patch, 0, patch.width)?;
    Some(Example { features: glyph.features, class, height })
}

/// Returns how much of a square of the drawing has ink.
fn covered(drawing: &Drawing, left: f32, top: f32, side: f32) -> f32 {
    let samples = (side.ceil() as usize).clamp(2, 12);
    let mut sum = 0.0;
    for sample in 0..samples * samples {
        let [x, y] = [(left, sample % samples), (top, sample / samples)].map(|(from, at)| from + (at as f32 + 0.5) * side / samples as f32);
        if 0.0 <= x && x < drawing.width as f32 && 0.0 <= y && y < HEIGHT as f32 {
            sum += drawing.ink[y as usize * drawing.width + x as usize];
        }
    }
    sum / (samples * samples) as f32
}

/// Returns the picture as JPEG shows it.
fn squeezed(picture: &RgbaImage, quality: u8) -> Option<RgbaImage> {
    let mut bytes = Cursor::new(Vec::new());
    let plain = image::DynamicImage::ImageRgba8(picture.clone()).into_rgb8();
    plain.write_with_encoder(image::codecs::jpeg::JpegEncoder::new_with_quality(&mut bytes, quality)).ok()?;
    Some(image::load_from_memory_with_format(bytes.get_ref(), ImageFormat::Jpeg).ok()?.into_rgba8())
}

/// Trains the network by gradient descent with momentum, in small batches.
fn trained(examples: &[Example], random: &mut Random) -> Vec<f32> {
    let mut weights: Vec<f32> = (0..WEIGHTS)
        .map(|index| {
            let inputs = if index < HIDDEN * (FEATURES + 1) { FEATURES } else { HIDDEN };
            random.between(-1.0, 1.0) * (3.0 / inputs as f32).sqrt()
        })
        .collect();
    let (mut slope, mut speed) = (vec![0.0; WEIGHTS], vec![0.0; WEIGHTS]);
    let mut order: Vec<usize> = (0..examples.len()).collect();
    for epoch in 0..EPOCHS {
        random.shuffle(&mut order);
        let rate = 0.04 * (1.0 - epoch as f32 / EPOCHS as f32).powi(2) + 0.0005;
        for batch in order.chunks(BATCH) {
            slope.fill(0.0);
            for &at in batch {
                descend(&weights, &examples[at], &mut slope);
            }
            for ((weight, speed), slope) in weights.iter_mut().zip(&mut speed).zip(&slope) {
                *speed = 0.9 * *speed - rate * (slope / batch.len() as f32 + 1e-5 * *weight);
                *weight = (*weight + *speed).clamp(-127.0 * STEP, 127.0 * STEP);
            }
        }
    }
    weights
}

/// Adds the slope of the error (the cross entropy) of one example.
fn descend(weights: &[f32], example: &Example, slope: &mut [f32]) {
    let (hidden, scores) = scores(weights, &example.features);
    let mut errors = softmax(scores, 1.0);
    errors[example.class] -= 1.0;
    let mut back = [0.0; HIDDEN];
    for (class, error) in errors.into_iter().enumerate() {
        let start = HIDDEN * (FEATURES + 1) + class * (HIDDEN + 1);
        for unit in 0..HIDDEN {
            slope[start + unit] += error * hidden[unit];
            back[unit] += error * weights[start + unit];
        }
        slope[start + HIDDEN] += error;
    }
    for (unit, error) in back.into_iter().enumerate().filter(|&(unit, _)| 0.0 < hidden[unit]) {
        let start = unit * (FEATURES + 1);
        for (slope, value) in slope[start..].iter_mut().zip(&example.features) {
            *slope += error * value;
        }
        slope[start + FEATURES] += error;
    }
}
