//! Random puzzles, rolls of dice, and challenges with their explanation.

pub mod deal;
pub mod dice;
pub mod start;
pub mod symmetries;
pub mod challenge;
pub mod explanation;
