//! Writes a picture as SVG. The same picture always gives the same text.

use std::fmt::{self, Write as _};

use glam::Vec2;

use super::Paper;
use crate::{
    fonts,
    picture::{Anchor, Color, Picture, Shape, Stroke, at},
};

/// Returns the text of the SVG file.
pub fn write<S>(picture: &Picture<S>, paper: &Paper) -> String {
    let mut svg = String::new();
    write_picture(&mut svg, picture, paper).expect("writing to a String never fails");
    svg
}

fn write_picture<S>(svg: &mut String, picture: &Picture<S>, paper: &Paper) -> fmt::Result {
    let (min, max) = (picture.min, picture.max_on_paper());
    let size = max - min;
    let [width, height] = paper.pixels(size);
    let view_box = format!("{} {} {} {}", Number(min.x), Number(min.y), Number(size.x), Number(size.y));
    // Browsers would show serifs where the typeface isn't installed.
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" viewBox="{view_box}" font-family="{}, sans-serif">"#,
        fonts::FAMILY
    )?;
    writeln!(svg, "<title>{}</title>", Escaped(&picture.label))?;
    if let Some(fill) = paper.ground {
        write_shape(svg, &Shape::Rectangle { min, max, radius: 0.0, fill, stroke: Stroke::NONE })?;
    }
    for shape in picture.shapes_on_paper() {
        write_shape(svg, shape)?;
    }
    writeln!(svg, "</svg>")
}

fn write_shape(svg: &mut String, shape: &Shape) -> fmt::Result {
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
        Shape::Text { at: point, anchor, size, bold, color, text } => {
            // SVG positions text by its baseline, a picture by the middle of the capitals.
            let baseline = *point + at(0.0, size * fonts::CAP_HEIGHT / 2.0);
            write!(svg, r#"<text x="{}" y="{}" font-size="{}""#, Number(baseline.x), Number(baseline.y), Number(*size))?;
            if *bold {
                write!(svg, r#" font-weight="{}""#, fonts::BOLD_WEIGHT)?;
            }
            return writeln!(svg, "{}{}>{}</text>", text_anchor(*anchor), Paint("fill", *color), Escaped(text));
        }
    }
    writeln!(svg, "/>")
}

fn text_anchor(anchor: Anchor) -> &'static str {
    match anchor {
        Anchor::Start => "",
        Anchor::Middle => r#" text-anchor="middle""#,
        Anchor::End => r#" text-anchor="end""#,
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
        self.0.chars().try_for_each(|character| match character {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\t' | '\n' => f.write_char(character),
            // XML can't represent these characters.
            '\u{FFFE}' | '\u{FFFF}' => f.write_char(char::REPLACEMENT_CHARACTER),
            control if control.is_control() => f.write_char(char::REPLACEMENT_CHARACTER),
            other => f.write_char(other),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shape: Shape, expected: &str) {
        let mut svg = String::new();
        write_shape(&mut svg, &shape).unwrap();
        assert_eq!(svg, format!("{expected}\n"));
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
    fn text_is_moved_to_its_baseline() {
        let text = |anchor, bold, text: &str| Shape::Text { at: at(1.0, 2.0), anchor, size: 2.0, bold, color: RED, text: text.to_string() };
        check(
            text(Anchor::Middle, true, "A<\"&\">\u{7}"),
            "<text x=\"1\" y=\"2.727\" font-size=\"2\" font-weight=\"600\" text-anchor=\"middle\" fill=\"#ff0010\">A&lt;&quot;&amp;&quot;&gt;\u{FFFD}</text>",
        );
        check(text(Anchor::Start, false, "b"), r##"<text x="1" y="2.727" font-size="2" fill="#ff0010">b</text>"##);
        check(text(Anchor::End, false, "b"), r##"<text x="1" y="2.727" font-size="2" text-anchor="end" fill="#ff0010">b</text>"##);
    }

    #[test]
    fn a_picture_has_size_title_and_ground() {
        let picture = Picture::<()>::new(at(-1.0, 0.0), at(2.0, 2.0), "one & two");
        let head = r#"<svg xmlns="http://www.w3.org/2000/svg" role="img" width="300" height="200" viewBox="-1 0 3 2" font-family="Inter, sans-serif">"#;
        let transparent = Paper { longer_side: 300, ground: None };
        assert_eq!(write(&picture, &transparent), format!("{head}\n<title>one &amp; two</title>\n</svg>\n"));
        let red = Paper { ground: Some(RED), ..transparent };
        let ground = r##"<rect x="-1" y="0" width="3" height="2" fill="#ff0010"/>"##;
        assert_eq!(write(&picture, &red), format!("{head}\n<title>one &amp; two</title>\n{ground}\n</svg>\n"));
    }
}
