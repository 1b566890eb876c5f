//! Digits and other characters from font files: outlines, the bitmaps of X11 (PCF), and those of text consoles (PSF).
//!
//! `lab/install_fonts` installs the packages. Each design belongs to one set: the classifier learns from one, thresholds are
//! chosen with another, and the last one only measures. A design is all fonts whose digits look alike, whatever their names are.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use resvg::tiny_skia::{FillRule, Paint, PathBuilder, Pixmap, Transform};
use skrifa::{
    FontRef, MetadataProvider,
    instance::{LocationRef, Size},
    outline::{DrawSettings, OutlinePen},
};

use crate::fonts::{Font, Shape};

/// What a font is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    Training,
    Tuning,
    Measuring,
}

/// The ten digits of a font, and some of its other characters.
#[derive(Clone)]
pub struct DigitFont {
    pub name: String,
    pub digits: Vec<Shape>,
    /// Characters that look like none of the digits.
    pub others: Vec<Shape>,
    /// Whether it is made of large pixels.
    pub is_pixels: bool,
    /// Whether it is for show, and no game would write numbers with it. The classifier may learn from it.
    pub is_decorative: bool,
}

impl DigitFont {
    /// Takes a font of the tests.
    pub fn of(font: &Font) -> Self {
        Self {
            name: font.name.clone(),
            digits: font.digits.clone(),
            others: font.others.clone(),
            is_pixels: font.is_pixels,
            is_decorative: false,
        }
    }

    /// The set of its family.
    fn set(&self) -> Set {
        if self.is_decorative { Set::Training } else { set_of(&family(&self.name)) }
    }
}

/// Where Debian's packages put fonts.
const FOLDERS: [&str; 2] = ["/usr/share/fonts", "/usr/share/consolefonts"];

/// The rows in which outlines are drawn.
const SIZE: usize = 96;

/// Parts of the names of fonts without the usual digits.
const NO_DIGITS: [&str; 16] = [
    "symbol",
    "icon",
    "dingbat",
    "emoji",
    "barcode",
    "music",
    "braille",
    "cursor",
    "lastresort",
    "math",
    "ocraext",
    "d050000l",
    "wingding",
    "blind",
    "redacted",
    "keyboard",
];

/// Loads all fonts, in the order of their names, each design once in each weight.
pub fn load() -> Vec<DigitFont> {
    let mut files = Vec::new();
    FOLDERS.iter().for_each(|folder| collect(Path::new(folder), &mut files));
    files.sort_by(|a, b| (a.file_name(), a).cmp(&(b.file_name(), b)));
    let mut fonts: Vec<DigitFont> = Vec::new();
    let mut cells: Vec<Vec<f32>> = Vec::new();
    for file in files {
        if let Some(font) = read(&file) {
            let cell = normal(&font);
            if is_usable(&font) && cells.iter().all(|other| 0.012 < distance(other, &cell)) {
                fonts.push(font);
                cells.push(cell);
            }
        }
    }
    fonts
}

/// Divides the fonts by their names. Fonts that look like one of a stricter set, or like one of `measuring`, are left out: a name
/// doesn't prove that a design is another one.
pub fn divided(fonts: Vec<DigitFont>, measuring: &[DigitFont]) -> Vec<(Set, DigitFont)> {
    let mut strict: Vec<Vec<f32>> = measuring.iter().map(normal).collect();
    let mut kept = Vec::new();
    for set in [Set::Measuring, Set::Tuning, Set::Training] {
        let of_set = fonts.iter().filter(|font| font.set() == set).map(|font| (font, normal(font)));
        let new: Vec<_> = of_set.filter(|(_, cell)| strict.iter().all(|other| NEAR < distance(other, cell))).collect();
        strict.extend(new.iter().map(|(_, cell)| cell.clone()));
        kept.extend(new.into_iter().map(|(font, _)| (set, font.clone())));
    }
    kept
}

/// Returns whether a drawing looks like none of these digits.
pub fn is_like_none(drawing: &Shape, digits: &[Shape]) -> bool {
    let drawing = cell(drawing);
    digits.iter().all(|digit| LIKE_A_DIGIT < distance(&cell(digit), &drawing))
}

/// Returns the fonts that can be read and look like none of the others.
pub fn unlike(fonts: impl Iterator<Item = DigitFont>, others: &[DigitFont]) -> Vec<DigitFont> {
    let others: Vec<Vec<f32>> = others.iter().map(normal).collect();
    let is_new = |font: &DigitFont| {
        let cell = normal(font);
        others.iter().all(|other| NEAR < distance(other, &cell))
    };
    fonts.filter(|font| is_usable(font) && is_new(font)).collect()
}

/// Designs that differ by less than this share of a cell look alike.
const NEAR: f32 = 0.035;

/// The part of a name that weights and sizes of a design share.
pub fn family(name: &str) -> String {
    let letters = |part: &str| part.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase();
    let first = name.split(['-', '_', '.', ' ']).map(letters).find(|part| 2 < part.len()).unwrap_or_default();
    // The bitmaps of X11 are named by letters for their weights and slants before the size.
    first.chars().take(5).collect()
}

fn set_of(family: &str) -> Set {
    match (hash(family) >> 8) % 20 {
        0..3 => Set::Measuring,
        3..6 => Set::Tuning,
        _ => Set::Training,
    }
}

/// FNV-1a by Fowler, Noll and Vo: what it decides depends on nothing but the name.
fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}

fn read(file: &Path) -> Option<DigitFont> {
    let name = file.file_name()?.to_str()?.to_owned();
    let lower = name.to_lowercase();
    if NO_DIGITS.iter().any(|part| lower.contains(part)) {
        return None;
    }
    let bytes =
        if lower.ends_with(".gz") { Command::new("gzip").arg("-dc").arg(file).output().ok()?.stdout } else { fs::read(file).ok()? };
    let drawn: Box<dyn Fn(char) -> Option<Shape>> = match lower.trim_end_matches(".gz").rsplit('.').next()? {
        "ttf" | "otf" => Box::new(outlines(&bytes)?),
        "pcf" => Box::new(pcf(&bytes)?),
        "psf" | "psfu" | "fnt" => Box::new(psf(&bytes)?),
        _ => return None,
    };
    let is_pixels = !(lower.ends_with("ttf") || lower.ends_with("otf")) || PIXEL_OUTLINES.iter().any(|part| lower.contains(part));
    let drawn = |character: char| drawn(character).map(|shape| if is_pixels { coarse(&shape) } else { shape });
    let digits: Vec<Shape> = ('0'..='9').map(drawn).collect::<Option<_>>()?;
    // Another part of them in each font, which is enough.
    let others = OTHERS.chars().skip(hash(&name) as usize % PARTS).step_by(PARTS);
    let others = others.filter_map(drawn).filter(|other| is_like_none(other, &digits)).collect();
    Some(DigitFont { name, digits, others, is_pixels, is_decorative: file.components().any(|part| part.as_os_str() == "aenigma") })
}

/// Characters other than digits.
const OTHERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz?!#$%&@+*=<>/()[]{}~ÄßΓΔΘΛΞΠΣΦΨΩБДЖИЛЦЮЯ";
const PARTS: usize = 6;

/// Some characters look like a digit, such as O and l in most fonts: they differ from one by less than this share of a cell.
const LIKE_A_DIGIT: f32 = 0.05;

/// Parts of the names of outlines that are pixels.
const PIXEL_OUTLINES: [&str; 12] =
    ["amiga", "topaz", "sixtyfour", "glasstty", "dotgothic", "misaki", "spleen", "creep2", "unifont", "topz", "atarismall", "proggy"];

/// Undoes the enlargement of a picture of large pixels.
fn coarse(digit: &Shape) -> Shape {
    let at = |x: usize, y: usize| 0.5 < digit.ink[y * digit.width + x];
    let same_columns = |a: usize, b: usize| (0..digit.height).all(|y| at(a, y) == at(b, y));
    let same_rows = |a: usize, b: usize| (0..digit.width).all(|x| at(x, a) == at(x, b));
    let runs = |length: usize, same: &dyn Fn(usize, usize) -> bool| {
        let mut lengths = vec![1];
        for next in 1..length {
            if same(next - 1, next) { *lengths.last_mut().unwrap_or(&mut 0) += 1 } else { lengths.push(1) }
        }
        lengths
    };
    let (columns, rows) = (runs(digit.width, &same_columns), runs(digit.height, &same_rows));
    let unit = columns.iter().chain(&rows).copied().min().unwrap_or(1);
    if unit < 3 {
        return digit.clone();
    }
    let rounded = |length: usize| ((length as f32 / unit as f32).round() as usize).max(1);
    let (width, height) = (rounded(digit.width), rounded(digit.height));
    let pick = |cell: usize, cells: usize, length: usize| (2 * cell + 1) * length / (2 * cells);
    let ink = (0..width * height)
        .map(|cell| f32::from(u8::from(at(pick(cell % width, width, digit.width), pick(cell / width, height, digit.height)))))
        .collect();
    Shape { width, height, ink }
}

/// Draws outlines.
fn outlines(bytes: &[u8]) -> Option<impl Fn(char) -> Option<Shape>> {
    let font = FontRef::from_index(bytes, 0).ok()?;
    let glyphs = font.outline_glyphs();
    Some(move |character| {
        let glyph = glyphs.get(font.charmap().map(character)?)?;
        let mut pen = Pen(PathBuilder::new());
        glyph.draw(DrawSettings::unhinted(Size::new(SIZE as f32), LocationRef::default()), &mut pen).ok()?;
        let path = pen.0.finish()?;
        let bounds = path.bounds();
        let scale = SIZE as f32 / bounds.height().max(1.0);
        let width = (bounds.width() * scale).ceil().clamp(1.0, 4.0 * SIZE as f32) as usize;
        let mut page = Pixmap::new(width as u32, SIZE as u32)?;
        let place = Transform::from_translate(-bounds.left(), -bounds.top()).post_scale(scale, scale);
        page.fill_path(&path, &Paint::default(), FillRule::Winding, place, None);
        trimmed(width, SIZE, &page.pixels().iter().map(|pixel| f32::from(pixel.alpha()) / 255.0).collect::<Vec<_>>())
    })
}

struct Pen(PathBuilder);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, -y);
    }
    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, -y);
    }
    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, -cy, x, -y);
    }
    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.cubic_to(ax, -ay, bx, -by, x, -y);
    }
    fn close(&mut self) {
        self.0.close();
    }
}

/// Reads the format of console fonts, both versions, whose first glyphs are in the order of ASCII.
fn psf(bytes: &[u8]) -> Option<impl Fn(char) -> Option<Shape>> {
    let word = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    let (start, size, height, width) = match bytes.get(..4)? {
        [0x36, 0x04, _, size] => (4, usize::from(*size), usize::from(*size), 8),
        [0x72, 0xb5, 0x4a, 0x86] => (word(8)?, word(20)?, word(24)?, word(28)?),
        _ => return None,
    };
    let row_bytes = width.div_ceil(8);
    Some(move |character: char| {
        let glyph = character.is_ascii().then_some(character as usize)?;
        let bits = bytes.get(start + glyph * size..start + (glyph + 1) * size)?;
        let at = |x: usize, y: usize| f32::from(bits[y * row_bytes + x / 8] >> (7 - x % 8) & 1);
        trimmed(width, height, &(0..width * height).map(|cell| at(cell % width, cell / width)).collect::<Vec<_>>())
    })
}

/// Reads the compiled bitmaps of X11.
fn pcf(bytes: &[u8]) -> Option<impl Fn(char) -> Option<Shape>> {
    let little = move |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    if bytes.get(..4)? != b"\x01fcp" {
        return None;
    }
    let table = |wanted: usize| (0..little(4)?).find_map(|at| (little(8 + 16 * at)? == wanted).then(|| little(8 + 16 * at + 12))?);
    let number = move |at: usize, length: usize, is_big: bool| {
        let bytes = bytes.get(at..at + length)?;
        let value = |sum: usize, byte: &u8| 256 * sum + usize::from(*byte);
        Some(if is_big { bytes.iter().fold(0, value) } else { bytes.iter().rev().fold(0, value) })
    };
    let (metrics, bitmaps, encodings) = (table(4)?, table(8)?, table(32)?);
    let formats = [little(metrics)?, little(bitmaps)?, little(encodings)?];
    let [metrics_big, bitmaps_big, encodings_big] = formats.map(|format| format & 4 != 0);
    let count = number(bitmaps + 4, 4, bitmaps_big)?;
    let (offsets, data) = (bitmaps + 8, bitmaps + 8 + 4 * count + 16);
    let pad = 1 << (formats[1] & 3);
    let bits_from_left = formats[1] & 8 != 0;
    let unit = 1 << (formats[1] >> 4 & 3);
    let [first, last, first_row] = [4, 6, 8].map(|at| number(encodings + at, 2, encodings_big));
    let codes = first?..=last?;
    if first_row? != 0 {
        return None;
    }
    Some(move |character: char| {
        let code = Some(character as usize).filter(|code| codes.contains(code))?;
        let glyph = number(encodings + 14 + 2 * (code - codes.start()), 2, encodings_big)?;
        let (width, height) = if formats[0] & 0x100 != 0 {
            let at = metrics + 6 + 5 * glyph;
            let metric = |place: usize| bytes.get(at + place).map(|&byte| i32::from(byte) - 128);
            (metric(1)? - metric(0)?, metric(3)? + metric(4)?)
        } else {
            let at = metrics + 8 + 12 * glyph;
            let metric = |place: usize| number(at + 2 * place, 2, metrics_big).map(|value| i32::from(value as u16 as i16));
            (metric(1)? - metric(0)?, metric(3)? + metric(4)?)
        };
        let (width, height) = (usize::try_from(width).ok()?, usize::try_from(height).ok()?);
        let row_bytes = width.div_ceil(8).div_ceil(pad) * pad;
        let start = data + number(offsets + 4 * glyph, 4, bitmaps_big)?;
        let at = |x: usize, y: usize| {
            let byte = x / 8;
            // In units of several bytes, the order of bytes may differ from that of bits.
            let byte = if bitmaps_big == bits_from_left { byte } else { byte ^ (unit - 1) };
            let bits = bytes.get(start + y * row_bytes + byte)?;
            Some(f32::from(bits >> (if bits_from_left { 7 - x % 8 } else { x % 8 }) & 1))
        };
        let cells: Option<Vec<f32>> = (0..width * height).map(|cell| at(cell % width, cell / width)).collect();
        trimmed(width, height, &cells?)
    })
}

/// Cuts off what is empty around a digit.
fn trimmed(width: usize, height: usize, ink: &[f32]) -> Option<Shape> {
    let inked: Vec<usize> = (0..width * height).filter(|&cell| 0.5 < ink[cell]).collect();
    let (left, right) = (inked.iter().map(|cell| cell % width).min()?, inked.iter().map(|cell| cell % width).max()?);
    let (top, bottom) = (inked[0] / width, inked[inked.len() - 1] / width);
    let ink = (top..=bottom).flat_map(|y| (left..=right).map(move |x| ink[y * width + x])).collect();
    Some(Shape { width: right - left + 1, height: bottom - top + 1, ink })
}

/// Digits of about the same height, of which no two look alike.
fn is_usable(font: &DigitFont) -> bool {
    let heights: Vec<usize> = font.digits.iter().map(|digit| digit.height).collect();
    let (least, most) = (heights.iter().copied().min().unwrap_or(0), heights.iter().copied().max().unwrap_or(0));
    let legible = if font.is_pixels { (6..=20).contains(&most) && 6 * most <= 7 * least } else { true };
    let cells: Vec<Vec<f32>> = font.digits.iter().map(cell).collect();
    // Neither hairlines nor blocks: nobody reads these in small sizes.
    let share = font.digits.iter().map(|digit| digit.ink.iter().sum::<f32>() / digit.ink.len() as f32).sum::<f32>() / 10.0;
    let legible = legible && (0.2..0.72).contains(&share);
    let narrow = font.digits.iter().all(|digit| digit.width <= 3 * digit.height / 2);
    legible && narrow && (0..10).all(|a| (0..a).all(|b| 0.04 < distance(&cells[a], &cells[b])))
}

const CELL: usize = 16;

/// The digit stretched to a square.
fn cell(digit: &Shape) -> Vec<f32> {
    (0..CELL * CELL)
        .map(|place| {
            let pick = |cell: usize, length: usize, fine: usize| ((4 * cell + fine) * 2 + 1) * length / (8 * CELL);
            let sum: f32 = (0..16)
                .map(|fine| digit.ink[pick(place / CELL, digit.height, fine / 4) * digit.width + pick(place % CELL, digit.width, fine % 4)])
                .sum();
            sum / 16.0
        })
        .collect()
}

fn normal(font: &DigitFont) -> Vec<f32> {
    font.digits.iter().flat_map(cell).collect()
}

fn distance(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f32>() / a.len() as f32
}
