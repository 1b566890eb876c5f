//! What all save files have in common: their version, their maximum size and their first word.

/// The version of the format that is written. No older version was ever released.
pub const VERSION: u32 = 1;

/// The size limit for reading, in bytes. No position comes close, and parsing needs several times the size of the file.
pub const MAX_BYTES: u64 = 4 << 20;

/// The word at the start of every save file.
pub const STRUCT_NAME: &str = "Quincunx";
