//! What the programs share that make digits: fonts from files, designs of pixels, strokes, and the fonts of the tests, which only measure.

pub mod font_files;
#[path = "../../src/puzzles/voltorb_flip/reading/tests/fonts.rs"]
pub mod fonts;
pub mod pixel_fonts;
pub mod strokes;

use quincunx::fonts as typeface;
