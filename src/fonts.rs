//! The typeface of window and pictures: Inter in two weights, embedded in the program.
//!
//! The system's fonts are never used, so a picture is the same on every machine. assets/fonts/README.md explains how the files were made,
//! and why all digits have the same width. The window and the export load these bytes themselves.

/// The name of the font family, for SVG.
pub const FAMILY: &str = "Inter";

/// Inter Regular, a TrueType font of weight 400.
pub const REGULAR: &[u8] = include_bytes!("../assets/fonts/Inter-Regular.ttf");

/// Inter SemiBold, a TrueType font of weight [`BOLD_WEIGHT`].
pub const BOLD: &[u8] = include_bytes!("../assets/fonts/Inter-SemiBold.ttf");

/// The height of a capital letter relative to the font size, in both weights.
pub const CAP_HEIGHT: f32 = 0.727;

/// The `font-weight` that selects [`BOLD`] in SVG.
pub const BOLD_WEIGHT: u16 = 600;

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
            let expected = width("0,000.0×", weight);
            for digit in '1'..='9' {
                let number = "0,000.0×".replace('0', &digit.to_string());
                assert_eq!(width(&number, weight), expected, "{number} at weight {weight}");
            }
        }
    }

    #[test]
    fn letters_are_kerned() {
        assert!(width("AV", 400) < width("A", 400) + width("V", 400));
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

    fn width(text: &str, weight: u16) -> f32 {
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
