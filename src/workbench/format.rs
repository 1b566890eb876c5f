//! What all save files have in common: their version, their greatest length, and the word that they begin with.

/// The version of the format that is written; no older one was ever released.
pub const VERSION: u32 = 1;

/// Longer files are not read: no position is nearly as long, and what is parsed takes many times its length.
pub const MAX_BYTES: u64 = 4 << 20;

/// What every save file begins with.
pub const STRUCT_NAME: &str = "Quincunx";
