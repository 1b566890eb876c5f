//! Measures how well boards are read from pictures: drawn ones, of which the right answer is known.
//!
//! It reads pictures in the fonts of the tests. `--fonts measuring` takes the fonts of Debian's packages that only measure, `--fonts
//! tuning` those with which thresholds were chosen, `--fonts pixels` those of the latter that are made of large pixels, and `--fonts
//! designs` designs of large pixels. All of these differ from those for training: see `font_files.rs`. `--pictures N` sets how many,
//! `--first N` the first seed. With `--foreign`, something else than a digit is drawn at 1 to 35 places of each picture: no such board may
//! be certain. `--list` names each picture that was not simply read right, and `--save FOLDER` writes these as PNG.

#[path = "../../../src/puzzles/voltorb_flip/reading/tests/scene.rs"]
#[allow(dead_code, reason = "the tests draw scenes without choosing a font")]
mod scene;

use std::{collections::BTreeMap, path::PathBuf, time::Instant};

use quincunx::{
    chance::Random,
    puzzles::voltorb_flip::{
        model::rules::{self, Line, tile_name},
        play::deal,
        reading::{self, Read, Reading},
    },
};

use quincunx_lab::{
    font_files::{self, DigitFont, Set},
    fonts::{self, FONTS, Font},
    pixel_fonts,
};
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
    let is_foreign = arguments.iter().any(|argument| argument == "--foreign");
    let blots: Vec<_> = (0..40).map(|seed| scene::blot(&mut Random::new(seed))).collect();
    let is_listed = arguments.iter().any(|argument| argument == "--list");
    let mut counts: BTreeMap<(String, Outcome), u32> = BTreeMap::new();
    let mut reliability = [[Bin::default(); LIMITS.len()]; 2];
    let (mut slowest, mut all, mut corrected) = (0.0_f64, 0.0, 0);
    for at in 0..count {
        let spoiling = Spoiling::ALL[(at % 4) as usize];
        let seed = first + at / 4;
        // Each family as often as any other, however many weights it has.
        let random = &mut Random::numbered(seed, 100 + at % 4);
        let family = &families[random.below(families.len() as u64) as usize];
        let font = &family[random.below(family.len() as u64) as usize];
        let stand_ins = if is_foreign {
            scene::stand_ins(scene::places(&scene::draw_in(font, seed, spoiling)), font, &blots, random)
        } else {
            BTreeMap::new()
        };
        let count_of_stand_ins = stand_ins.len();
        let scene = scene::draw_with(font, stand_ins, seed, spoiling);
        let start = Instant::now();
        let result = reading::read(&scene.picture);
        let seconds = start.elapsed().as_secs_f64();
        (slowest, all) = (slowest.max(seconds), all + seconds);
        let reading = result.as_ref().ok();
        let outcome = match reading {
            Some(reading) if is_foreign => {
                if reading.is_certain() {
                    Outcome::WrongUnmarked
                } else {
                    Outcome::Asked
                }
            }
            _ => Outcome::of(&scene, reading),
        };
        if let Some(reading) = reading {
            compare(&scene, reading, &mut reliability);
        }
        let kind = if font.is_pixels { "pixels" } else { "outlines" };
        for group in [format!("{spoiling:?}"), kind.to_owned(), "all".to_owned()] {
            *counts.entry((group, outcome)).or_default() += 1;
        }
        if outcome == Outcome::Right {
            corrected += u32::from(reading.is_some_and(|reading| reading.clues.iter().any(Read::is_corrected)));
            continue;
        }
        if is_listed {
            println!(
                "{outcome:?} {seed} {spoiling:?} {} {:.1} px, {count_of_stand_ins} foreign: {}",
                scene.font,
                scene.digit_height,
                problems(&scene, reading).join(", ")
            );
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
    println!("{:>10} {:>9} {:>9} {:>9} {:>9}", "certain", "clues", "right", "tiles", "right");
    for (at, most) in LIMITS.iter().enumerate() {
        let [clues, tiles] = reliability.map(|bins| bins[at]);
        println!(
            "{:>8} % {:>9} {:>7.2} % {:>9} {:>7.2} %",
            format!("< {:.1}", 100.0 * most.min(1.0)),
            clues.count,
            clues.share(),
            tiles.count,
            tiles.share()
        );
    }
}

fn chosen(set: &str) -> Vec<Font> {
    let from_files = |set: Set| -> Vec<Font> {
        let measuring: Vec<DigitFont> = FONTS.iter().map(DigitFont::of).collect();
        let divided = font_files::divided(font_files::load(), &measuring);
        divided.into_iter().filter(|(other, _)| *other == set).map(|(_, font)| from_digits(font)).collect()
    };
    let designs = || {
        let mut others: Vec<DigitFont> = FONTS.iter().map(DigitFont::of).collect();
        others.extend(font_files::unlike((0..pixel_fonts::TO_LEARN).map(pixel_fonts::design), &[]));
        let designs = (pixel_fonts::TO_LEARN..pixel_fonts::TO_LEARN + pixel_fonts::TO_TUNE).map(pixel_fonts::design);
        font_files::unlike(designs, &others).into_iter().map(from_digits).collect()
    };
    match set {
        "tests" => FONTS.iter().map(|font| from_digits(DigitFont::of(font))).collect(),
        "measuring" => from_files(Set::Measuring),
        "tuning" => from_files(Set::Tuning),
        "training" => from_files(Set::Training),
        "pixels" => from_files(Set::Tuning).into_iter().filter(|font| font.is_pixels).collect(),
        "designs" => designs(),
        _ => panic!("--fonts is tests, measuring, tuning, training, pixels or designs"),
    }
}

fn from_digits(font: DigitFont) -> Font {
    Font { name: font.name, digits: font.digits, others: font.others, is_pixels: font.is_pixels }
}

/// The upper ends of the ranges of confidence.
const LIMITS: [f32; 8] = [0.5, 0.7, 0.9, 0.95, 0.98, 0.995, 0.999, f32::INFINITY];

/// How often what was read with a confidence in a range is right.
#[derive(Clone, Copy, Default)]
struct Bin {
    count: u32,
    right: u32,
}

impl Bin {
    /// In percent. Nothing of nothing is right.
    fn share(self) -> f32 {
        100.0 * self.right as f32 / self.count.max(1) as f32
    }
}

/// Counts the clues and the tiles by their confidence.
fn compare(scene: &Scene, reading: &Reading, reliability: &mut [[Bin; LIMITS.len()]; 2]) {
    let clues = Line::all().zip(&reading.clues).map(|(line, clue)| (0, clue.confidence, clue.value == scene.clues.line(line)));
    let tiles = reading.tiles.iter().zip(scene.tiles).map(|(tile, shown)| (1, tile.confidence, tile.value == shown));
    for (kind, confidence, is_right) in clues.chain(tiles) {
        let at = LIMITS.iter().position(|&most| confidence < most).unwrap_or(LIMITS.len() - 1);
        reliability[kind][at].count += 1;
        reliability[kind][at].right += u32::from(is_right);
    }
}

/// Returns what is wrong, corrected or doubtful.
fn problems(scene: &Scene, reading: Option<&Reading>) -> Vec<String> {
    let Some(reading) = reading else { return Vec::new() };
    let mut problems = Vec::new();
    for (line, clue) in Line::all().zip(&reading.clues) {
        let right = scene.clues.line(line);
        if clue.value != right || clue.is_doubtful() || clue.is_corrected() {
            let Read { value, seen, confidence, .. } = clue;
            problems.push(format!("{line} is {right}, read {value}, seen {seen} ({:.2} %)", 100.0 * confidence));
        }
    }
    for (tile, (read, shown)) in reading.tiles.iter().zip(scene.tiles).enumerate() {
        if read.value != shown || read.is_doubtful() {
            problems.push(format!("{} is {shown:?}, read {:?} ({:.2} %)", tile_name(tile), read.value, 100.0 * read.confidence));
        }
    }
    problems
}
