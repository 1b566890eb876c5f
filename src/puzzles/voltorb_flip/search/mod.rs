//! The boards that fit: counted in `counting`, listed by one of the techniques, each in a file of its own; and how to play best on
//! them, in `optimal`.

pub mod patterns;
pub mod hashing;
pub mod counting;
pub mod weigher;
pub mod by_counting;
pub mod by_filtering;
pub mod by_rows;
pub mod backtrack;
pub mod optimal;
pub mod safest;
