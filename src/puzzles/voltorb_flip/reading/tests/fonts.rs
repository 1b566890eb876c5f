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

/// Characters of five by seven pixels that look like no digit.
const OTHERS: [&str; 7] = [
    ".###. #...# .###. #...# #...# #...# #...# .###. ..#.. #...#",
    "#...# #..#. #...# ##.## ##..# #...# .#.#. #...# ..#.. .#.#.",
    "#...# #.#.. #.... #.#.# #.#.# #...# ..#.. ....# ##### ..#..",
    "##### ##... #.... #...# #..## #...# ..#.. ..##. ..#.. #####",
    "#...# #.#.. #.... #...# #...# #.#.# ..#.. ..#.. ..#.. ..#..",
    "#...# #..#. #...# #...# #...# ##.## .#.#. ..... ..#.. .#.#.",
    "#...# #...# .###. #...# #...# #...# #...# ..#.. ..... #...#",
];

/// The same in a typeface.
const OTHERS_OF_A_TYPEFACE: &str = "ACEFHKMNPRTVWXY?#%&+=*@<";

/// The digits of a font.
pub struct Font {
    pub name: String,
    pub digits: Vec<Shape>,
    /// Characters other than digits.
    pub others: Vec<Shape>,
    /// Whether it is a pixel font like the one in the game.
    pub is_pixels: bool,
}

/// All fonts.
pub static FONTS: LazyLock<Vec<Font>> = LazyLock::new(|| {
    let fonts = [("thin pixels", &THIN[..], 5), ("bold pixels", &BOLD, 7), ("square pixels", &SQUARE, 6)];
    let mut all = Vec::from(fonts.map(|(name, rows, width)| pixels(name, rows, width)));
    all.push(typeface("Inter Regular", fonts::bundled(false)));
    all.push(typeface("Inter SemiBold", fonts::bundled(true)));
    all
});

fn pixels(name: &'static str, rows: &[&str], width: usize) -> Font {
    let shapes = |rows: &[&str], width: usize| {
        let shape = |at: usize| {
            let row = |row: &&str| row.bytes().skip(at * (width + 1)).take(width).map(|cell| f32::from(u8::from(cell == b'#'))).collect();
            Shape { width, height: rows.len(), ink: rows.iter().flat_map(|line| -> Vec<f32> { row(line) }).collect() }
        };
        (0..10).map(shape).collect()
    };
    Font { name: name.to_owned(), digits: shapes(rows, width), others: shapes(&OTHERS, 5), is_pixels: true }
}

fn typeface(name: &'static str, face: &fonts::Face) -> Font {
    const SIZE: usize = 96;
    const WIDTH: usize = 160;
    let characters = face.font().charmap();
    let shape = |character: char| {
        let mut outline = Outline(PathBuilder::new());
        face.draw(characters.map(character).unwrap(), &mut outline);
        let mut page = Pixmap::new(WIDTH as u32, SIZE as u32).unwrap();
        let scale = SIZE as f32 / fonts::DRAWN_SIZE;
        let place = Transform::from_row(scale, 0.0, 0.0, -scale, 16.0, 84.0);
        page.fill_path(&outline.0.finish().unwrap(), &Paint::default(), FillRule::Winding, place, None);
        let at = |x: usize, y: usize| f32::from(page.pixels()[y * WIDTH + x].alpha()) / 255.0;
        let (mut left, mut right, mut top, mut bottom) = (WIDTH, 0, SIZE, 0);
        for place in (0..WIDTH * SIZE).filter(|place| 0.5 < at(place % WIDTH, place / WIDTH)) {
            (left, right) = (left.min(place % WIDTH), right.max(place % WIDTH + 1));
            (top, bottom) = (top.min(place / WIDTH), bottom.max(place / WIDTH + 1));
        }
        let ink = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y))).map(|(x, y)| at(x, y)).collect();
        Shape { width: right - left, height: bottom - top, ink }
    };
    let others = OTHERS_OF_A_TYPEFACE.chars().map(shape).collect();
    Font { name: name.to_owned(), digits: ('0'..='9').map(shape).collect(), others, is_pixels: false }
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
