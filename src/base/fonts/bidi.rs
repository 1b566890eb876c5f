//! The order in which text is drawn that is written from right to left.

use std::ops::Range;

use unicode_bidi::{BidiClass, Level, ParagraphBidiInfo, bidi_class};

/// A part of a text whose characters are all written in one direction.
pub struct Part {
    /// Where it is in the text.
    pub range: Range<usize>,
    /// Whether that direction is from right to left.
    pub is_right_to_left: bool,
}

/// The parts of a line of text, from left to right on the paper.
pub fn parts(text: &str) -> Vec<Part> {
    if text.is_ascii() {
        return vec![Part { range: 0..text.len(), is_right_to_left: false }];
    }
    let (levels, runs) = ParagraphBidiInfo::new(text, None).visual_runs(0..text.len());
    let part = |range: Range<usize>| Part { is_right_to_left: levels.get(range.start).is_some_and(Level::is_rtl), range };
    runs.into_iter().map(part).collect()
}

/// Whether the character belongs to the one before it: an accent, or an invisible one.
pub(super) fn is_mark(character: char) -> bool {
    bidi_class(character) == BidiClass::NSM || is_invisible(character)
}

/// Whether the character is invisible, and only says how others are written.
pub(super) fn is_invisible(character: char) -> bool {
    use BidiClass::{BN, FSI, LRE, LRI, LRO, PDF, PDI, RLE, RLI, RLO};
    let marks_direction = matches!(character, '\u{61C}' | '\u{200E}' | '\u{200F}');
    let selects_form = matches!(character, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}');
    marks_direction || selects_form || matches!(bidi_class(character), BN | FSI | LRE | LRI | LRO | PDF | PDI | RLE | RLI | RLO)
}

/// Whether a text has letters that are written from right to left.
pub fn has_right_to_left(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_right_to_left)
}

fn is_right_to_left(character: char) -> bool {
    matches!(bidi_class(character), BidiClass::R | BidiClass::AL)
}

/// Whether two characters beside each other belong to a word from right to left.
pub fn is_one_word(one: char, next: char) -> bool {
    let fits = |character| is_right_to_left(character) || bidi_class(character) == BidiClass::NSM;
    fits(one) && fits(next)
}

/// The character that has the direction of a word.
pub fn representative(mut word: impl Iterator<Item = char> + Clone) -> char {
    word.clone().find(|&character| is_right_to_left(character)).or_else(|| word.next()).unwrap_or_default()
}

/// The character that is drawn in place of this one from right to left: mostly itself, but the other bracket in place of a bracket.
pub fn mirrored(character: char) -> char {
    const PAIRS: [(char, char); 7] = [('(', ')'), ('[', ']'), ('{', '}'), ('<', '>'), ('«', '»'), ('‹', '›'), ('≤', '≥')];
    let other = |&(left, right): &(char, char)| match character {
        _ if character == left => Some(right),
        _ if character == right => Some(left),
        _ => None,
    };
    PAIRS.iter().find_map(other).unwrap_or(character)
}
