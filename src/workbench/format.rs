//! What limits the texts of all save files: their maximum size, and the blanks in them.

/// The size limit for reading, in bytes. No position comes close, and parsing needs several times the size of the file.
pub const MAX_BYTES: u64 = 4 << 20;

/// Whether the parser skips this character between values. Other blanks, such as a no-break space, are errors.
pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
}
