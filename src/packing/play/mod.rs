//! Random puzzles and challenges.

pub mod deal;
pub mod symmetries;
pub mod challenge;
