//! Random puzzles and challenges.

pub mod deal;
mod symmetries;
pub mod challenge;
