//! What all save files have in common: their version, their maximum size and their first word.

/// The version of the format that is written. No older version was ever released.
pub const VERSION: u32 = 1;

/// The size limit for reading, in bytes. No position comes close, and parsing needs several times the size of the file.
pub const MAX_BYTES: u64 = 4 << 20;

/// The word at the start of every save file.
pub const STRUCT_NAME: &str = "Quincunx";

/// Whether the parser skips this character between values. Other blanks, such as a no-break space, are errors.
pub fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r' | '\u{85}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}')
}
