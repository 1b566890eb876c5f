//! A walkthrough on paper: its steps with their numbers, pictures and sentences.

use super::{
    PaperSize,
    paper::{COLUMNS, GAP, MARGIN, lines, place, write},
};
use crate::{
    fonts,
    look::Look,
    picture::{Anchor, Picture, Vec2, at},
};

/// The height of the title, in points, as all lengths here.
const TITLE: f32 = 34.0;
/// The size of the text, and the height of a line.
const TEXT: f32 = 9.0;
const LINE: f32 = 12.0;
/// The width of a step's number.
const NUMBER: f32 = 22.0;

/// A step.
pub struct HandoutStep<S> {
    /// What it looks like.
    pub picture: Picture<S>,
    /// Its number; empty for a sentence about all of it.
    pub name: String,
    /// What happens in it.
    pub text: String,
}

/// Lays the steps out, as many on a page as there is room for.
pub fn handout<S>(title: &str, steps: &[HandoutStep<S>], paper: PaperSize) -> Vec<Picture<()>> {
    let look = Look::on_paper();
    let paper = paper.points();
    let room = paper - 2.0 * Vec2::splat(MARGIN);
    let width = (room.x - GAP * (COLUMNS - 1) as f32) / COLUMNS as f32;
    let heading = |page: usize| {
        let mut picture = Picture::new(Vec2::ZERO, paper, title);
        let size = if page == 0 { 18.0 } else { 10.0 };
        write(&mut picture, at(MARGIN, MARGIN + 8.0), Anchor::Start, fitting(title, room.x, size), page == 0, look.colors.text, title);
        let below = at(paper.x - MARGIN, paper.y - MARGIN / 2.0);
        write(&mut picture, below, Anchor::End, TEXT, false, look.colors.muted, (page + 1).to_string());
        picture
    };
    let mut pages = vec![heading(0)];
    let mut top = MARGIN + TITLE;
    for row in steps.chunks(COLUMNS) {
        let cells: Vec<(f32, Vec<String>)> =
            row.iter().map(|step| (width / step.picture.size().x, lines(&step.text, TEXT, width - NUMBER))).collect();
        let height =
            |step: &HandoutStep<S>, (scale, lines): &(f32, Vec<String>)| step.picture.size().y * scale + lines.len() as f32 * LINE + LINE;
        let highest = row.iter().zip(&cells).map(|(step, cell)| height(step, cell)).fold(0.0, f32::max);
        if paper.y - MARGIN < top + highest && MARGIN + TITLE < top {
            pages.push(heading(pages.len()));
            top = MARGIN + TITLE;
        }
        let Some(page) = pages.last_mut() else { continue };
        for (column, (HandoutStep { picture, name, .. }, (scale, lines))) in row.iter().zip(cells).enumerate() {
            let corner = at(MARGIN + (width + GAP) * column as f32, top);
            place(page, picture, corner, scale);
            let mut line = corner.y + picture.size().y * scale + LINE;
            write(page, at(corner.x, line), Anchor::Start, TEXT, true, look.colors.text, name.clone());
            for text in lines {
                write(page, at(corner.x + NUMBER, line), Anchor::Start, TEXT, false, look.colors.text, text);
                line += LINE;
            }
        }
        top += highest + GAP / 2.0;
    }
    pages
}

/// The size of a text that has this size if it fits this width.
fn fitting(text: &str, width: f32, size: f32) -> f32 {
    (width / fonts::line(text, true, fonts::system()).width.max(f32::EPSILON)).min(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::{Color, Shape, Stroke};

    #[test]
    fn all_steps_are_on_the_pages_with_their_words() {
        let mut picture = Picture::<()>::new(Vec2::ZERO, at(40.0, 30.0), "");
        picture.shapes.push(Shape::Circle { center: at(20.0, 15.0), radius: 15.0, fill: Color::BLACK, stroke: Stroke::NONE });
        let long = "piece A at row 1, columns 1 to 3; row 2, column 1: nothing else can cover the cell at row 1, column 1";
        let text = |step: usize| if step.is_multiple_of(2) { long.to_owned() } else { "short".to_owned() };
        let step = |step: usize| HandoutStep { picture: picture.clone(), name: (step + 1).to_string(), text: text(step) };
        let steps: Vec<HandoutStep<()>> = (0..9).map(step).collect();
        let pages = handout("Example: explanation", &steps, PaperSize::A4);
        assert_eq!(pages.len(), 2);
        let mut words = Vec::new();
        let mut circles = 0;
        for shape in pages.iter().flat_map(|page| &page.shapes) {
            match shape {
                Shape::Text { at, anchor: Anchor::Start, size, bold, text, .. } => {
                    assert!(at.x + size * fonts::width(text, *bold) <= 595.0 - MARGIN + 1.0 && at.y < 842.0 - MARGIN, "{text}");
                    words.push(text.clone());
                }
                Shape::Circle { center, .. } => {
                    assert!((MARGIN..=842.0 - MARGIN).contains(&center.y));
                    circles += 1;
                }
                _ => {}
            }
        }
        assert_eq!(circles, 9);
        assert_eq!(words.join(" ").matches(long).count(), 5);
        assert!((1..=9).all(|number| words.contains(&number.to_string())));
    }
}
