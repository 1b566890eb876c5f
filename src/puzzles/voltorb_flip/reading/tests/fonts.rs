//! Digits that the classifier was not trained on: three pixel fonts drawn here, and the two weights of the program's typeface.

use std::sync::LazyLock;

use resvg::tiny_skia::{FillRule, Paint, PathBuilder, Pixmap, Transform};
use skrifa::{MetadataProvider, outline::OutlinePen};

use super::typeface as fonts;

/// Thin lines, five by eight.
const THIN: [&str; 8] = [
    ".###. ..#.. .###. ##### ...#. ##### .###. ##### .###. .###.",
    "#...# .##.. #...# ....# ..##. #.... #.... ....# #...# #...#",
    "#...# ..#.. ....# ...#. .#.#. #.... #.... ...#. #...# #...#",
    "#...# ..#.. ...#. ..##. #..#. ####. ####. ...#. .###. #...#",
    "#...# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# .####",
    "#...# ..#.. .#... ....# ...#. ....# #...# ..#.. #...# ....#",
    "#...# ..#.. #.... #...# ...#. #...# #...# .#... #...# ....#",
    ".###. .###. ##### .###. ...#. .###. .###. .#... .###. .###.",
];

/// Double lines, seven by nine.
const BOLD: [&str; 9] = [
    ".#####. ..##... ######. ######. ....##. ####### .#####. ####### .#####. .#####.",
    "##...## .###... ##...## ##...## ...###. ##..... ##..... ##...## ##...## ##...##",
    "##...## ..##... .....## .....## ..####. ##..... ##..... ....##. ##...## ##...##",
    "##...## ..##... ....##. .....## .##.##. ######. ######. ...##.. ##...## ##...##",
    "##...## ..##... ...##.. ..####. ##..##. .....## ##...## ...##.. .#####. .######",
    "##...## ..##... ..##... .....## ####### .....## ##...## ..##... ##...## .....##",
    "##...## ..##... .##.... .....## ....##. .....## ##...## ..##... ##...## .....##",
    "##...## ..##... ##..... ##...## ....##. ##...## ##...## ..##... ##...## .....##",
    ".#####. ######. ####### ######. ....##. ######. .#####. ..##... .#####. .#####.",
];

/// Right angles only, like the display of a clock, six by nine.
const SQUARE: [&str; 9] = [
    "###### ....## ###### ###### ##..## ###### ###### ###### ###### ######",
    "##..## ....## ....## ....## ##..## ##.... ##.... ....## ##..## ##..##",
    "##..## ....## ....## ....## ##..## ##.... ##.... ....## ##..## ##..##",
    "##..## ....## ....## ....## ##..## ##.... ##.... ....## ##..## ##..##",
    "##..## ....## ###### ..#### ###### ###### ###### ....## ###### ######",
    "##..## ....## ##.... ....## ....## ....## ##..## ....## ##..## ....##",
    "##..## ....## ##.... ....## ....## ....## ##..## ....## ##..## ....##",
    "##..## ....## ##.... ....## ....## ....## ##..## ....## ##..## ....##",
    "###### ....## ###### ###### ....## ###### ###### ....## ###### ######",
];

/// A digit as a picture: 1 where it is drawn.
#[derive(Clone)]
pub struct Shape {
    pub width: usize,
    pub height: usize,
    pub ink: Vec<f32>,
}

/// The digits of a font.
pub struct Font {
    pub name: String,
    pub digits: Vec<Shape>,
    /// Whether it is a pixel font like the one in the game.
    pub is_pixels: bool,
}

/// All fonts.
pub static FONTS: LazyLock<Vec<Font>> = LazyLock::new(|| {
    let mut all = vec![pixels("thin pixels", &THIN, 5), pixels("bold pixels", &BOLD, 7), pixels("square pixels", &SQUARE, 6)];
    all.push(typeface("Inter Regular", fonts::bundled(false)));
    all.push(typeface("Inter SemiBold", fonts::bundled(true)));
    all
});

fn pixels(name: &'static str, rows: &[&str], width: usize) -> Font {
    let digit = |digit: usize| {
        let row = |row: &&str| row.bytes().skip(digit * (width + 1)).take(width).map(|cell| f32::from(u8::from(cell == b'#'))).collect();
        Shape { width, height: rows.len(), ink: rows.iter().flat_map(|line| -> Vec<f32> { row(line) }).collect() }
    };
    Font { name: name.to_owned(), digits: (0..10).map(digit).collect(), is_pixels: true }
}

fn typeface(name: &'static str, face: &fonts::Face) -> Font {
    const SIZE: usize = 96;
    let characters = face.font().charmap();
    let digit = |digit: usize| {
        let mut outline = Outline(PathBuilder::new());
        face.draw(characters.map(b'0' + digit as u8).unwrap(), &mut outline);
        let mut page = Pixmap::new(SIZE as u32, SIZE as u32).unwrap();
        let scale = SIZE as f32 / fonts::DRAWN_SIZE;
        let place = Transform::from_row(scale, 0.0, 0.0, -scale, 16.0, 84.0);
        page.fill_path(&outline.0.finish().unwrap(), &Paint::default(), FillRule::Winding, place, None);
        let at = |x: usize, y: usize| f32::from(page.pixels()[y * SIZE + x].alpha()) / 255.0;
        let (mut left, mut right, mut top, mut bottom) = (SIZE, 0, SIZE, 0);
        for place in (0..SIZE * SIZE).filter(|place| 0.5 < at(place % SIZE, place / SIZE)) {
            (left, right) = (left.min(place % SIZE), right.max(place % SIZE + 1));
            (top, bottom) = (top.min(place / SIZE), bottom.max(place / SIZE + 1));
        }
        let ink = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))).map(|(x, y)| at(x, y)).collect();
        Shape { width: right - left, height: bottom - top, ink }
    };
    Font { name: name.to_owned(), digits: (0..10).map(digit).collect(), is_pixels: false }
}

struct Outline(PathBuilder);

impl OutlinePen for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.0.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
