//! Lays out a block of a help page for a width: texts with their links, grounds of code, lines of tables, and the place of a picture.

mod columns;

use std::{ops::Range, sync::Arc};

use egui::{
    Color32, FontId, Galley, Painter, Pos2, Rect,
    text::{CCursor, LayoutJob, LayoutSection, TextFormat, TextWrapping},
    vec2,
};

use self::columns::{Columns, measure};
use super::markdown::{Block, Content, Style, Table, Words};
use crate::theme::{self, corner, space};
use base::look::Colors;

/// The height of a line of text relative to its font size.
const LINE: f32 = 1.45;
/// The distance from the underline of a link to the bottom of its line.
const UNDERLINE: f32 = 3.0;
/// The space above and below a paragraph; items of a list have it below.
const PARAGRAPH: f32 = 6.0;
/// How far a list is indented.
const INDENT: f32 = 18.0;

/// A block, laid out. All places are relative to its top left corner.
#[derive(Default)]
pub struct Laid {
    /// Its height, with the space above and below.
    pub height: f32,
    /// Its width, which is greater than the width that it was laid out for if the longest words of a table need more.
    pub width: f32,
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
        let mut laid = Self { width, ..Self::default() };
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
            Content::Row { table, row } => {
                laid.row(&setting, table, *row, left);
                laid.height += if row + 1 == table.rows.len() { space::M } else { 0.0 };
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

    fn row(&mut self, setting: &Setting<'_>, table: &Table, row: usize, left: f32) {
        let needs = table.columns.get_or_init(|| measure(setting.painter.ctx(), table));
        let Columns { size, cell, widths } = Columns::new(needs, setting.width);
        let font = if row == 0 { theme::bold(size) } else { FontId::proportional(size) };
        let (mut x, mut height) = (left, 0.0_f32);
        for (words, width) in table.rows[row].iter().zip(&widths) {
            let inner = Setting { width: width - 2.0 * cell.x, ..*setting };
            let galley = inner.words(words, &font);
            let at = egui::pos2(x, 0.0) + cell;
            self.links(words, &galley, at);
            height = height.max(galley.size().y);
            self.texts.push((at, galley));
            x += width;
        }
        self.width = self.width.max(x);
        self.height = height + 2.0 * cell.y;
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
    fn plain(&self, text: &str, font: FontId, color: base::picture::Color) -> Arc<Galley> {
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
                let own = font_of(*style, font);
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

/// The font of a part in this style, in a text in this font.
fn font_of(style: Style, font: &FontId) -> FontId {
    match (style.code, style.bold) {
        (true, _) => FontId::monospace(font.size - 0.5),
        (false, true) => theme::bold(font.size),
        (false, false) => font.clone(),
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

#[cfg(test)]
mod tests {
    use std::{fs, path::Path};

    use super::*;
    use crate::help::{markdown, page};

    /// A word is broken where a line ends within it.
    #[test]
    fn no_table_of_any_page_breaks_a_word() {
        // The pages of puzzles are built in where their controls are.
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/puzzles");
        let of_puzzles = fs::read_dir(folder).unwrap().flatten().map(|file| fs::read_to_string(file.path()).unwrap());
        let pages: Vec<String> = of_puzzles.chain(page::all([]).into_iter().map(|page| page.text.to_owned())).collect();
        assert!(pages.len() > 8, "{}", pages.len());
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let mut tables = 0;
        let mut check = |painter: &Painter| {
            let blocks = pages.iter().flat_map(|page| markdown::parse(page)).filter(|block| matches!(block.content, Content::Row { .. }));
            for block in blocks {
                tables += 1;
                for width in [640.0, 500.0, 394.0, 300.0, 200.0, 60.0] {
                    let colors = &base::look::Look::default().colors;
                    let laid = Laid::new(painter, &block, width, colors, |_| vec2(1.0, 1.0));
                    for (_, galley) in &laid.texts {
                        let lines: Vec<String> = galley.rows.iter().map(|line| line.text()).collect();
                        let ends = lines.iter().rev().skip(1).all(|line| line.ends_with(char::is_whitespace));
                        assert!(ends, "{width} points: {lines:?}");
                    }
                    assert!(
                        laid.texts.iter().all(|(at, galley)| at.x + galley.size().x <= laid.width),
                        "{width} points: {:?}",
                        block.words()
                    );
                }
            }
        };
        let mut output = ctx.run_ui(egui::RawInput::default(), |ui| check(ui.painter()));
        // Nothing is painted.
        output.textures_delta.clear();
        assert!(tables > 200, "{tables}");
    }

    #[test]
    fn text_is_split_where_links_begin_and_end() {
        let link = |range| (range, String::new());
        assert_eq!(split(&(0..9), &[link(2..4), link(6..12)]), [(0..2, false), (2..4, true), (4..6, false), (6..9, true)]);
        assert_eq!(split(&(2..4), &[link(2..4)]), [(2..4, true)]);
        assert_eq!(characters("é ab", &(3..5)), 2..4);
    }
}
