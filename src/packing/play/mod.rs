//! Random puzzles, rolls of dice and challenges.

pub mod deal;
pub mod dice;
pub mod start;
pub mod symmetries;
pub mod challenge;
