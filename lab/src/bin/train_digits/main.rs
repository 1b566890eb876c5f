//! Trains the two networks that read digits in pictures of Voltorb Flip, and measures them on fonts that they were not trained on.
//!
//! One tells digits apart. The other, which is trained with `--whether`, says whether something is a digit at all. The program needs the
//! fonts that `lab/install_fonts` installs. It compares the result with the stored weights, and replaces them with `--write`. All random
//! numbers come from one seed.

mod examples;
mod training;

use std::{fs, ops::Range, path::Path};

use image::{Rgba, RgbaImage};
use quincunx::{
    chance::Random,
    puzzles::voltorb_flip::reading::{
        classifier::{Activity, CLASSES, STEP, softmax},
        glyph::{CELL_HEIGHT, CELL_WIDTH, FEATURES},
    },
};

use quincunx_lab::{
    font_files::{self, DigitFont, Set},
    fonts::FONTS,
    pixel_fonts,
};

use examples::{Lesson, Sources, examples};
use training::{Example, Learner};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../src/puzzles/voltorb_flip/reading");
const SEED: u64 = 2010;
/// Each round makes its own examples.
const EXAMPLES: usize = 40_000;
/// How often the network sees the examples of a round.
const REPEATS: usize = 2;
const RATE: f32 = 0.0015;

fn main() {
    let number = |name: &str, usual: usize| {
        let mut arguments = std::env::args().skip_while(|argument| argument != name).skip(1);
        arguments.next().map_or(usual, |text| text.parse().expect("a number"))
    };
    let has = |name: &str| std::env::args().any(|argument| argument == name);
    let (lesson, file, rounds) =
        if has("--whether") { (Lesson::WhetherDigit, "others.bin", 16) } else { (Lesson::WhichDigit, "digits.bin", 50) };
    let (count, rounds) = (number("--examples", EXAMPLES), number("--rounds", rounds));
    let file = Path::new(FOLDER).join(file);
    let tests: Vec<DigitFont> = FONTS.iter().map(DigitFont::of).collect();
    let divided = font_files::divided(font_files::load(), &tests);
    let of = |set: Set| -> Vec<DigitFont> { divided.iter().filter(|(other, _)| *other == set).map(|(_, font)| font.clone()).collect() };
    let (training, tuning, measuring) = (of(Set::Training), of(Set::Tuning), of(Set::Measuring));
    println!("{} fonts to learn from, {} to tune with, {} to measure with", training.len(), tuning.len(), measuring.len());
    let others: Vec<DigitFont> = [tests, tuning.clone(), measuring].concat();
    let designs = |range: Range<u64>, others: &[DigitFont]| font_files::unlike(range.map(pixel_fonts::design), others);
    let designs_to_learn = designs(0..pixel_fonts::TO_LEARN, &others);
    let designs_to_tune = designs(pixel_fonts::TO_LEARN..pixel_fonts::TO_LEARN + pixel_fonts::TO_TUNE, &designs_to_learn);
    println!("{} designs of pixels to learn from, {} others", designs_to_learn.len(), designs_to_tune.len());
    let sources = |fonts: Vec<DigitFont>, designs: Vec<DigitFont>, shares: [f32; 3]| {
        let (pixels, outlines): (Vec<DigitFont>, Vec<DigitFont>) = fonts.into_iter().partition(|font| font.is_pixels);
        let [of_pixels, of_designs, of_outlines] = shares;
        Sources { fonts: [(of_pixels, pixels), (of_designs, designs), (of_outlines, outlines)] }
    };
    let sources_to_tune =
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|shares| sources(tuning.clone(), designs_to_tune.clone(), shares));
    let fresh = sources_to_tune.map(|sources| examples(5_000, &sources, lesson, [SEED, 0]));
    let training = sources(training, designs_to_learn, [0.25, 0.35, 0.3]);
    if let Some(path) = std::env::args().skip_while(|argument| argument != "--show").nth(1) {
        show(&examples(12_000, &training, lesson, [SEED, 0])).save(path).expect("the picture can be written");
        return;
    }
    let is_written = has("--write");
    let random = &mut Random::numbered(SEED, 0);
    let start = std::time::Instant::now();
    let mut learner = Learner::new(random);
    for round in 0..rounds {
        let shown: Vec<Example> =
            examples(count, &training, lesson, [SEED, 1 + round as u64]).into_iter().map(|(example, _)| example).collect();
        let rate = RATE * (1.0 - round as f32 / rounds as f32).powi(2) + 0.00003;
        let mut error = 0.0;
        for _ in 0..REPEATS {
            error = learner.learn(&shown, rate, random);
        }
        let right = fresh.each_ref().map(|fresh| format!("{:.2}", 100.0 * share_right(&learner.weights, fresh)));
        println!("{:.0?} round {:>2}: error {error:.4}, {} % right to tune with", start.elapsed(), round + 1, right.join(", "));
    }
    // Only now: a build in the meantime would have a network that has hardly learned.
    if is_written {
        fs::write(&file, bytes(&learner.weights)).expect("the file of weights can be written");
    }
    let fresh = fresh.concat();
    let weights: Vec<f32> = learner.weights.iter().map(|&weight| f32::from(stored(weight)) * STEP).collect();
    println!("{:>14} {:>9} {:>7}", "height in px", "digits", "right");
    for (least, most) in [(5.0, 7.0), (7.0, 9.0), (9.0, 14.0), (14.0, 24.0), (24.0, 99.0)] {
        let tested: Vec<(Example, f32)> = fresh.iter().filter(|(_, height)| (least..most).contains(height)).cloned().collect();
        println!("{least:>6} to {most:>4} {:>9} {:>6.2} %", tested.len(), 100.0 * share_right(&weights, &tested));
    }
    // How much of what isn't a digit, and of what is one, is called none with at least this chance.
    println!("{:>14} {:>9} {:>9}", "no digit", "others", "digits");
    for least in [0.01, 0.03, 0.1, 0.3, 0.5, 0.7, 0.9] {
        let [others, digits] = [true, false].map(|is_other| {
            let of_kind: Vec<_> = fresh.iter().filter(|(example, _)| (example.class == CLASSES - 1) == is_other).collect();
            let mut activity = Activity::default();
            let mut chance = |example: &Example| {
                activity.see(&weights, &example.features);
                softmax(activity.scores, 1.0)[CLASSES - 1]
            };
            let above = of_kind.iter().filter(|(example, _)| least <= chance(example)).count();
            100.0 * above as f32 / of_kind.len().max(1) as f32
        });
        println!("{least:>14} {others:>7.2} % {digits:>7.2} %");
    }
    for temperature in [0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 2.0] {
        println!("temperature {temperature}: error {:.4}", error_at(&weights, &fresh, temperature));
    }
    if is_written {
        println!("wrote {}", file.display());
    } else {
        let same = fs::read(&file).is_ok_and(|old| old == bytes(&learner.weights));
        println!("{} is {}", file.display(), if same { "the same" } else { "different: run with --write to replace it" });
    }
}

fn bytes(weights: &[f32]) -> Vec<u8> {
    weights.iter().map(|&weight| stored(weight) as u8).collect()
}

/// Draws the first examples, one class below the other.
fn show(examples: &[(Example, f32)]) -> RgbaImage {
    const COLUMNS: usize = 40;
    let (width, height) = (CELL_WIDTH + 2, CELL_HEIGHT + 2);
    let mut page = RgbaImage::from_pixel((COLUMNS * width) as u32, (CLASSES * height) as u32, Rgba([90, 120, 200, 255]));
    for class in 0..CLASSES {
        for (column, (example, _)) in examples.iter().filter(|(example, _)| example.class == class).take(COLUMNS).enumerate() {
            for (place, ink) in example.features[..CELL_WIDTH * CELL_HEIGHT].iter().enumerate() {
                let shade = (255.0 * (1.0 - ink)) as u8;
                let (x, y) = (column * width + place % CELL_WIDTH, class * height + place / CELL_WIDTH);
                page.put_pixel(x as u32, y as u32, Rgba([shade, shade, shade, 255]));
            }
        }
    }
    page
}

fn stored(weight: f32) -> i8 {
    (weight / STEP).round().clamp(-127.0, 127.0) as i8
}

/// Returns the mean error (the cross entropy) if scores are divided by this.
fn error_at(weights: &[f32], examples: &[(Example, f32)], temperature: f32) -> f32 {
    let mut activity = Activity::default();
    let errors = examples.iter().map(|(example, _)| {
        activity.see(weights, &example.features);
        -softmax(activity.scores, temperature)[example.class].max(1e-9).ln()
    });
    errors.sum::<f32>() / examples.len() as f32
}

fn share_right(weights: &[f32], examples: &[(Example, f32)]) -> f32 {
    let mut activity = Activity::default();
    let mut class_of = |features: &[f32; FEATURES]| {
        activity.see(weights, features);
        (0..CLASSES).max_by(|&a, &b| activity.scores[a].total_cmp(&activity.scores[b])).unwrap_or(0)
    };
    let right = examples.iter().filter(|(example, _)| class_of(&example.features) == example.class).count();
    right as f32 / examples.len().max(1) as f32
}
