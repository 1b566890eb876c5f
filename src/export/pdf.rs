//! Writes pictures as the pages of a PDF file, with text that can be searched and copied.
//!
//! The same pages always give the same bytes: the file has neither a date nor a random identifier.
//!
//! The file contains the bundled typeface. Letters of the system's fonts are outlines with invisible text, which can be searched and
//! copied: not every font may or can be contained in a file.

use std::{
    collections::{BTreeMap, BTreeSet},
    mem, ptr,
    sync::Arc,
};

use glam::Vec2;
use miniz_oxide::deflate::compress_to_vec_zlib;
use pdf_writer::{
    Content, Filter, Finish, Name, Pdf, Rect, Ref, Str, TextStr,
    types::{CidFontType, FontFlags, LineCapStyle, LineJoinStyle, SystemInfo, TextRenderingMode, UnicodeCmap},
};
use skrifa::{GlyphId, MetadataProvider, instance::LocationRef, instance::Size, outline::OutlinePen};
use subsetter::GlyphRemapper;

use base::{
    fonts::{self, Face, Fallback, Glyph},
    picture::{Anchor, Color, Picture, Shape, Stroke, at},
    text::drawable,
};

/// How well streams are compressed, from 0 to 10.
const COMPRESSION: u8 = 8;
/// The length of the handles of a cubic curve that is nearly a quarter of a circle of radius 1.
const QUARTER: f32 = 0.552_284_8;

/// Returns the bytes of the PDF file. A unit of the pictures is a point, which is 1/72 of an inch; each page has the size of its picture.
pub fn write<S>(pages: &[Picture<S>], title: &str) -> Vec<u8> {
    write_with(pages, title, fonts::system())
}

/// Returns the bytes of a PDF file with this sheet on a page of this size, in points: as large as it fits, at the top.
pub fn write_sheet<S>(sheet: &Picture<S>, paper: Vec2) -> Vec<u8> {
    let scale = (paper / sheet.size()).min_element();
    let corner = at((paper.x - scale * sheet.size().x) / 2.0, 0.0) - scale * sheet.min;
    let mut page = Picture::<()>::new(Vec2::ZERO, paper, "");
    page.shapes = sheet.shapes_on_paper().map(|shape| shape.clone().placed(scale, corner)).collect();
    write(&[page], &sheet.label)
}

fn write_with<S>(pages: &[Picture<S>], title: &str, fallback: &Fallback) -> Vec<u8> {
    let mut resources = Resources::new(fallback);
    let contents: Vec<Vec<u8>> = pages.iter().map(|page| resources.content(page)).collect();
    let mut last = Ref::new(1);
    let mut next = || last.bump();
    let (catalog, tree, info) = (next(), next(), next());
    let page_ids: Vec<[Ref; 2]> = pages.iter().map(|_| [next(), next()]).collect();
    let font_ids = [[(); 5]; 2].map(|ids| ids.map(|()| next()));
    let hidden_ids = [(); 3].map(|()| next());

    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree).lang(TextStr("en")).viewer_preferences().display_doc_title(true);
    pdf.document_info(info).title(TextStr(&drawable(title))).creator(TextStr("Quincunx"));
    let mut all = pdf.pages(tree);
    all.kids(page_ids.iter().map(|&[page, _]| page)).count(pages.len() as i32);
    resources.declare(&mut all.resources(), font_ids, hidden_ids);
    all.finish();
    for ((page, content), [page_id, content_id]) in pages.iter().zip(&contents).zip(page_ids) {
        let size = page.max_on_paper() - page.min;
        pdf.page(page_id).parent(tree).media_box(Rect::new(0.0, 0.0, size.x, size.y)).contents(content_id);
        pdf.stream(content_id, content).filter(Filter::FlateDecode);
    }
    for (typeface, ids) in resources.typefaces.iter().zip(font_ids) {
        typeface.write(&mut pdf, ids);
    }
    if !resources.hidden.is_empty() {
        write_hidden_font(&mut pdf, &resources.hidden, hidden_ids, font_ids[0]);
    }
    pdf.finish()
}

/// The invisible font, in which text is searched that is drawn as outlines.
const HIDDEN: Name<'static> = Name(b"Hidden");
const SYSTEM: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// What all pages share.
struct Resources<'a> {
    /// Regular and semi-bold.
    typefaces: [Typeface; 2],
    /// The codes of characters in the invisible font.
    hidden: BTreeMap<char, u16>,
    /// The opacities of fill and stroke that occur together.
    opacities: BTreeSet<[u8; 2]>,
    fallback: &'a Fallback,
}

impl<'a> Resources<'a> {
    fn new(fallback: &'a Fallback) -> Self {
        Self { typefaces: [false, true].map(Typeface::new), hidden: BTreeMap::new(), opacities: BTreeSet::new(), fallback }
    }

    /// Names everything that the contents use.
    fn declare(&self, resources: &mut pdf_writer::writers::Resources<'_>, font_ids: [[Ref; 5]; 2], hidden_ids: [Ref; 3]) {
        let mut fonts = resources.fonts();
        for (typeface, ids) in self.typefaces.iter().zip(font_ids) {
            fonts.pair(typeface.name(), ids[0]);
        }
        if !self.hidden.is_empty() {
            fonts.pair(HIDDEN, hidden_ids[0]);
        }
        fonts.finish();
        let mut states = resources.ext_g_states();
        for &opacities in &self.opacities {
            let [fill, stroke] = opacities.map(|opacity| rounded(f32::from(opacity) / 255.0));
            let mut state = states.insert(Name(state_name(opacities).as_bytes())).start::<pdf_writer::writers::ExtGraphicsState<'_>>();
            state.non_stroking_alpha(fill).stroking_alpha(stroke);
        }
    }

    /// Returns the compressed operators that paint a page.
    fn content<S>(&mut self, page: &Picture<S>) -> Vec<u8> {
        let mut content = Content::new();
        // In PDF, y grows upwards.
        content.transform([1.0, 0.0, 0.0, -1.0, -page.min.x, page.max_on_paper().y]);
        content.set_line_cap(LineCapStyle::RoundCap);
        let mut opacities = [255; 2];
        for shape in page.shapes_on_paper() {
            self.paint(&mut content, shape, &mut opacities);
        }
        compress_to_vec_zlib(content.finish().as_slice(), COMPRESSION)
    }

    fn paint(&mut self, content: &mut Content, shape: &Shape, opacities: &mut [u8; 2]) {
        let (fill, stroke) = match shape {
            Shape::Polygon { fill, stroke, .. } | Shape::Rectangle { fill, stroke, .. } | Shape::Circle { fill, stroke, .. } => {
                (*fill, *stroke)
            }
            Shape::Line { stroke, .. } => (Color::CLEAR, *stroke),
            Shape::Text { color, .. } => (*color, Stroke::NONE),
        };
        let is_filled = fill.a > 0;
        let is_stroked = stroke.color.a > 0 && stroke.width > 0.0;
        if !is_filled && !is_stroked {
            return;
        }
        let needed = [if is_filled { fill.a } else { opacities[0] }, if is_stroked { stroke.color.a } else { opacities[1] }];
        if needed != *opacities {
            content.set_parameters(Name(state_name(needed).as_bytes()));
            self.opacities.insert(needed);
            *opacities = needed;
        }
        if is_filled {
            let [r, g, b] = parts(fill);
            content.set_fill_rgb(r, g, b);
        }
        if is_stroked {
            let [r, g, b] = parts(stroke.color);
            content.set_stroke_rgb(r, g, b).set_line_width(rounded(stroke.width));
            let is_sharp = matches!(shape, Shape::Rectangle { .. });
            content.set_line_join(if is_sharp { LineJoinStyle::MiterJoin } else { LineJoinStyle::RoundJoin });
        }
        match shape {
            Shape::Text { at, anchor, size, bold, text, .. } => return self.write(content, *at, *anchor, *size, *bold, text),
            Shape::Line { points, .. } => trace(content, points),
            Shape::Polygon { points, .. } => {
                trace(content, points);
                content.close_path();
            }
            Shape::Rectangle { min, max, radius, .. } => rounded_rectangle(content, *min, *max, *radius),
            Shape::Circle { center, radius, .. } => {
                let half = Vec2::splat(*radius);
                rounded_rectangle(content, *center - half, *center + half, *radius);
            }
        }
        match (is_filled, is_stroked) {
            (true, true) => content.fill_nonzero_and_stroke(),
            (true, false) => content.fill_nonzero(),
            (false, _) => content.stroke(),
        };
    }

    fn write(&mut self, content: &mut Content, point: Vec2, anchor: Anchor, size: f32, bold: bool, text: &str) {
        let line = fonts::line(text, bold, self.fallback);
        // PDF positions text by its baseline, a picture by the middle of the capitals.
        let start = point + size * at(-anchor.share() * line.width, fonts::CAP_HEIGHT / 2.0);
        let is_own = |glyph: &Glyph| Arc::ptr_eq(&glyph.face, fonts::bundled(bold));
        // A position shifts to the side, not up or down.
        for run in line.glyphs.chunk_by(|one, next| is_own(one) && is_own(next) && one.at.y == next.at.y) {
            if is_own(&run[0]) {
                self.show(content, run, start, size, bold);
            } else {
                self.outline(content, &run[0], start, size);
            }
        }
    }

    /// Writes glyphs of the bundled typeface, all at the same height.
    fn show(&mut self, content: &mut Content, glyphs: &[Glyph], start: Vec2, size: f32, bold: bool) {
        let typeface = &mut self.typefaces[usize::from(bold)];
        let first = start + size * glyphs[0].at;
        content.begin_text().set_font(typeface.name(), rounded(size));
        content.set_text_matrix([1.0, 0.0, 0.0, -1.0, rounded(first.x), rounded(first.y)]);
        let mut positioned = content.show_positioned();
        let mut items = positioned.items();
        let mut codes = Vec::with_capacity(2 * glyphs.len());
        let mut expected = glyphs[0].at.x;
        for glyph in glyphs {
            // Kerning, in thousandths of the size.
            let back = (1000.0 * (expected - glyph.at.x)).round();
            if back != 0.0 {
                items.show(Str(&mem::take(&mut codes))).adjust(back);
                expected -= back / 1000.0;
            }
            codes.extend(typeface.code(glyph).to_be_bytes());
            expected += typeface.width(glyph.id);
        }
        items.show(Str(&codes));
        items.finish();
        positioned.finish();
        content.end_text();
    }

    /// Draws the outline of a glyph, with invisible text.
    fn outline(&mut self, content: &mut Content, glyph: &Glyph, start: Vec2, size: f32) {
        let origin = start + size * glyph.at;
        let mut path = Path { content, origin, scale: size / fonts::DRAWN_SIZE, last: Vec2::ZERO, is_empty: true };
        glyph.face.draw(glyph.id, &mut path);
        if !path.is_empty {
            content.fill_nonzero();
        }
        let count = glyph.text.chars().count();
        if count > 0 {
            let mut codes = Vec::with_capacity(2 * count);
            for character in glyph.text.chars() {
                let next = self.hidden.len() as u16 + 1;
                codes.extend(self.hidden.entry(character).or_insert(next).to_be_bytes());
            }
            // Every character of the invisible font is as wide as the font is high.
            let stretch = (100.0 * glyph.advance / count as f32).max(1.0);
            content.save_state().begin_text().set_font(HIDDEN, rounded(size)).set_horizontal_scaling(rounded(stretch));
            content.set_text_rendering_mode(TextRenderingMode::Invisible);
            content.set_text_matrix([1.0, 0.0, 0.0, -1.0, rounded(origin.x), rounded(origin.y)]);
            content.show(Str(&codes)).end_text().restore_state();
        }
    }
}

/// Adds an outline to the path of a page.
struct Path<'a> {
    content: &'a mut Content,
    origin: Vec2,
    scale: f32,
    /// Where the outline has come to.
    last: Vec2,
    is_empty: bool,
}

impl Path<'_> {
    fn place(&mut self, x: f32, y: f32) -> Vec2 {
        self.last = self.origin + self.scale * at(x, -y);
        self.last
    }
}

impl OutlinePen for Path<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let to = self.place(x, y);
        self.is_empty = false;
        self.content.move_to(rounded(to.x), rounded(to.y));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let to = self.place(x, y);
        self.content.line_to(rounded(to.x), rounded(to.y));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        // PDF has only cubic curves.
        let from = self.last;
        let middle = self.place(cx, cy);
        let to = self.place(x, y);
        let [first, second] = [from, to].map(|end| (end + (middle - end) * (2.0 / 3.0)).to_array().map(rounded));
        self.content.cubic_to(first[0], first[1], second[0], second[1], rounded(to.x), rounded(to.y));
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let [first, second, to] = [self.place(ax, ay), self.place(bx, by), self.place(x, y)].map(|point| point.to_array().map(rounded));
        self.content.cubic_to(first[0], first[1], second[0], second[1], to[0], to[1]);
    }

    fn close(&mut self) {
        self.content.close_path();
    }
}

/// Writes the invisible font. Its characters are only drawn invisibly, so it uses the file of another font.
fn write_hidden_font(pdf: &mut Pdf, hidden: &BTreeMap<char, u16>, [font, cid_font, to_unicode]: [Ref; 3], other: [Ref; 5]) {
    pdf.type0_font(font).base_font(HIDDEN).encoding_predefined(Name(b"Identity-H")).descendant_font(cid_font).to_unicode(to_unicode);
    let mut glyphs = pdf.cid_font(cid_font);
    glyphs.subtype(CidFontType::Type2).base_font(HIDDEN).system_info(SYSTEM).font_descriptor(other[2]).default_width(1000.0);
    glyphs.cid_to_gid_map_predefined(Name(b"Identity"));
    glyphs.finish();
    let mut unicode = UnicodeCmap::<u16>::new(Name(b"Quincunx"), SYSTEM);
    hidden.iter().for_each(|(&character, &code)| unicode.pair(code, character));
    pdf.cmap(to_unicode, unicode.finish().as_slice());
}

/// The name of a graphics state with these opacities of fill and stroke.
fn state_name([fill, stroke]: [u8; 2]) -> String {
    format!("F{fill}S{stroke}")
}

/// A number with at most three decimals.
fn rounded(number: f32) -> f32 {
    (number * 1000.0).round() / 1000.0
}

/// Red, green and blue from 0 to 1.
fn parts(color: Color) -> [f32; 3] {
    [color.r, color.g, color.b].map(|part| rounded(f32::from(part) / 255.0))
}

/// Adds the lines between these points to the path.
fn trace(content: &mut Content, points: &[Vec2]) {
    for (place, point) in points.iter().enumerate() {
        let (x, y) = (rounded(point.x), rounded(point.y));
        if place == 0 {
            content.move_to(x, y)
        } else {
            content.line_to(x, y)
        };
    }
}

/// Adds a rectangle with rounded corners to the path. A radius of half its side makes it a circle.
fn rounded_rectangle(content: &mut Content, min: Vec2, max: Vec2, radius: f32) {
    let size = max - min;
    let radius = radius.min(size.min_element() / 2.0);
    if radius <= 0.0 {
        content.rect(rounded(min.x), rounded(min.y), rounded(size.x), rounded(size.y));
        return;
    }
    // Each corner with the direction in which the path arrives there.
    let corners = [(at(max.x, min.y), Vec2::X), (max, Vec2::Y), (at(min.x, max.y), Vec2::NEG_X), (min, Vec2::NEG_Y)];
    content.move_to(rounded(min.x + radius), rounded(min.y));
    for (corner, along) in corners {
        let onwards = at(-along.y, along.x);
        let [from, first, second, to] = [
            corner - along * radius,
            corner - along * radius * (1.0 - QUARTER),
            corner + onwards * radius * (1.0 - QUARTER),
            corner + onwards * radius,
        ]
        .map(|point| point.to_array().map(rounded));
        content.line_to(from[0], from[1]).cubic_to(first[0], first[1], second[0], second[1], to[0], to[1]);
    }
    content.close_path();
}

/// One weight of the bundled typeface, with the glyphs that are used.
struct Typeface {
    face: &'static Face,
    /// Numbers the used glyphs from 1.
    used: GlyphRemapper,
    /// The characters of the used glyphs.
    characters: BTreeMap<u16, String>,
}

impl Typeface {
    fn new(bold: bool) -> Self {
        Self { face: fonts::bundled(bold), used: GlyphRemapper::new(), characters: BTreeMap::new() }
    }

    /// The name in the file.
    fn name(&self) -> Name<'static> {
        Name(self.face.name.as_bytes())
    }

    /// Returns the code of a glyph in the file.
    fn code(&mut self, glyph: &Glyph) -> u16 {
        let code = self.used.remap(glyph.id.to_u32() as u16);
        if glyph.id != GlyphId::NOTDEF && !glyph.text.is_empty() {
            self.characters.entry(code).or_insert_with(|| glyph.text.clone());
        }
        code
    }

    /// The width of a glyph at size 1.
    fn width(&self, glyph: GlyphId) -> f32 {
        self.face.font().glyph_metrics(Size::new(1.0), LocationRef::default()).advance_width(glyph).unwrap_or_default()
    }

    fn write(&self, pdf: &mut Pdf, [font, cid_font, descriptor, file, to_unicode]: [Ref; 5]) {
        // A font of which only some glyphs are embedded has six letters before its name.
        let name = format!("QNCNXA+{}", self.face.name);
        let name = Name(name.as_bytes());
        let metrics = self.face.font().metrics(Size::new(1000.0), LocationRef::default());
        let bounds = metrics.bounds.unwrap_or_default();
        pdf.type0_font(font).base_font(name).encoding_predefined(Name(b"Identity-H")).descendant_font(cid_font).to_unicode(to_unicode);
        let mut glyphs = pdf.cid_font(cid_font);
        glyphs.subtype(CidFontType::Type2).base_font(name).system_info(SYSTEM).font_descriptor(descriptor).default_width(0.0);
        glyphs.cid_to_gid_map_predefined(Name(b"Identity"));
        let widths = self.used.remapped_gids().map(|glyph| (1000.0 * self.width(GlyphId::from(glyph))).round());
        glyphs.widths().consecutive(0, widths);
        glyphs.finish();
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(bounds.x_min, bounds.y_min, bounds.x_max, bounds.y_max))
            .italic_angle(0.0)
            .ascent(metrics.ascent)
            .descent(metrics.descent)
            .cap_height(1000.0 * fonts::CAP_HEIGHT)
            .stem_v(if ptr::eq(self.face, &**fonts::bundled(true)) { 140.0 } else { 90.0 })
            .font_file2(file);
        let subset = subsetter::subset((*self.face.data).as_ref(), 0, &self.used).expect("the bundled typeface can be cut down");
        pdf.stream(file, &compress_to_vec_zlib(&subset, COMPRESSION))
            .filter(Filter::FlateDecode)
            .pair(Name(b"Length1"), subset.len() as i32);
        let mut unicode = UnicodeCmap::<u16>::new(Name(b"Quincunx"), SYSTEM);
        self.characters.iter().for_each(|(&code, text)| unicode.pair_with_multiple(code, text.chars()));
        pdf.cmap(to_unicode, unicode.finish().as_slice());
    }
}

#[cfg(test)]
mod tests {
    use miniz_oxide::inflate::decompress_to_vec_zlib;
    use skrifa::FontRef;

    use super::*;

    const RED: Color = Color::rgb(0xFF0000);

    /// The operators of the only page, without those that begin every page.
    fn operators(shape: Shape) -> String {
        let mut page = Picture::<()>::new(at(0.0, 0.0), at(100.0, 50.0), "page");
        page.shapes.push(shape);
        let content = decompress_to_vec_zlib(&Resources::new(fonts::system()).content(&page)).unwrap();
        let text = String::from_utf8(content).unwrap();
        text.strip_prefix("1 0 0 -1 0 50 cm\n1 J").unwrap().replace('\n', " ").trim().to_owned()
    }

    #[test]
    fn each_shape_is_painted() {
        let thin = Stroke::new(0.25, Color::BLACK);
        let points = vec![at(0.0, 0.0), at(1.0 / 3.0, 10.0), at(5.0, 2.0)];
        assert_eq!(
            operators(Shape::Polygon { points: points.clone(), fill: RED, stroke: Stroke::NONE }),
            "1 0 0 rg 0 0 m 0.333 10 l 5 2 l h f"
        );
        assert_eq!(operators(Shape::Line { points, stroke: thin }), "0 0 0 RG 0.25 w 1 j 0 0 m 0.333 10 l 5 2 l S");
        let rectangle = |radius, fill| operators(Shape::Rectangle { min: at(1.0, 2.0), max: at(4.0, 6.5), radius, fill, stroke: thin });
        assert_eq!(rectangle(0.0, Color::CLEAR), "0 0 0 RG 0.25 w 0 j 1 2 3 4.5 re S");
        assert_eq!(rectangle(0.0, RED.fade(0.5)), "/F128S255 gs 1 0 0 rg 0 0 0 RG 0.25 w 0 j 1 2 3 4.5 re B");
        assert_eq!(rectangle(1.0, RED).matches(" c").count(), 4, "four round corners");
        assert_eq!(operators(Shape::Circle { center: at(1.0, 2.0), radius: 3.0, fill: Color::CLEAR, stroke: Stroke::NONE }), "");
    }

    #[test]
    fn text_is_anchored_and_moved_to_its_baseline() {
        let x = |anchor| {
            let text = Shape::Text { at: at(50.0, 20.0), anchor, size: 10.0, bold: false, color: RED, text: "HH".to_owned() };
            let operators = operators(text);
            let matrix = operators.split_once("1 0 0 -1 ").unwrap().1;
            let (x, y) = matrix.split_once(" Tm").unwrap().0.split_once(' ').unwrap();
            assert_eq!(y, "23.635", "{operators}");
            x.parse::<f32>().unwrap()
        };
        let (start, middle, end) = (x(Anchor::Start), x(Anchor::Middle), x(Anchor::End));
        assert_eq!(start, 50.0);
        let width = 10.0 * fonts::line("HH", false, fonts::system()).width;
        assert!((start - end - width).abs() < 0.01 && (start - middle - width / 2.0).abs() < 0.01, "{start} {middle} {end}");
    }

    #[test]
    fn the_same_pages_give_the_same_file() {
        let page = |text: &str| {
            let mut page = Picture::<()>::new(at(0.0, 0.0), at(100.0, 50.0), text);
            page.text(at(50.0, 25.0), 10.0, true, RED.fade(0.5), text);
            page
        };
        let pages = [page("One"), page("Zwölf")];
        let bytes = write(&pages, "Book");
        assert_eq!(bytes, write(&pages, "Book"));
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.starts_with("%PDF-1.7") && text.trim_end().ends_with("%%EOF"));
        assert!(text.contains("/Count 2") && text.contains("/MediaBox [0 0 100 50]") && text.contains("/F128S255"), "{text}");
    }

    #[test]
    fn letters_of_a_systems_font_are_outlines_above_invisible_text() {
        let fallback = base::testing::squares();
        let mut page = Picture::<()>::new(at(0.0, 0.0), at(100.0, 50.0), "page");
        page.text(at(50.0, 25.0), 10.0, false, RED, "AV 漢b");
        let mut resources = Resources::new(&fallback);
        let content = String::from_utf8(decompress_to_vec_zlib(&resources.content(&page)).unwrap()).unwrap();
        assert_eq!(content.matches("/Inter-Regular 10 Tf").count(), 2, "before and after: {content}");
        assert!(content.contains("] TJ"), "letters are kerned: {content}");
        assert!(content.contains("h\nf\nq\nBT\n/Hidden 10 Tf\n100 Tz\n3 Tr\n"), "{content}");
        assert_eq!(resources.hidden, BTreeMap::from([('漢', 1)]));
        let bytes = write_with(&[page], "One\u{7} line\nof 漢", &fallback);
        assert!(has(&bytes, b"/FontFile2") && has(&bytes, b"/BaseFont /Hidden"));
        let title: String = "One line of 漢".encode_utf16().map(|unit| format!("{unit:04X}")).collect();
        assert!(has(&bytes, format!("<FEFF{title}>").as_bytes()), "the title has no control characters");
    }

    fn has(bytes: &[u8], part: &[u8]) -> bool {
        bytes.windows(part.len()).any(|window| window == part)
    }

    #[test]
    fn every_glyph_can_be_embedded() {
        for bold in [false, true] {
            let mut typeface = Typeface::new(bold);
            let font = typeface.face.font();
            font.charmap().mappings().for_each(|(_, glyph)| {
                typeface.used.remap(glyph.to_u32() as u16);
            });
            let subset = subsetter::subset((*typeface.face.data).as_ref(), 0, &typeface.used).unwrap();
            assert!(FontRef::new(&subset).is_ok());
        }
    }
}
