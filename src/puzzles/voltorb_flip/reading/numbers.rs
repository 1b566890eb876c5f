//! Reads the numbers of a clue square: two digits for the sum in its upper band, and one for the Voltorbs at the lower right.
//!
//! Where the bands and the digits begin differs between versions of the game, but not between the clues of one picture. So it is measured
//! from all clues together, in which the digits differ and the rest repeats.

use image::RgbaImage;

use super::{
    Area,
    colours::{Paint, brightness, median},
    glyph::Glyph,
    grid::Grid,
    ink::{self, Patch, ROWS},
};
use crate::model::rules::Line;

/// The number of places at which a square is measured in each direction.
pub const PLACES: usize = 48;

/// Where the numbers are, as shares of a clue square.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Where the upper band ends.
    sums_end: f32,
    /// Where the lower band begins.
    voltorbs_begin: f32,
    /// Where the Voltorb ends and its number begins.
    number_begins: f32,
}

impl Layout {
    /// Measures the layout.
    pub fn of(picture: &RgbaImage, grid: &Grid) -> Self {
        let (sums_end, voltorbs_begin) = separator(&colour_of_rows(picture, grid));
        let columns = ink_of_columns(picture, grid, voltorbs_begin);
        Self { sums_end, voltorbs_begin, number_begins: gap(&columns) }
    }

    /// Looks at the numbers of a clue.
    pub fn look(&self, picture: &RgbaImage, clue: Area, paint: Paint) -> Numbers {
        let background = background(picture, clue, paint);
        let bands = [clue.part(0.2, 0.0, 1.0, self.sums_end), clue.part(self.number_begins, self.voltorbs_begin, 1.0, 1.0)];
        let [sum, voltorbs] = bands.map(|band| Patch::of(picture, band, background?));
        Numbers { sum: sum.and_then(|patch| Sum::of(&patch)), voltorbs: voltorbs.and_then(|patch| Glyph::cut(&patch, 0, patch.width)) }
    }
}

/// What is written in a clue, where anything is.
#[derive(Clone, Debug)]
pub struct Numbers {
    /// The points.
    pub sum: Option<Sum>,
    /// The digit of the Voltorbs.
    pub voltorbs: Option<Glyph>,
}

/// What is written as a sum.
#[derive(Clone, Debug)]
pub struct Sum {
    /// All of it, which may be one digit in a remake.
    pub whole: Glyph,
    /// The ways to divide it into two digits, the likeliest first.
    pub divisions: Vec<Division>,
}

/// A way to divide a sum into digits.
#[derive(Clone, Debug)]
pub struct Division {
    /// Tens and units.
    pub digits: [Glyph; 2],
    /// The column of the patch where they are divided.
    pub cut: usize,
    /// The ink where they are divided, from 0 to 1.
    pub ink: f32,
}

/// Returns the usual brightness of the pixels that have the clue's colour, or `None` if there are none.
fn background(picture: &RgbaImage, clue: Area, paint: Paint) -> Option<f32> {
    let pixels = places(clue).filter_map(|(x, y)| ink::pixel(picture, x, y));
    let mut shades: Vec<f32> = pixels.filter(|&pixel| Paint::of(pixel) == Some(paint)).map(brightness).collect();
    median(&mut shades)
}

/// Evenly spread points of an area, row by row.
fn places(area: Area) -> impl Iterator<Item = (f32, f32)> {
    let share = |place: usize| (place as f32 + 0.5) / PLACES as f32;
    (0..PLACES).flat_map(move |row| (0..PLACES).map(move |column| area.point(share(column), share(row))))
}

/// Returns for each row of the clue squares how much of it has the clue's colour.
fn colour_of_rows(picture: &RgbaImage, grid: &Grid) -> [f32; PLACES] {
    let mut rows = [0.0; PLACES];
    for (line, paint) in coloured(grid) {
        for (place, (x, y)) in places(line).enumerate() {
            let has_colour = ink::pixel(picture, x, y).and_then(Paint::of) == Some(paint);
            rows[place / PLACES] += f32::from(u8::from(has_colour)) / (8 * PLACES) as f32;
        }
    }
    rows
}

/// Returns how much each column of the lower bands differs from their background.
fn ink_of_columns(picture: &RgbaImage, grid: &Grid, begin: f32) -> [f32; PLACES] {
    let mut columns = [0.0; PLACES];
    for (clue, paint) in coloured(grid) {
        let Some(background) = background(picture, clue, paint) else { continue };
        for (place, (x, y)) in places(clue.part(0.0, begin, 1.0, 1.0)).enumerate() {
            let difference = ink::pixel(picture, x, y).map_or(0.0, |pixel| (brightness(pixel) - background).abs());
            columns[place % PLACES] += difference / (8 * PLACES) as f32;
        }
    }
    columns
}

/// The clue squares whose colour differs clearly from the background of the game.
fn coloured(grid: &Grid) -> impl Iterator<Item = (Area, Paint)> {
    let squares = Line::all().map(|line| (grid.clue(line), Paint::of_clue(line)));
    squares.filter(|&(_, paint)| paint != Paint::Green)
}

/// Returns where the line between the bands begins and ends. It is where the colour is interrupted in all clues, near the middle.
fn separator(rows: &[f32; PLACES]) -> (f32, f32) {
    let mut sorted = *rows;
    sorted.sort_by(f32::total_cmp);
    let usual = sorted[PLACES / 2];
    let near_middle = PLACES / 5..PLACES * 3 / 5;
    let least = near_middle.clone().min_by(|&a, &b| rows[a].total_cmp(&rows[b])).unwrap_or(PLACES / 2);
    if 0.7 * usual < rows[least] {
        // Blurred away: where the game has it.
        return (8.0 / 24.0, 10.0 / 24.0);
    }
    let limit = rows[least] + 0.45 * (usual - rows[least]);
    let begin = (0..least).rev().find(|&row| limit < rows[row]).map_or(0, |row| row + 1);
    let end = (least..PLACES).find(|&row| limit < rows[row]).unwrap_or(PLACES);
    (begin as f32 / PLACES as f32, end as f32 / PLACES as f32)
}

/// Returns the emptiest place behind the Voltorbs. Where these end is the first place right of their middle that has little ink, but the
/// curve of their edge has little, too.
pub fn gap(columns: &[f32; PLACES]) -> f32 {
    let (first, last) = (PLACES * 30 / 100, PLACES * 80 / 100);
    let inside = &columns[PLACES / 10..first];
    let usual = inside.iter().sum::<f32>() / inside.len() as f32;
    let end = (first..last).find(|&column| columns[column] < 0.25 * usual).map(|end| {
        let until = (end..last).find(|&column| columns[end] + 0.1 * usual < columns[column]).unwrap_or(last);
        (end..until).min_by(|&a, &b| columns[a].total_cmp(&columns[b])).unwrap_or(end)
    });
    // Where no gap is seen, it is where little ink is.
    let thinnest = || (PLACES / 2..last).min_by(|&a, &b| columns[a].total_cmp(&columns[b]));
    (end.or_else(thinnest).unwrap_or(PLACES / 2) as f32 + 0.5) / PLACES as f32
}

impl Sum {
    /// Returns `None` if nothing is drawn.
    fn of(patch: &Patch) -> Option<Self> {
        let whole = Glyph::cut(patch, 0, patch.width)?;
        let (left, right) = whole.columns;
        let divisions = cuts(patch, left, right).into_iter().filter_map(|cut| {
            Some(Division { digits: [Glyph::cut(patch, left, cut)?, Glyph::cut(patch, cut, right)?], cut, ink: patch.sum_in(cut) })
        });
        Some(Self { divisions: divisions.collect(), whole })
    }
}

/// Returns the columns between which two digits may be separated: those with the least ink near the middle.
fn cuts(patch: &Patch, left: usize, right: usize) -> Vec<usize> {
    let width = right - left;
    let mut columns: Vec<usize> = (left + width / 5..right - width / 5).collect();
    let ink = |column: usize| (100.0 * patch.sum_in(column)) as usize;
    let middle = usize::midpoint(left, right);
    columns.sort_by_key(|&column| (ink(column), column.abs_diff(middle)));
    // There is no ink between two digits, unless they touch or the picture is blurred. There is a little inside a 0.
    if columns.first().is_some_and(|&column| patch.sum_in(column) < 0.03) {
        columns.retain(|&column| patch.sum_in(column) < 0.03);
    }
    let mut apart: Vec<usize> = Vec::new();
    for column in columns {
        if apart.len() == 3 {
            break;
        }
        if apart.iter().all(|other| ROWS / 6 < column.abs_diff(*other)) {
            apart.push(column);
        }
    }
    apart
}
