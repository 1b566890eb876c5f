//! The typeface of window and pictures: Inter in two weights, embedded in the program.
//!
//! The system's fonts are never used, so a picture is the same on every machine. assets/fonts/README.md explains how the files were made,
//! and why all digits have the same width. The window and the export load these bytes themselves.

use std::sync::LazyLock;

use skrifa::{FontRef, MetadataProvider, instance::LocationRef, instance::Size};

/// The name of the font family, for SVG.
pub const FAMILY: &str = "Inter";

// Not constants, of which each part of the program that is compiled by itself has a copy.

/// Inter Regular, a TrueType font of weight 400.
pub static REGULAR: &[u8] = include_bytes!("../assets/fonts/Inter-Regular.ttf");

/// Inter SemiBold, a TrueType font of weight [`BOLD_WEIGHT`].
pub static BOLD: &[u8] = include_bytes!("../assets/fonts/Inter-SemiBold.ttf");

/// The height of a capital letter relative to the font size, in both weights.
pub const CAP_HEIGHT: f32 = 0.727;

/// The `font-weight` that selects [`BOLD`] in SVG.
pub const BOLD_WEIGHT: u16 = 600;

/// The width of a text at size 1: the sum of its letters' widths. Kerning makes most texts a little narrower.
pub fn width(text: &str, bold: bool) -> f32 {
    static REGULAR_WIDTHS: LazyLock<[f32; 128]> = LazyLock::new(|| std::array::from_fn(|code| letter_width(code as u8 as char, REGULAR)));
    static BOLD_WIDTHS: LazyLock<[f32; 128]> = LazyLock::new(|| std::array::from_fn(|code| letter_width(code as u8 as char, BOLD)));
    let (widths, font) = if bold { (&BOLD_WIDTHS, BOLD) } else { (&REGULAR_WIDTHS, REGULAR) };
    text.chars().map(|letter| widths.get(letter as usize).copied().unwrap_or_else(|| letter_width(letter, font))).sum()
}

fn letter_width(letter: char, font: &[u8]) -> f32 {
    let font = FontRef::new(font).expect("the bundled typeface is valid");
    let glyph = font.charmap().map(letter).unwrap_or_default();
    font.glyph_metrics(Size::new(1.0), LocationRef::default()).advance_width(glyph).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use resvg::usvg;

    /// The characters that labels need beyond ASCII.
    const SIGNS: &str = "×−±≤≥≠≈·…–—‘’“”°²³½µ→←↑↓▲▼▶◀●○★✓✗⌘⌥⇧€äéßłőșĞ";

    #[test]
    fn each_weight_is_found_by_family_and_weight() {
        for (weight, file) in [(400, REGULAR), (BOLD_WEIGHT, BOLD)] {
            let database = database();
            let query = usvg::fontdb::Query {
                families: &[usvg::fontdb::Family::Name(FAMILY)],
                weight: usvg::fontdb::Weight(weight),
                ..Default::default()
            };
            let face = database.query(&query).unwrap();
            assert_eq!(database.face(face).unwrap().weight, usvg::fontdb::Weight(weight));
            assert!(database.with_face_data(face, |data, _| data == file).unwrap());
        }
    }

    #[test]
    fn every_character_of_a_label_has_a_glyph() {
        let ascii: String = ('!'..='~').collect();
        for weight in [400, BOLD_WEIGHT] {
            for character in ascii.chars().chain(SIGNS.chars()) {
                assert!(!is_missing(character, weight), "{character:?} at weight {weight}");
            }
        }
    }

    #[test]
    fn a_character_outside_the_font_is_missing() {
        assert!(is_missing('\u{6F22}', 400));
    }

    #[test]
    fn all_digits_have_the_same_width() {
        for weight in [400, BOLD_WEIGHT] {
            let expected = drawn_width("0,000.0×", weight);
            for digit in '1'..='9' {
                let number = "0,000.0×".replace('0', &digit.to_string());
                assert_eq!(drawn_width(&number, weight), expected, "{number} at weight {weight}");
            }
        }
    }

    #[test]
    fn letters_are_kerned() {
        assert!(drawn_width("AV", 400) < drawn_width("A", 400) + drawn_width("V", 400));
    }

    #[test]
    fn widths_are_close_to_those_that_are_drawn() {
        for (bold, weight) in [(false, 400), (true, BOLD_WEIGHT)] {
            for text in ["never 2 or 3", "1,204 of 2,098 solutions remain", "× 12 %"] {
                // Drawn at size 32, without the space beside the first and the last letter.
                let (summed, drawn) = (32.0 * width(text, bold), drawn_width(text, weight));
                assert!((drawn - 2.0..drawn + 12.0).contains(&summed), "{text}: {summed} {drawn}");
            }
        }
    }

    #[test]
    fn an_x_between_digits_stays_a_letter() {
        assert_eq!(glyphs("5x6", 400)[1], glyphs("x", 400)[0]);
    }

    fn is_missing(character: char, weight: u16) -> bool {
        const NO_GLYPH: u32 = 0;
        glyphs(&character.to_string(), weight).contains(&NO_GLYPH)
    }

    fn glyphs(text: &str, weight: u16) -> Vec<u32> {
        let set = typeset(text, weight);
        set.layouted().iter().flat_map(|span| &span.positioned_glyphs).map(|glyph| glyph.id.0).collect()
    }

    fn drawn_width(text: &str, weight: u16) -> f32 {
        typeset(text, weight).bounding_box().width()
    }

    fn typeset(text: &str, weight: u16) -> usvg::Text {
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='999' height='99'>\
             <text y='50' font-family='{FAMILY}' font-weight='{weight}' font-size='32' xml:space='preserve'>{text}</text></svg>"
        );
        let options = usvg::Options { fontdb: database().into(), ..Default::default() };
        let tree = usvg::Tree::from_str(&svg, &options).unwrap();
        match &tree.root().children()[0] {
            usvg::Node::Text(text) => (**text).clone(),
            other => panic!("{other:?}"),
        }
    }

    fn database() -> usvg::fontdb::Database {
        let mut database = usvg::fontdb::Database::new();
        database.load_font_data(REGULAR.to_vec());
        database.load_font_data(BOLD.to_vec());
        database
    }
}
