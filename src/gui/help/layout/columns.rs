//! The widths of the columns of a table: each has at least the width of its longest word, so lines end only at spaces.

use egui::{Context, FontId, Vec2, vec2};

use super::font_of;
use crate::{
    help::markdown::{Column, Table},
    theme,
};

/// The sizes of text in tables, each with the space between a cell and its edges. A table whose words don't fit in the first is set
/// smaller.
const SIZES: [(f32, Vec2); 2] = [(theme::BODY, vec2(6.0, 5.0)), (theme::SMALL, vec2(3.0, 4.0))];
/// What a word may be wider than the sum of its letters, which are placed on pixels, in points.
const SLACK: f32 = 2.0;

/// How a table is set.
#[derive(Clone, Debug, PartialEq)]
pub struct Columns {
    /// The size of its text.
    pub size: f32,
    /// The space between a cell and its edges.
    pub cell: Vec2,
    /// The width of each column with that space. Together they are wider than the page if not even the longest words fit.
    pub widths: Vec<f32>,
}

impl Columns {
    /// Divides the width of a page among columns that need this much. Columns that need less than an equal share get what they need, and
    /// the others share the rest equally, as far as their longest words allow.
    pub fn new(needs: &[Column], width: f32) -> Self {
        let [usual, small] = SIZES.map(|(size, cell)| {
            let room = |text: f32| (text * size / theme::BODY + 2.0 * cell.x + SLACK).ceil();
            let (least, most): (Vec<f32>, Vec<f32>) = needs.iter().map(|need| (room(need.word), room(need.cell))).unzip();
            (Self { size, cell, widths: divide(&least, &most, width) }, least.iter().sum::<f32>() <= width)
        });
        if usual.1 { usual.0 } else { small.0 }
    }
}

/// Divides a width among columns, each of which gets at least and at most this much.
fn divide(least: &[f32], most: &[f32], width: f32) -> Vec<f32> {
    let shares = |share: f32| -> Vec<f32> { least.iter().zip(most).map(|(least, most)| share.clamp(*least, *most)).collect() };
    let fits = |share: f32| shares(share).iter().sum::<f32>() <= width;
    if fits(f32::MAX) {
        return most.to_vec();
    }
    // The greatest share with which all columns fit, to a thousandth of a point.
    let (mut fitting, mut other) = (0.0, width.max(0.0));
    while fitting + 0.001 < other {
        let middle = (fitting + other) / 2.0;
        if fits(middle) { fitting = middle } else { other = middle }
    }
    shares(fitting)
}

/// Measures how much room the columns of a table need.
pub fn measure(ctx: &Context, table: &Table) -> Vec<Column> {
    let columns = table.rows.iter().map(Vec::len).max().unwrap_or(0);
    let mut needs = vec![Column::default(); columns];
    ctx.fonts_mut(|fonts| {
        for (row, cells) in table.rows.iter().enumerate() {
            let font = if row == 0 { theme::bold(theme::BODY) } else { FontId::proportional(theme::BODY) };
            for (need, words) in needs.iter_mut().zip(cells) {
                let (mut word, mut cell) = (0.0, 0.0);
                for (range, style) in &words.styles {
                    let own = font_of(*style, &font);
                    for c in words.text.get(range.clone()).unwrap_or_default().chars() {
                        let width = fonts.glyph_width(&own, c);
                        cell += width;
                        // A line is broken before a space that it has no room for.
                        word += width;
                        need.word = need.word.max(word);
                        if c == ' ' {
                            word = 0.0;
                        }
                    }
                }
                need.cell = need.cell.max(cell);
            }
        }
    });
    needs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_share_the_width() {
        // The widths of the longest word and of the longest cell in each column, and what each column gets.
        for (needs, width, size, expected) in [
            (&[(40.0, 40.0), (40.0, 40.0)][..], 400.0, theme::BODY, vec![54.0, 54.0]),
            (&[(40.0, 40.0), (40.0, 900.0)], 400.0, theme::BODY, vec![54.0, 346.0]),
            (&[(40.0, 900.0), (40.0, 900.0)], 400.0, theme::BODY, vec![200.0, 200.0]),
            (&[(286.0, 900.0), (40.0, 900.0)], 400.0, theme::BODY, vec![300.0, 100.0]),
            (&[(260.0, 900.0), (130.0, 130.0)], 400.0, theme::SMALL, vec![282.0, 118.0]),
            // Wider than the page.
            (&[(260.0, 900.0), (260.0, 260.0)], 400.0, theme::SMALL, vec![228.0, 228.0]),
            (&[], 400.0, theme::BODY, vec![]),
        ] {
            let needs: Vec<Column> = needs.iter().map(|&(word, cell)| Column { word, cell }).collect();
            let columns = Columns::new(&needs, width);
            assert!(columns.widths.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 0.01), "{needs:?}: {columns:?}");
            assert_eq!((columns.size, columns.widths.len()), (size, expected.len()), "{needs:?}");
        }
    }
}
