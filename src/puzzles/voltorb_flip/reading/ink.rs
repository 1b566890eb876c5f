//! What is drawn on a plain background, as ink: 0 where the background shows, 1 where the drawing is darkest (or lightest, if it is light).

use image::{Rgba, RgbaImage};

use super::{Area, colours::brightness};

/// The number of rows of a patch.
pub const ROWS: usize = 32;

/// The least difference of brightness, from 0 to 255, that is a drawing.
const LEAST_CONTRAST: f32 = 8.0;

/// A drawing is dark if its dark parts differ at least by this share of what its light parts do, which may be an outline.
const DARK: f32 = 0.2;

/// A part of a picture as ink, scaled to [`ROWS`] rows.
#[derive(Clone, Debug)]
pub struct Patch {
    /// The number of columns.
    pub width: usize,
    /// The ink, row by row.
    pub ink: Vec<f32>,
}

impl Patch {
    /// Returns the ink in this area, or `None` if nothing stands out from a background of this brightness.
    pub fn of(picture: &RgbaImage, area: Area, background: f32) -> Option<Self> {
        let (width, lighter) = differences(picture, area, background);
        let full = full_ink(&lighter)?;
        Some(Self { width, ink: lighter.iter().map(|difference| (difference / full).clamp(0.0, 1.0)).collect() })
    }

    /// Returns the ink in this area, in which dark lines may have a light outline. Where both blend, a thin line is as bright as the
    /// background, but darker than the outline on both its sides.
    pub fn outlined(picture: &RgbaImage, area: Area, background: f32) -> Option<Self> {
        let (width, lighter) = differences(picture, area, background);
        let full = full_ink(&lighter)?;
        if 0.0 < full {
            return Self::of(picture, area, background);
        }
        // The outline, with gaps between light places filled (the closing of mathematical morphology, J. Serra, 1982).
        let light: Vec<f32> = lighter.iter().map(|difference| difference.max(0.0)).collect();
        let filled = neighbourhoods(&neighbourhoods(&light, width, f32::max), width, f32::min);
        let ink = lighter.iter().zip(filled).map(|(difference, paper)| ((paper - difference) / (paper - full)).clamp(0.0, 1.0));
        Some(Self { width, ink: ink.collect() })
    }

    /// Returns the ink at a place, which is 0 outside.
    pub fn at(&self, column: isize, row: isize) -> f32 {
        let inside = (0..self.width as isize).contains(&column) && (0..ROWS as isize).contains(&row);
        if inside { self.ink[row as usize * self.width + column as usize] } else { 0.0 }
    }

    /// Returns the most ink in a column.
    pub fn most_in(&self, column: usize) -> f32 {
        (0..ROWS).map(|row| self.ink[row * self.width + column]).fold(0.0, f32::max)
    }

    /// Returns the ink of a whole column, relative to its height.
    pub fn sum_in(&self, column: usize) -> f32 {
        (0..ROWS).map(|row| self.ink[row * self.width + column]).sum::<f32>() / ROWS as f32
    }
}

/// Returns the number of columns of a patch, and how much lighter than the background each of its places is.
fn differences(picture: &RgbaImage, area: Area, background: f32) -> (usize, Vec<f32>) {
    let scale = (area.bottom - area.top) / ROWS as f32;
    let width = ((area.right - area.left) / scale).round().max(1.0) as usize;
    let mut lighter = Vec::with_capacity(width * ROWS);
    for row in 0..ROWS {
        for column in 0..width {
            lighter.push(average(picture, area.left + scale * column as f32, area.top + scale * row as f32, scale) - background);
        }
    }
    (width, lighter)
}

/// Returns the difference that is full ink: below 0 for a dark drawing, above it for a light one. `None` if nothing stands out.
fn full_ink(lighter: &[f32]) -> Option<f32> {
    let mut sorted = lighter.to_vec();
    sorted.sort_by(f32::total_cmp);
    let (darkest, lightest) = (-sorted[sorted.len() / 80], sorted[sorted.len() - 1 - sorted.len() / 12]);
    if (DARK * lightest).max(LEAST_CONTRAST) < darkest {
        return Some(-darkest);
    }
    if 2.0 * LEAST_CONTRAST < lightest {
        return Some(lightest);
    }
    // Hardly anything: the outline of a thin line whose darkness is blurred away.
    Some(sorted[sorted.len() - 1 - sorted.len() / 40]).filter(|&lightest| 2.0 * LEAST_CONTRAST < lightest)
}

/// Combines each value with its eight neighbours.
fn neighbourhoods(values: &[f32], width: usize, combine: fn(f32, f32) -> f32) -> Vec<f32> {
    let around = |place: usize| {
        let (column, row) = (place % width, place / width);
        let rows = row.saturating_sub(1)..(row + 2).min(values.len() / width);
        let all = rows.flat_map(|row| (column.saturating_sub(1)..(column + 2).min(width)).map(move |column| values[row * width + column]));
        all.fold(values[place], combine)
    };
    (0..values.len()).map(around).collect()
}

/// Returns the average brightness of a small square, whose sides may be smaller than a pixel. Pixels are squares of one colour: blending
/// neighbours would erase thin lines between light outlines.
fn average(picture: &RgbaImage, left: f32, top: f32, side: f32) -> f32 {
    let share = |pixel: f32, from: f32| (pixel + 1.0).min(from + side) - pixel.max(from);
    let pixels = |from: f32| (from.floor() as i32..(from + side).ceil() as i32).map(|pixel| pixel as f32);
    let (mut sum, mut area) = (0.0, 0.0);
    for y in pixels(top) {
        for x in pixels(left) {
            let part = share(x, left) * share(y, top);
            sum += part * pixel(picture, x, y).map_or(0.0, brightness);
            area += part;
        }
    }
    sum / area
}

/// Returns the pixel nearest to these coordinates. Beyond the edges of the picture its outermost pixels continue.
pub fn pixel(picture: &RgbaImage, column: f32, row: f32) -> Option<Rgba<u8>> {
    let within = |at: f32, length: u32| (at.max(0.0) as u32).min(length.saturating_sub(1));
    picture.get_pixel_checked(within(column, picture.width()), within(row, picture.height())).copied()
}
