//! Digits that the classifier was not trained on: three pixel fonts drawn here, and the two weights of the program's typeface.

use std::sync::LazyLock;

use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};

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
    all.push(typeface("Inter Regular", fonts::REGULAR, 400));
    all.push(typeface("Inter SemiBold", fonts::BOLD, fonts::BOLD_WEIGHT));
    all
});

fn pixels(name: &'static str, rows: &[&str], width: usize) -> Font {
    let digit = |digit: usize| {
        let row = |row: &&str| row.bytes().skip(digit * (width + 1)).take(width).map(|cell| f32::from(u8::from(cell == b'#'))).collect();
        Shape { width, height: rows.len(), ink: rows.iter().flat_map(|line| -> Vec<f32> { row(line) }).collect() }
    };
    Font { name: name.to_owned(), digits: (0..10).map(digit).collect(), is_pixels: true }
}

fn typeface(name: &'static str, file: &[u8], weight: u16) -> Font {
    const SIZE: usize = 96;
    let mut options = Options::default();
    options.fontdb_mut().load_font_data(file.to_vec());
    let digit = |digit: usize| {
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='{SIZE}' height='{SIZE}'><text x='16' y='84' font-family='{}' font-weight='{weight}' \
             font-size='{SIZE}'>{digit}</text></svg>",
            fonts::FAMILY
        );
        let tree = Tree::from_str(&svg, &options).unwrap();
        let mut page = Pixmap::new(SIZE as u32, SIZE as u32).unwrap();
        resvg::render(&tree, Transform::identity(), &mut page.as_mut());
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
