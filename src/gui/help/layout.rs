//! Lays out a block of a help page for a width: texts with their links, grounds of code, lines of tables, and the place of a picture.

use std::{ops::Range, sync::Arc};

use egui::{
    Color32, FontId, Galley, Painter, Pos2, Rect,
    text::{CCursor, LayoutJob, LayoutSection, TextFormat, TextWrapping},
    vec2,
};

use super::markdown::{Block, Content, Words};
use crate::{
    gui::theme::{self, corner, space},
    look::Colors,
};

/// The height of a line of text relative to its font size.
const LINE: f32 = 1.45;
/// The distance from the underline of a link to the bottom of its line.
const UNDERLINE: f32 = 3.0;
/// The space above and below a paragraph; items of a list have it below.
const PARAGRAPH: f32 = 6.0;
/// How far a list is indented.
const INDENT: f32 = 18.0;
/// The space between a cell of a table and its edges.
const CELL: egui::Vec2 = vec2(6.0, 5.0);
/// The width of a digit in the font of the text, to divide the width of a table among its columns.
const CHARACTER: f32 = 7.4;

/// A block, laid out. All places are relative to its top left corner.
#[derive(Default)]
pub struct Laid {
    /// Its height, with the space above and below.
    pub height: f32,
    texts: Vec<(Pos2, Arc<Galley>)>,
    grounds: Vec<Rect>,
    lines: Vec<Rect>,
    /// The places of each link, one for each line that it is on.
    pub links: Vec<Vec<Rect>>,
    /// The place of its picture.
    pub picture: Option<Rect>,
}

impl Laid {
    /// Lays out the block in this width. `picture` returns the size of a picture in points.
    pub fn new(painter: &Painter, block: &Block, width: f32, colors: &Colors, picture: impl Fn(&str) -> egui::Vec2) -> Self {
        let mut laid = Self::default();
        let left = INDENT * block.depth as f32;
        let wide = (width - left).max(INDENT);
        let setting = Setting { painter, colors, width: wide };
        match &block.content {
            Content::Heading(level, words) => {
                let (above, font) = match level {
                    1 => (0.0, theme::bold(theme::TITLE)),
                    2 => (space::XL, theme::bold(theme::LARGE)),
                    _ => (space::L, theme::bold(theme::BODY)),
                };
                laid.height = above;
                laid.words(&setting, words, left, &font);
                laid.height += space::XS;
            }
            Content::Paragraph(words) => {
                laid.height = if block.depth == 0 { PARAGRAPH } else { 0.0 };
                if let Some(marker) = &block.marker {
                    let galley = setting.plain(marker, FontId::proportional(theme::BODY), colors.muted);
                    let right = left - space::XS - 2.0;
                    laid.texts.push((egui::pos2(right - galley.size().x, laid.height), galley));
                }
                laid.words(&setting, words, left, &FontId::proportional(theme::BODY));
                laid.height += PARAGRAPH;
            }
            Content::Code(code) => {
                let inner = Setting { width: wide - 2.0 * space::S, ..setting };
                let galley = inner.plain(code, FontId::monospace(theme::SMALL + 1.0), colors.text);
                let size = vec2(wide, galley.size().y + 2.0 * space::S);
                laid.grounds.push(Rect::from_min_size(egui::pos2(left, 0.0), size));
                laid.texts.push((egui::pos2(left + space::S, space::S), galley));
                laid.height = size.y + space::M;
            }
            Content::Row { cells, longest, is_head, is_last } => {
                laid.row(&setting, cells, longest, *is_head, left);
                laid.height += if *is_last { space::M } else { 0.0 };
            }
            Content::Picture { path, .. } => {
                let size = picture(path);
                let size = size * (wide / size.x).min(1.0);
                laid.picture = Some(Rect::from_min_size(egui::pos2(left, 0.0), size));
                laid.height = size.y + space::M;
            }
        }
        laid
    }

    /// Adds the words at this place from the left, and their height.
    fn words(&mut self, setting: &Setting<'_>, words: &Words, left: f32, font: &FontId) {
        let galley = setting.words(words, font);
        let at = egui::pos2(left, self.height);
        self.links(words, &galley, at);
        self.height += galley.size().y;
        self.texts.push((at, galley));
    }

    fn links(&mut self, words: &Words, galley: &Galley, at: Pos2) {
        for (range, _) in &words.links {
            let places = places(galley, characters(&words.text, range));
            self.links.push(places.into_iter().map(|place| place.translate(at.to_vec2())).collect());
        }
    }

    fn row(&mut self, setting: &Setting<'_>, cells: &[Words], longest: &[usize], is_head: bool, left: f32) {
        let widths = columns(longest, setting.width);
        let font = if is_head { theme::bold(theme::BODY) } else { FontId::proportional(theme::BODY) };
        let (mut x, mut height) = (left, 0.0_f32);
        for (words, width) in cells.iter().zip(&widths) {
            let inner = Setting { width: width - 2.0 * CELL.x, ..*setting };
            let galley = inner.words(words, &font);
            let at = egui::pos2(x, 0.0) + CELL;
            self.links(words, &galley, at);
            height = height.max(galley.size().y);
            self.texts.push((at, galley));
            x += width;
        }
        self.height = height + 2.0 * CELL.y;
        self.lines.push(Rect::from_min_max(egui::pos2(left, self.height - 1.0), egui::pos2(x, self.height)));
    }

    /// Paints it with its top left corner at this place; a picture is left to the caller.
    pub fn paint(&self, painter: &Painter, at: Pos2, colors: &Colors) {
        for ground in &self.grounds {
            painter.rect_filled(ground.translate(at.to_vec2()), corner::CHIP, theme::color(colors.raised));
        }
        for line in &self.lines {
            painter.rect_filled(line.translate(at.to_vec2()), 0.0, theme::color(colors.line));
        }
        for link in self.links.iter().flatten() {
            // The lines are higher than the text.
            let line = link.with_min_y(link.max.y - UNDERLINE).with_max_y(link.max.y - UNDERLINE + 1.0);
            painter.rect_filled(line.translate(at.to_vec2()), 0.0, theme::color(colors.accent.fade(0.5)));
        }
        for (place, galley) in &self.texts {
            painter.galley(at + place.to_vec2(), galley.clone(), Color32::PLACEHOLDER);
        }
    }
}

/// What a text is laid out with.
#[derive(Clone, Copy)]
struct Setting<'a> {
    painter: &'a Painter,
    colors: &'a Colors,
    width: f32,
}

impl Setting<'_> {
    fn plain(&self, text: &str, font: FontId, color: crate::picture::Color) -> Arc<Galley> {
        let line_height = Some((font.size * LINE).round());
        let format = TextFormat { line_height, ..TextFormat::simple(font, theme::color(color)) };
        let mut job = LayoutJob::single_section(text.to_owned(), format);
        job.wrap = TextWrapping::wrap_at_width(self.width);
        self.painter.layout_job(job)
    }

    fn words(&self, words: &Words, font: &FontId) -> Arc<Galley> {
        let mut job = LayoutJob { text: words.text.clone(), wrap: TextWrapping::wrap_at_width(self.width), ..LayoutJob::default() };
        for (range, style) in &words.styles {
            for (part, is_link) in split(range, &words.links) {
                let own = match (style.code, style.bold) {
                    (true, _) => FontId::monospace(font.size - 0.5),
                    (false, true) => theme::bold(font.size),
                    (false, false) => font.clone(),
                };
                let color = theme::color(if is_link { self.colors.accent } else { self.colors.text });
                let mut format = TextFormat { italics: style.italic, ..TextFormat::simple(own, color) };
                format.line_height = Some((font.size * LINE).round());
                if style.code {
                    format.background = theme::color(self.colors.raised);
                }
                job.sections.push(LayoutSection { leading_space: 0.0, byte_range: part.start.into()..part.end.into(), format });
            }
        }
        self.painter.layout_job(job)
    }
}

/// Splits a part of a text where links begin and end. Each piece comes with whether it is in a link.
fn split(range: &Range<usize>, links: &[(Range<usize>, String)]) -> Vec<(Range<usize>, bool)> {
    let mut cuts: Vec<usize> = links.iter().flat_map(|(link, _)| [link.start, link.end]).collect();
    cuts.extend([range.start, range.end]);
    cuts.retain(|cut| range.start <= *cut && *cut <= range.end);
    cuts.sort_unstable();
    cuts.dedup();
    let is_link = |at: usize| links.iter().any(|(link, _)| link.contains(&at));
    cuts.windows(2).map(|pair| (pair[0]..pair[1], is_link(pair[0]))).collect()
}

/// Converts a range of bytes to a range of characters.
fn characters(text: &str, range: &Range<usize>) -> Range<usize> {
    let count = |to: usize| text.get(..to).map_or(0, |part| part.chars().count());
    count(range.start)..count(range.end)
}

/// The rectangles of these characters, one for each line.
fn places(galley: &Galley, range: Range<usize>) -> Vec<Rect> {
    let mut places: Vec<Rect> = Vec::new();
    for index in range {
        let mut before = CCursor::new(index);
        before.prefer_next_row = true;
        let (from, to) = (galley.pos_from_cursor(before), galley.pos_from_cursor(CCursor::new(index + 1)));
        if from.min.y != to.min.y {
            continue; // The space at the end of a line.
        }
        let place = from.union(to);
        match places.last_mut().filter(|last| last.min.y == place.min.y) {
            Some(last) => *last = last.union(place),
            None => places.push(place),
        }
    }
    places
}

/// Divides a width among columns whose longest cells have this many characters. Columns that need less than an equal share get what they
/// need, and the others share the rest equally.
fn columns(longest: &[usize], width: f32) -> Vec<f32> {
    let needed: Vec<f32> = longest.iter().map(|&characters| characters as f32 * CHARACTER + 2.0 * CELL.x + 2.0).collect();
    let mut order: Vec<usize> = (0..needed.len()).collect();
    order.sort_by(|&a, &b| needed[a].total_cmp(&needed[b]));
    let (mut widths, mut rest) = (vec![0.0; needed.len()], width);
    for (done, &column) in order.iter().enumerate() {
        widths[column] = needed[column].min(rest / (needed.len() - done) as f32);
        rest -= widths[column];
    }
    widths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_share_the_width() {
        let whole = |count: f32| count * CHARACTER + 2.0 * CELL.x + 2.0;
        for (longest, width, expected) in [
            (&[5, 5][..], 400.0, vec![whole(5.0), whole(5.0)]),
            (&[5, 100], 400.0, vec![whole(5.0), 400.0 - whole(5.0)]),
            (&[100, 100], 400.0, vec![200.0, 200.0]),
            (&[], 400.0, vec![]),
        ] {
            let widths = columns(longest, width);
            assert!(widths.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 0.01), "{longest:?}: {widths:?}");
        }
    }

    #[test]
    fn text_is_split_where_links_begin_and_end() {
        let link = |range| (range, String::new());
        assert_eq!(split(&(0..9), &[link(2..4), link(6..12)]), [(0..2, false), (2..4, true), (4..6, false), (6..9, true)]);
        assert_eq!(split(&(2..4), &[link(2..4)]), [(2..4, true)]);
        assert_eq!(characters("é ab", &(3..5)), 2..4);
    }
}
