//! Writes a picture as SVG. The same picture always gives the same text.
//!
//! Letters are outlines, so that the file needs no font. Each is there once, and each text is also in it as a label.

use std::{
    collections::BTreeMap,
    fmt::{self, Write as _},
};

use glam::Vec2;
use skrifa::outline::OutlinePen;

use super::Paper;
use base::{
    fonts::{self, DRAWN_SIZE, Fallback, Glyph},
    picture::{Anchor, Color, Picture, Shape, Stroke, at},
    text::drawable,
};

/// Returns the text of the SVG file.
pub fn write<S>(picture: &Picture<S>, paper: &Paper) -> String {
    write_with(picture, paper, fonts::system())
}

fn write_with<S>(picture: &Picture<S>, paper: &Paper, fallback: &Fallback) -> String {
    let mut body = Body { svg: String::new(), glyphs: BTreeMap::new(), fallback };
    let mut svg = String::new();
    body.write_shapes(picture, paper)
        .and_then(|()| write_picture(&mut svg, picture, paper, &body))
        .expect("writing to a String never fails");
    svg
}

fn write_picture<S>(svg: &mut String, picture: &Picture<S>, paper: &Paper, body: &Body<'_>) -> fmt::Result {
    let (min, max) = (picture.min, picture.max_on_paper());
    let size = max - min;
    let [width, height] = paper.pixels(size);
    let view_box = format!("{} {} {} {}", Number(min.x), Number(min.y), Number(size.x), Number(size.y));
    // Without the old name of the attribute `href`, some programs draw no letters.
    let names = if body.glyphs.is_empty() { "" } else { r#" xmlns:xlink="http://www.w3.org/1999/xlink""# };
    writeln!(svg, r#"<svg xmlns="http://www.w3.org/2000/svg"{names} role="img" width="{width}" height="{height}" viewBox="{view_box}">"#)?;
    writeln!(svg, "<title>{}</title>", Escaped(&picture.label))?;
    if !body.glyphs.is_empty() {
        writeln!(svg, "<defs>")?;
        for (name, outline) in &body.glyphs {
            writeln!(svg, r#"<path id="{name}" d="{outline}"/>"#)?;
        }
        writeln!(svg, "</defs>")?;
    }
    writeln!(svg, "{}</svg>", body.svg)
}

/// The shapes of a picture, and the glyphs that they use.
struct Body<'a> {
    svg: String,
    /// The outlines by their names.
    glyphs: BTreeMap<String, String>,
    fallback: &'a Fallback,
}

impl Body<'_> {
    fn write_shapes<S>(&mut self, picture: &Picture<S>, paper: &Paper) -> fmt::Result {
        if let Some(fill) = paper.ground {
            let (min, max) = (picture.min, picture.max_on_paper());
            self.write_shape(&Shape::Rectangle { min, max, radius: 0.0, fill, stroke: Stroke::NONE })?;
        }
        picture.shapes_on_paper().try_for_each(|shape| self.write_shape(shape))
    }

    fn write_shape(&mut self, shape: &Shape) -> fmt::Result {
        let svg = &mut self.svg;
        match shape {
            Shape::Polygon { points, fill, stroke } => {
                write!(svg, r#"<polygon points="{}"{}"#, Points(points), Paint("fill", *fill))?;
                write!(svg, "{}{}", Outline(*stroke), if 0.0 < stroke.width { r#" stroke-linejoin="round""# } else { "" })?;
            }
            Shape::Rectangle { min, max, radius, fill, stroke } => {
                let size = *max - *min;
                write!(svg, r#"<rect x="{}" y="{}""#, Number(min.x), Number(min.y))?;
                write!(svg, r#" width="{}" height="{}""#, Number(size.x), Number(size.y))?;
                if 0.0 < *radius {
                    write!(svg, r#" rx="{}""#, Number(*radius))?;
                }
                write!(svg, "{}{}", Paint("fill", *fill), Outline(*stroke))?;
            }
            Shape::Circle { center, radius, fill, stroke } => {
                write!(svg, r#"<circle cx="{}" cy="{}" r="{}""#, Number(center.x), Number(center.y), Number(*radius))?;
                write!(svg, "{}{}", Paint("fill", *fill), Outline(*stroke))?;
            }
            Shape::Line { points, stroke } => {
                write!(svg, r#"<polyline points="{}" fill="none"{}"#, Points(points), Outline(*stroke))?;
                write!(svg, r#" stroke-linecap="round" stroke-linejoin="round""#)?;
            }
            Shape::Text { at, anchor, size, bold, color, text } => return self.write_text(*at, *anchor, *size, *bold, *color, text),
        }
        writeln!(svg, "/>")
    }

    fn write_text(&mut self, point: Vec2, anchor: Anchor, size: f32, bold: bool, color: Color, text: &str) -> fmt::Result {
        let line = fonts::line(text, bold, self.fallback);
        // SVG positions text by its baseline, a picture by the middle of the capitals.
        let start = point + size * at(-anchor.share() * line.width, fonts::CAP_HEIGHT / 2.0);
        write!(self.svg, r#"<g aria-label="{}" transform="translate({} {})"#, Escaped(text), Number(start.x), Number(start.y))?;
        write!(self.svg, r#" scale({})"{}>"#, size / DRAWN_SIZE, Paint("fill", color))?;
        for glyph in line.glyphs {
            let mut outline = Path(String::new());
            glyph.face.draw(glyph.id, &mut outline);
            if !outline.0.is_empty() {
                let name = name(&glyph);
                write!(self.svg, r##"<use xlink:href="#{name}"{}/>"##, Place(glyph.at * DRAWN_SIZE))?;
                self.glyphs.insert(name, outline.0);
            }
        }
        writeln!(self.svg, "</g>")
    }
}

/// The name of a glyph in the file. The same glyph has the same name in all files, so that they can be put into one page.
fn name(glyph: &Glyph) -> String {
    let font: String = glyph.face.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
    format!("{font}-{}", glyph.id.to_u32())
}

/// Where a glyph is drawn, unless that is the beginning of the text.
struct Place(Vec2);

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, offset) in [("x", self.0.x), ("y", self.0.y)] {
            if offset != 0.0 {
                write!(f, r#" {name}="{}""#, Number(offset))?;
            }
        }
        Ok(())
    }
}

/// Writes an outline, y downwards.
struct Path(String);

impl Path {
    fn add(&mut self, operator: char, points: &[[f32; 2]]) {
        self.0.push(operator);
        for (index, [x, y]) in points.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(self.0, "{space}{} {}", Number(*x), Number(-y)).expect("writing to a String never fails");
        }
    }
}

impl OutlinePen for Path {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add('M', &[[x, y]]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add('L', &[[x, y]]);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.add('Q', &[[cx, cy], [x, y]]);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        self.add('C', &[[ax, ay], [bx, by], [x, y]]);
    }

    fn close(&mut self) {
        self.0.push('Z');
    }
}

/// A number with at most three decimals, without trailing zeros.
struct Number(f32);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rounded = format!("{:.3}", self.0);
        let short = rounded.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if short == "-0" { "0" } else { short })
    }
}

struct Points<'a>(&'a [Vec2]);

impl fmt::Display for Points<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, point) in self.0.iter().enumerate() {
            let space = if i == 0 { "" } else { " " };
            write!(f, "{space}{},{}", Number(point.x), Number(point.y))?;
        }
        Ok(())
    }
}

/// A colour attribute, followed by one for the opacity unless it is opaque.
struct Paint(&'static str, Color);

impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(attribute, Color { r, g, b, a }) = self;
        match a {
            0 => write!(f, r#" {attribute}="none""#),
            255 => write!(f, " {attribute}=\"#{r:02x}{g:02x}{b:02x}\""),
            _ => write!(f, " {attribute}=\"#{r:02x}{g:02x}{b:02x}\" {attribute}-opacity=\"{}\"", Number(f32::from(*a) / 255.0)),
        }
    }
}

struct Outline(Stroke);

impl fmt::Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.width <= 0.0 || self.0.color.a == 0 {
            return Ok(());
        }
        write!(f, r#"{} stroke-width="{}""#, Paint("stroke", self.0.color), Number(self.0.width))
    }
}

/// A text escaped for XML contents and attributes.
struct Escaped<'a>(&'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        drawable(self.0).chars().try_for_each(|character| match character {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            // XML can't represent these characters.
            '\u{FFFE}' | '\u{FFFF}' => f.write_char(char::REPLACEMENT_CHARACTER),
            other => f.write_char(other),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shape: Shape, expected: &str) {
        assert_eq!(body(&shape).svg, format!("{expected}\n"));
    }

    fn body(shape: &Shape) -> Body<'static> {
        let mut body = Body { svg: String::new(), glyphs: BTreeMap::new(), fallback: fonts::system() };
        body.write_shape(shape).unwrap();
        body
    }

    const RED: Color = Color::rgb(0xFF0010);
    const THIN: Stroke = Stroke::new(0.25, Color::BLACK);

    #[test]
    fn each_shape_becomes_an_element() {
        let points = vec![at(0.0, -0.0001), at(1.0 / 3.0, 10.0), at(-1.5, 2.0)];
        check(
            Shape::Polygon { points: points.clone(), fill: RED, stroke: THIN },
            r##"<polygon points="0,0 0.333,10 -1.5,2" fill="#ff0010" stroke="#000000" stroke-width="0.25" stroke-linejoin="round"/>"##,
        );
        check(
            Shape::Line { points, stroke: THIN },
            r##"<polyline points="0,0 0.333,10 -1.5,2" fill="none" stroke="#000000" stroke-width="0.25" stroke-linecap="round" stroke-linejoin="round"/>"##,
        );
        check(
            Shape::Rectangle { min: at(1.0, 2.0), max: at(4.0, 6.5), radius: 0.0, fill: RED.fade(0.5), stroke: Stroke::NONE },
            r##"<rect x="1" y="2" width="3" height="4.5" fill="#ff0010" fill-opacity="0.502"/>"##,
        );
        check(
            Shape::Rectangle { min: at(1.0, 2.0), max: at(4.0, 6.5), radius: 0.5, fill: Color::CLEAR, stroke: THIN },
            r##"<rect x="1" y="2" width="3" height="4.5" rx="0.5" fill="none" stroke="#000000" stroke-width="0.25"/>"##,
        );
        check(
            Shape::Circle { center: at(1.0, 2.0), radius: 3.0, fill: RED, stroke: Stroke::new(1.0, Color::CLEAR) },
            r##"<circle cx="1" cy="2" r="3" fill="#ff0010"/>"##,
        );
    }

    #[test]
    fn text_is_drawn_as_outlines_on_its_baseline() {
        let text =
            |anchor, text: &str| Shape::Text { at: at(1.0, 2.0), anchor, size: 2.048, bold: true, color: RED, text: text.to_string() };
        let wide = 2.048 * fonts::line("HH", true, fonts::system()).width;
        for (anchor, x) in [(Anchor::Start, 1.0), (Anchor::Middle, 1.0 - wide / 2.0), (Anchor::End, 1.0 - wide)] {
            let Body { svg, glyphs, .. } = body(&text(anchor, "HH"));
            let (name, outline) = glyphs.first_key_value().unwrap();
            assert!(name.starts_with("Inter-SemiBold-") && outline.starts_with('M') && outline.ends_with('Z'), "{name}: {outline}");
            assert_eq!(glyphs.len(), 1, "each glyph is there once");
            let start = format!("<g aria-label=\"HH\" transform=\"translate({} 2.744) scale(0.001)\" fill=\"#ff0010\">", Number(x));
            let uses = svg.strip_prefix(&start).unwrap_or_else(|| panic!("{svg} {start}"));
            assert_eq!(uses.matches(&format!("<use xlink:href=\"#{name}\"")).count(), 2, "{uses}");
        }
        let Body { svg, .. } = body(&text(Anchor::Start, "A<\"&\">\u{7}\t"));
        assert!(svg.starts_with("<g aria-label=\"A&lt;&quot;&amp;&quot;&gt; \" "), "{svg}");
    }

    #[test]
    fn letters_of_a_systems_font_are_outlines_too() {
        let mut picture = Picture::<()>::new(at(0.0, 0.0), at(4.0, 2.0), "漢");
        picture.text(at(2.0, 1.0), 1.0, false, RED, "a漢 ב");
        let svg = write_with(&picture, &Paper { longer_side: 400, ground: None }, &base::testing::squares());
        for part in ["<title>漢</title>", "aria-label=\"a漢 ב\"", "id=\"Squares-Regular-2\"", "<use xlink:href=\"#Squares-Regular-2\" x="]
        {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert!(!svg.contains("<text") && !svg.contains("font"), "{svg}");
        let pixels = image::load_from_memory(&crate::png::render(&svg).unwrap()).unwrap().to_rgba8();
        assert!(pixels.pixels().filter(|pixel| pixel.0 == [255, 0, 16, 255]).count() > 5_000, "two squares are filled");
    }

    #[test]
    fn a_picture_has_size_title_and_ground() {
        let picture = Picture::<()>::new(at(-1.0, 0.0), at(2.0, 2.0), "one & two");
        let head = r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="300" height="200" viewBox="-1 0 3 2">"#;
        let transparent = Paper { longer_side: 300, ground: None };
        assert_eq!(write(&picture, &transparent), format!("{head}\n<title>one &amp; two</title>\n</svg>\n"));
        let red = Paper { ground: Some(RED), ..transparent };
        let ground = r##"<rect x="-1" y="0" width="3" height="2" fill="#ff0010"/>"##;
        assert_eq!(write(&picture, &red), format!("{head}\n<title>one &amp; two</title>\n{ground}\n</svg>\n"));
    }
}
