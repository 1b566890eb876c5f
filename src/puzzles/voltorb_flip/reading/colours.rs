//! Where a picture has the colours of clues. Only hues matter, since emulators, screens and remakes change shades.

use image::{Rgba, RgbaImage};

use crate::model::rules::{Line, SIDE};

/// A colour of clues. Red and orange count as one, because the hues of some remakes lie between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    Warm,
    Green,
    Blue,
    Purple,
}

/// The colours of the five clues of rows from the top, and of columns from the left.
const PAINTS: [Paint; SIDE] = [Paint::Warm, Paint::Green, Paint::Warm, Paint::Blue, Paint::Purple];

impl Paint {
    /// Returns the colour of a line's clue.
    pub const fn of_clue(line: Line) -> Self {
        let (Line::Row(place) | Line::Column(place)) = line;
        PAINTS[place]
    }

    /// Returns the colour of a pixel, or `None` if it is too grey or between two of them.
    pub fn of(Rgba([red, green, blue, _]): Rgba<u8>) -> Option<Self> {
        let [red, green, blue] = [red, green, blue].map(i32::from);
        let most = red.max(green).max(blue);
        let chroma = most - red.min(green).min(blue);
        if chroma < 45 || 10 * chroma < 3 * most {
            return None;
        }
        let degrees = if most == red {
            60 * (green - blue) / chroma
        } else if most == green {
            120 + 60 * (blue - red) / chroma
        } else {
            240 + 60 * (red - green) / chroma
        };
        match degrees.rem_euclid(360) {
            0..66 | 335..360 => Some(Self::Warm),
            75..170 => Some(Self::Green),
            190..252 => Some(Self::Blue),
            256..333 => Some(Self::Purple),
            _ => None,
        }
    }
}

/// Returns how bright a pixel looks, from 0 to 255 (the luma of ITU-R BT.601).
pub fn brightness(Rgba([red, green, blue, _]): Rgba<u8>) -> f32 {
    0.299 * f32::from(red) + 0.587 * f32::from(green) + 0.114 * f32::from(blue)
}

/// Returns the middle value, or `None` if there are no values.
pub fn median(values: &mut [f32]) -> Option<f32> {
    let middle = values.len() / 2;
    (!values.is_empty()).then(|| *values.select_nth_unstable_by(middle, f32::total_cmp).1)
}

/// The pixels of one colour, as a table of sums from which the area in any rectangle takes four look-ups (Crow's summed-area table, 1984).
pub struct Coverage {
    width: usize,
    height: usize,
    sums: Vec<u32>,
}

impl Coverage {
    /// Finds the pixels of this colour.
    pub fn of(picture: &RgbaImage, paint: Paint) -> Self {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let mut sums = vec![0; (width + 1) * (height + 1)];
        for (y, row) in picture.rows().enumerate() {
            let mut in_row = 0;
            for (x, pixel) in row.enumerate() {
                in_row += u32::from(Paint::of(*pixel) == Some(paint));
                sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + in_row;
            }
        }
        Self { width, height, sums }
    }

    /// Removes the colour between these left, upper, right and lower edges.
    pub fn erase(&mut self, edges: [f32; 4]) {
        let [left, top, right, bottom] = edges.map(|edge| edge.round().max(0.0) as usize);
        let [left, right] = [left, right].map(|x| x.min(self.width));
        let row = self.width + 1;
        let Some(above) = self.sums.chunks_exact(row).nth(top).map(<[u32]>::to_vec) else { return };
        // How much of what is removed is above and to the left of each place of a row.
        let mut removed = vec![0; row];
        for (y, sums) in self.sums.chunks_exact_mut(row).enumerate().skip(top) {
            if y <= bottom {
                for (x, removed) in removed.iter_mut().enumerate().skip(left) {
                    let x = x.min(right);
                    *removed = sums[x] - sums[left] - (above[x] - above[left]);
                }
            }
            sums.iter_mut().zip(&removed).for_each(|(sum, removed)| *sum -= removed);
        }
    }

    /// Returns the size of the picture in pixels.
    pub fn size(&self) -> (f32, f32) {
        (self.width as f32, self.height as f32)
    }

    /// Returns the area of this colour in a rectangle with whole coordinates, which are cut at the edges of the picture.
    pub fn whole(&self, left: i32, top: i32, right: i32, bottom: i32) -> f32 {
        let [left, right] = [left, right].map(|x| x.clamp(0, self.width as i32) as usize);
        let [top, bottom] = [top, bottom].map(|y| y.clamp(0, self.height as i32) as usize);
        let at = |x, y| self.sums[y * (self.width + 1) + x];
        (at(right, bottom) + at(left, top)).wrapping_sub(at(left, bottom) + at(right, top)) as f32
    }

    /// Returns the area of this colour in any rectangle, in which pixels at the edges count in part.
    pub fn area(&self, left: f32, top: f32, right: f32, bottom: f32) -> f32 {
        (self.corner(right, bottom) + self.corner(left, top) - self.corner(left, bottom) - self.corner(right, top)) as f32
    }

    /// Returns the area above and to the left of a point.
    fn corner(&self, x: f32, y: f32) -> f64 {
        let (x, y) = (x.clamp(0.0, self.width as f32), y.clamp(0.0, self.height as f32));
        let (column, row) = ((x as usize).min(self.width - 1), (y as usize).min(self.height - 1));
        let (right, down) = (f64::from(x - column as f32), f64::from(y - row as f32));
        let at = |column: usize, row: usize| f64::from(self.sums[row * (self.width + 1) + column]);
        let [upper, lower] = [row, row + 1].map(|row| at(column, row) * (1.0 - right) + at(column + 1, row) * right);
        upper * (1.0 - down) + lower * down
    }
}
