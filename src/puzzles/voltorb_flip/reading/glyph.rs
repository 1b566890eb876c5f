//! A drawn character in a normal form: cut out, and stretched to a small cell.

use std::ops::Range;

use super::ink::{Patch, ROWS};

/// The number of columns of a cell.
pub const CELL_WIDTH: usize = 12;
/// The number of rows of a cell.
pub const CELL_HEIGHT: usize = 16;
/// The number of values that describe a glyph: its cell, and its proportions.
pub const FEATURES: usize = CELL_WIDTH * CELL_HEIGHT + 1;

/// A glyph has at least this much ink somewhere in each outermost row and column, unless these are next to such a row or column.
const EDGE: f32 = 0.5;

/// The least ink next to it: a blurred or thin line.
const FAINT: f32 = 0.3;

/// The most rows or columns of faint ink.
const FAINT_REACH: usize = 3;

/// A glyph in its normal form.
#[derive(Clone, Debug)]
pub struct Glyph {
    /// The ink of the cell row by row, then the width relative to the height, at most 2.
    pub features: [f32; FEATURES],
    /// The columns of the patch that it takes.
    pub columns: (usize, usize),
    /// The rows of the patch that it takes.
    pub rows: (usize, usize),
}

impl Glyph {
    /// Cuts out what is drawn between these columns of a patch, or returns `None` if nothing is.
    ///
    /// The ink is stretched to the whole cell, because digits are wide in some fonts and narrow in others. Only what is less than half as
    /// wide as high keeps its proportions, in the middle of the cell: a 1 must not become a block.
    pub fn cut(patch: &Patch, from: usize, to: usize) -> Option<Self> {
        let to = to.min(patch.width);
        let (left, right) = extent(from, to, |column| patch.most_in(column))?;
        let in_row = |row: usize| (left..right).map(|column| patch.ink[row * patch.width + column]).fold(0.0, f32::max);
        let (top, bottom) = extent(0, ROWS, in_row)?;
        let (width, height) = ((right - left) as f32, (bottom - top) as f32);
        let shown_width = width.max(height / 2.0);
        let first = left as f32 - (shown_width - width) / 2.0;
        let mut features = [0.0; FEATURES];
        for row in 0..CELL_HEIGHT {
            for column in 0..CELL_WIDTH {
                let x = first + (column as f32 + 0.5) * shown_width / CELL_WIDTH as f32;
                let y = top as f32 + (row as f32 + 0.5) * height / CELL_HEIGHT as f32;
                // Beside a narrow digit its neighbours aren't shown.
                features[row * CELL_WIDTH + column] = smooth(patch, from..to, x, y);
            }
        }
        features[FEATURES - 1] = (width / height).min(2.0);
        Some(Self { features, columns: (left, right), rows: (top, bottom) })
    }

    /// Returns its width and height in rows of the patch.
    pub const fn size(&self) -> (usize, usize) {
        (self.columns.1 - self.columns.0, self.rows.1 - self.rows.0)
    }
}

/// Returns the first line with enough ink and the one after the last, with faint lines next to them.
fn extent(from: usize, to: usize, most: impl Fn(usize) -> f32) -> Option<(usize, usize)> {
    let mut inked = (from..to).filter(|&line| EDGE <= most(line));
    let first = inked.next()?;
    let last = inked.next_back().unwrap_or(first);
    let faint = |lines: &mut dyn Iterator<Item = usize>| lines.take(FAINT_REACH).take_while(|&line| FAINT <= most(line)).count();
    Some((first - faint(&mut (from..first).rev()), last + 1 + faint(&mut (last + 1..to))))
}

/// Returns the ink at a point of the patch, from the four nearest places in these columns.
fn smooth(patch: &Patch, columns: Range<usize>, x: f32, y: f32) -> f32 {
    let (x, y) = (x - 0.5, y - 0.5);
    let (column, row) = (x.floor(), y.floor());
    let (right, down) = (x - column, y - row);
    let at = |dx: isize, dy: isize| {
        let column = column as isize + dx;
        let is_inside = columns.start as isize <= column && column < columns.end as isize;
        if is_inside { patch.at(column, row as isize + dy) } else { 0.0 }
    };
    (at(0, 0) * (1.0 - right) + at(1, 0) * right) * (1.0 - down) + (at(0, 1) * (1.0 - right) + at(1, 1) * right) * down
}
