//! Searches for the consistent boards: counted in `counting`, listed by one technique per file. The best play on them is in `optimal`.

pub mod patterns;
pub mod hashing;
pub mod counting;
pub mod weigher;
pub mod listener;
pub mod trace;
pub mod by_counting;
pub mod by_filtering;
pub mod by_rows;
pub mod backtrack;
pub mod optimal;
pub mod safest;
