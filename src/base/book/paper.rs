//! What everything that is printed shares: margins and columns, and how pictures and lines of text get onto a page.

use crate::{
    fonts,
    picture::{Anchor, Color, Picture, Shape, Vec2},
};

/// The margin of the pages, in points, as all lengths here.
pub const MARGIN: f32 = 45.0;
/// The columns on a page.
pub const COLUMNS: usize = 2;
/// The gap between them.
pub const GAP: f32 = 22.0;

/// Adds a picture to a page, with its upper left corner here.
pub fn place<S>(page: &mut Picture<()>, picture: &Picture<S>, corner: Vec2, scale: f32) {
    let by = corner - picture.min * scale;
    page.shapes.extend(picture.shapes_on_paper().map(|shape| shape.clone().placed(scale, by)));
}

/// Writes a line of text.
pub fn write(page: &mut Picture<()>, at: Vec2, anchor: Anchor, size: f32, bold: bool, color: Color, text: impl Into<String>) {
    page.shapes.push(Shape::Text { at, anchor, size, bold, color, text: text.into() });
}

/// Breaks a text of this size into lines of at most this width.
pub fn lines(text: &str, size: f32, width: f32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let Some(last) = lines.last_mut() else { continue };
        let longer = if last.is_empty() { word.to_owned() } else { format!("{last} {word}") };
        if last.is_empty() || size * fonts::width(&longer, false) <= width { *last = longer } else { lines.push(word.to_owned()) }
    }
    lines
}
