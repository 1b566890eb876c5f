//! Random puzzles.

pub mod deal;
