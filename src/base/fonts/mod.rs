//! The typeface of window and pictures: Inter in two weights, embedded in the program.
//!
//! What it can draw is the same on every machine; other writing systems are drawn by the system's fonts. assets/fonts/README.md explains
//! how the files were made, and why all digits have the same width.

mod line;
mod fallback;
pub mod bidi;

use std::sync::LazyLock;

pub use fallback::{DRAWN_SIZE, Face, Fallback, system};
pub use line::{Glyph, Line, bundled, line};

use skrifa::{FontRef, MetadataProvider, instance::LocationRef, instance::Size};

// Not constants, of which each part of the program that is compiled by itself has a copy.

/// Inter Regular, a TrueType font of weight 400.
pub static REGULAR: &[u8] = include_bytes!("../../../assets/fonts/Inter-Regular.ttf");

/// Inter SemiBold, a TrueType font of weight 600.
pub static BOLD: &[u8] = include_bytes!("../../../assets/fonts/Inter-SemiBold.ttf");

/// The height of a capital letter relative to the font size, in both weights.
pub const CAP_HEIGHT: f32 = 0.727;

/// The weight of [`BOLD`], from 1 to 1000.
const BOLD_WEIGHT: u16 = 600;

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
    use skrifa::GlyphId;

    use super::*;
    use crate::testing::squares;

    /// The characters that labels need beyond ASCII.
    const SIGNS: &str = "×−±≤≥≠≈·…–—‘’“”°²³½µ→←↑↓▲▼▶◀●○★✓✗⌘⌥⇧€äéßłőșĞ";

    /// A system that must not be asked.
    fn none() -> Fallback {
        Fallback::new(|| panic!("the system's fonts are not needed"))
    }

    #[test]
    fn every_character_of_a_label_has_a_glyph() {
        let ascii: String = (' '..='~').collect();
        let languages = "Чашка ґанок Ώμέγα ế Ự ặ o\u{323}";
        for bold in [false, true] {
            for text in [&ascii, SIGNS, languages] {
                let line = line(text, bold, &none());
                assert!(line.glyphs.iter().all(|glyph| glyph.id != GlyphId::NOTDEF), "{text}");
            }
        }
    }

    #[test]
    fn all_digits_have_the_same_width() {
        for bold in [false, true] {
            let expected = line("0,000.0×", bold, &none()).width;
            for digit in '1'..='9' {
                let number = "0,000.0×".replace('0', &digit.to_string());
                assert_eq!(line(&number, bold, &none()).width, expected, "{number}, bold: {bold}");
            }
        }
    }

    #[test]
    fn letters_are_kerned() {
        let width = |text| line(text, false, &none()).width;
        assert!(width("AV") < width("A") + width("V"));
    }

    #[test]
    fn summed_widths_are_close_to_those_that_are_drawn() {
        for bold in [false, true] {
            for text in ["never 2 or 3", "1,204 of 2,098 solutions remain", "× 12 %"] {
                let (summed, drawn) = (width(text, bold), line(text, bold, &none()).width);
                assert!((drawn..drawn + 0.3).contains(&summed), "{text}: {summed} {drawn}");
            }
        }
    }

    #[test]
    fn an_x_between_digits_stays_a_letter() {
        assert_eq!(line("5x6", false, &none()).glyphs[1].id, line("x", false, &none()).glyphs[0].id);
    }

    /// What is drawn from left to right: the characters of the font of the tests with their widths, and the others.
    fn drawn(text: &str) -> String {
        let glyph = |glyph: &Glyph| {
            let width = (1000.0 * glyph.advance).round();
            if glyph.face.name == "Squares-Regular" { format!("[{}{width}]", glyph.text) } else { glyph.text.clone() }
        };
        line(text, false, &squares()).glyphs.iter().map(glyph).collect()
    }

    #[test]
    fn the_systems_fonts_draw_what_the_bundled_typeface_lacks() {
        for (text, expected) in [
            ("Cube", "Cube"),
            ("a漢b", "a[漢1000]b"),
            ("á漢", "á[漢1000]"),
            ("no \u{7}control\tcharacters\n", "no control characters "),
            // From right to left, also the words; numbers and Latin words aren't.
            ("אבג", "[ג300][ב200][א100]"),
            ("אב גד", "[ד400][ג300] [ב200][א100]"),
            ("a אב 12 גד b", "a [ד400][ג300] 12 [ב200][א100] b"),
            ("א (ב)", "([ב200]) [א100]"),
            // The forms of a letter at the beginning, in the middle, at the end and alone.
            ("ببب ب", "[ب550] [ب700][ب650][ب600]"),
            // An accent and its letter are drawn by one font.
            ("漢\u{301}", "[漢\u{301}1000][0]"),
            ("e\u{301}", "e\u{301}"),
        ] {
            assert_eq!(drawn(text), expected, "{text}");
        }
    }

    #[test]
    fn a_character_without_a_font_is_a_box_and_reported_once() {
        let fallback = squares();
        assert_eq!(fallback.complaint(), None);
        // The font has the emoji, but draws nothing for it.
        for bold in [false, true] {
            let line = line("a漢☃😀", bold, &fallback);
            assert_eq!(line.glyphs.iter().map(|glyph| glyph.id == GlyphId::NOTDEF).collect::<Vec<_>>(), [false, false, true, true]);
        }
        assert!(fallback.complaint().is_some_and(|complaint| complaint.contains("has ☃ (U+2603) and 1 other,")));
        assert_eq!(fallback.complaint(), None);
        line("☃中", false, &fallback);
        assert!(fallback.complaint().is_some_and(|complaint| complaint.contains("has ☃ (U+2603) and 2 others,")));
    }

    #[test]
    fn families_without_serifs_come_first() {
        let mut names = ["Noto Serif", "Courier Mono", "Noto Sans Mono", "DejaVu Sans", "Noto Sans", "Aldine"]
            .map(|name| (fallback::rank(name, false, None), name));
        names.sort_unstable();
        assert_eq!(names.map(|(_, name)| name), ["Noto Sans", "DejaVu Sans", "Aldine", "Noto Serif", "Noto Sans Mono", "Courier Mono"]);
    }

    #[test]
    fn han_characters_have_the_forms_of_the_language() {
        for (language, best) in
            [(None, "SC"), (Some("de_DE.UTF-8"), "SC"), (Some("ja_JP.UTF-8"), "JP"), (Some("zh_TW.UTF-8"), "TC"), (Some("zh_CN"), "SC")]
        {
            let first = ["HK", "JP", "KR", "SC", "TC"]
                .into_iter()
                .min_by_key(|region| fallback::rank(&format!("Noto Sans CJK {region}"), false, language));
            assert_eq!(first, Some(best), "{language:?}");
        }
    }
}
