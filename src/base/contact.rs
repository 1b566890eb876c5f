//! A contact sheet: all solutions as small pictures in rows, each with its number.

use crate::{
    look::Look,
    picture::{Color, Picture, at},
    text::counted,
};

/// The greatest number of solutions on a sheet. A larger sheet would be hard to read and take too much memory.
pub const MAX_PICTURES: usize = 5_000;

/// The longer side of each small picture, in the sheet's units.
const SIDE: f32 = 72.0;
const GAP: f32 = 14.0;
const CAPTION: f32 = 16.0;
const FONT: f32 = 10.0;

/// Arranges the pictures of solutions of the puzzle with this title on one sheet, in this order.
pub fn sheet<S>(title: &str, thumbnails: Vec<Picture<S>>, look: &Look) -> Picture<S> {
    let label = format!("{title}: {}", counted(thumbnails.len() as u64, "solution"));
    in_rows(thumbnails, label, look.colors.muted)
}

/// Arranges the pictures, numbered from 1, so that the sheet is about square. All cells have the size of the first picture.
fn in_rows<S>(pictures: Vec<Picture<S>>, label: String, ink: Color) -> Picture<S> {
    let first = pictures.first().map_or(at(1.0, 1.0), Picture::size);
    let cell = first * (SIDE / first.max_element()) + at(GAP, CAPTION + GAP);
    let columns = ((pictures.len() as f32 * cell.y / cell.x).sqrt().ceil() as usize).max(1);
    let rows = pictures.len().div_ceil(columns);
    let size = cell * at(columns.min(pictures.len()) as f32, rows as f32) + at(GAP, GAP);
    let mut sheet = Picture::new(at(0.0, 0.0), size, label);
    for (index, picture) in pictures.into_iter().enumerate() {
        let corner = at(GAP, GAP) + cell * at((index % columns) as f32, (index / columns) as f32);
        let scale = SIDE / picture.size().max_element();
        let caption = corner + at((cell.x - GAP) / 2.0, cell.y - GAP - CAPTION / 2.0);
        let by = corner - picture.min * scale;
        sheet.shapes.extend(picture.shapes.into_iter().map(|shape| shape.placed(scale, by)));
        sheet.text(caption, FONT, false, ink, (index + 1).to_string());
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Shape, Stroke};

    #[test]
    fn pictures_do_not_overlap_and_are_numbered() {
        let wide = |index: usize| {
            let mut picture = Picture::<()>::new(at(10.0, 10.0), at(14.0, 12.0), index.to_string());
            let fill = Color::rgb(index as u32);
            picture.shapes.push(Shape::Rectangle { min: picture.min, max: picture.max, radius: 0.0, fill, stroke: Stroke::NONE });
            picture
        };
        let sheet = in_rows((0..7).map(wide).collect(), "seven".to_owned(), Color::BLACK);
        let mut frames = Vec::new();
        let mut numbers = Vec::new();
        for shape in &sheet.shapes {
            match shape {
                Shape::Rectangle { min, max, .. } => frames.push((*min, *max)),
                Shape::Text { text, .. } => numbers.push(text.as_str()),
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(numbers, ["1", "2", "3", "4", "5", "6", "7"]);
        for (index, (min, max)) in frames.iter().enumerate() {
            assert!((*max - *min - at(SIDE, SIDE / 2.0)).length() < 1e-3, "{min} {max}");
            assert!(min.cmpge(sheet.min).all() && max.cmple(sheet.max).all());
            let overlaps = frames[..index].iter().any(|(other_min, other_max)| min.cmplt(*other_max).all() && other_min.cmplt(*max).all());
            assert!(!overlaps, "{index}");
        }
    }

    #[test]
    fn a_sheet_without_pictures_is_empty() {
        assert!(in_rows::<()>(Vec::new(), String::new(), Color::BLACK).shapes.is_empty());
    }
}
