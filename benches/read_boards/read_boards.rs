//! Measures how well boards are read from pictures: drawn ones, of which the right answer is known.
//!
//! `cargo bench --bench read_boards` reads pictures in the fonts of the tests. `-- --fonts measuring` takes the fonts of Debian's packages
//! that only measure, and `-- --fonts tuning` those with which thresholds were chosen. Both differ from those for training: see
//! `benches/train_digits/font_files.rs`. `--pictures N` sets how many, `--first N` the first seed, `--list` names each picture that was
//! not simply read right, and `--save FOLDER` writes these as PNG.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed measurement")]

#[path = "../train_digits/font_files.rs"]
mod font_files;
#[path = "../../src/puzzles/voltorb_flip/reading/tests/fonts.rs"]
mod fonts;
#[path = "../../src/puzzles/voltorb_flip/reading/tests/scene.rs"]
#[allow(dead_code, reason = "the tests draw scenes without choosing a font")]
mod scene;

use std::{collections::BTreeMap, path::PathBuf, time::Instant};

use quincunx::{
    chance::Random,
    fonts as typeface,
    puzzles::voltorb_flip::{
        model::rules::{self, Line, tile_name},
        reading::{self, Read},
    },
};

use font_files::{DigitFont, Set};
use fonts::{FONTS, Font, Shape};
use scene::{Outcome, Scene, Spoiling};

const OUTCOMES: [(Outcome, &str); 5] = [
    (Outcome::Right, "right"),
    (Outcome::Asked, "asked"),
    (Outcome::WrongButMarked, "marked"),
    (Outcome::WrongUnmarked, "WRONG"),
    (Outcome::NotFound, "not found"),
];

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let value = |name: &str| arguments.iter().position(|argument| argument == name).and_then(|at| arguments.get(at + 1).cloned());
    let number = |name: &str, usual: u64| value(name).map_or(usual, |text| text.parse().expect("a number"));
    let (count, first) = (number("--pictures", 200), number("--first", 1_000_000));
    let fonts = chosen(value("--fonts").as_deref().unwrap_or("tests"));
    let mut families: BTreeMap<String, Vec<&Font>> = BTreeMap::new();
    fonts.iter().for_each(|font| families.entry(font_files::family(&font.name)).or_default().push(font));
    let families: Vec<Vec<&Font>> = families.into_values().collect();
    let folder = value("--save").map(PathBuf::from);
    let is_listed = arguments.iter().any(|argument| argument == "--list");
    let mut counts: BTreeMap<(String, Outcome), u32> = BTreeMap::new();
    let (mut slowest, mut all, mut corrected) = (0.0_f64, 0.0, 0);
    for at in 0..count {
        let spoiling = Spoiling::ALL[(at % 4) as usize];
        let seed = first + at / 4;
        // Each family as often as any other, however many weights it has.
        let random = &mut Random::numbered(seed, 100 + at % 4);
        let family = &families[random.below(families.len() as u64) as usize];
        let font = &family[random.below(family.len() as u64) as usize];
        let scene = scene::draw_in(font, seed, spoiling);
        let start = Instant::now();
        let result = reading::read(&scene.picture);
        let seconds = start.elapsed().as_secs_f64();
        (slowest, all) = (slowest.max(seconds), all + seconds);
        let (outcome, problems) = judged(&scene, result.as_ref().ok());
        let kind = if font.is_pixels { "pixels" } else { "outlines" };
        for group in [format!("{spoiling:?}"), kind.to_owned(), "all".to_owned()] {
            *counts.entry((group, outcome)).or_default() += 1;
        }
        if outcome == Outcome::Right {
            corrected += u32::from(result.is_ok_and(|reading| reading.corrected_clues().next().is_some()));
            continue;
        }
        if is_listed {
            println!("{outcome:?} {seed} {spoiling:?} {} {:.1} px: {}", scene.font, scene.digit_height, problems.join(", "));
        }
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder).expect("the folder can be made");
            let name = format!("{outcome:?}-{seed}-{spoiling:?}.png");
            scene.picture.save(folder.join(name)).expect("the picture can be written");
        }
    }
    println!("{count} pictures, {} fonts of {} families", fonts.len(), families.len());
    println!("{:>10} {:>9} {:>9} {:>9} {:>9} {:>9}", "", OUTCOMES[0].1, OUTCOMES[1].1, OUTCOMES[2].1, OUTCOMES[3].1, OUTCOMES[4].1);
    for group in ["Sharp", "Smooth", "Noisy", "Jpeg", "pixels", "outlines", "all"] {
        let counts = OUTCOMES.map(|(outcome, _)| counts.get(&(group.to_owned(), outcome)).copied().unwrap_or(0));
        println!("{group:>10} {}", counts.map(|count| format!("{count:>9}")).join(" "));
    }
    println!("{corrected} of those read right had a clue that was corrected");
    println!("seconds a picture: mean {:.3}, most {slowest:.3}", all / count as f64);
}

fn chosen(set: &str) -> Vec<Font> {
    let from_files = |set: Set| {
        let measuring: Vec<DigitFont> = FONTS.iter().map(to_digits).collect();
        let divided = font_files::divided(font_files::load(), &measuring);
        divided.into_iter().filter(|(other, _)| *other == set).map(|(_, font)| from_digits(font)).collect()
    };
    match set {
        "tests" => FONTS.iter().map(|font| from_digits(to_digits(font))).collect(),
        "measuring" => from_files(Set::Measuring),
        "tuning" => from_files(Set::Tuning),
        "training" => from_files(Set::Training),
        _ => panic!("--fonts is tests, measuring, tuning or training"),
    }
}

fn to_digits(font: &Font) -> DigitFont {
    let digits = font.digits.iter().map(|shape| font_files::Digit { width: shape.width, height: shape.height, ink: shape.ink.clone() });
    DigitFont { name: font.name.clone(), digits: digits.collect(), is_pixels: font.is_pixels, is_decorative: false }
}

fn from_digits(font: DigitFont) -> Font {
    let digits = font.digits.into_iter().map(|digit| Shape { width: digit.width, height: digit.height, ink: digit.ink });
    Font { name: font.name, digits: digits.collect(), is_pixels: font.is_pixels }
}

/// Compares what was read with what was drawn. Also returns what is wrong, corrected or doubtful.
fn judged(scene: &Scene, reading: Option<&reading::Reading>) -> (Outcome, Vec<String>) {
    let Some(reading) = reading else { return (Outcome::NotFound, Vec::new()) };
    let mut problems = Vec::new();
    let (mut wrong, mut unmarked) = (false, false);
    for (line, clue) in Line::all().zip(&reading.clues) {
        let right = scene.clues.line(line);
        if clue.value != right || clue.is_doubtful() || clue.is_corrected() {
            let Read { value, seen, confidence, .. } = clue;
            problems.push(format!("{line} is {right}, read {value}, seen {seen} ({:.2} %)", 100.0 * confidence));
        }
        if clue.value != right {
            wrong = true;
            unmarked |= !clue.is_doubtful();
        }
    }
    for (tile, (read, shown)) in reading.tiles.iter().zip(scene.tiles).enumerate() {
        if read.value != shown || read.is_doubtful() {
            problems.push(format!("{} is {shown:?}, read {:?} ({:.2} %)", tile_name(tile), read.value, 100.0 * read.confidence));
        }
        if read.value != shown {
            wrong = true;
            unmarked |= !read.is_doubtful();
        }
    }
    (Outcome::of(!wrong, !unmarked, reading.is_certain()), problems)
}
