//! Random positions, rolls of dice and challenges.

pub mod deal;
pub mod dice;
pub mod symmetries;
pub mod challenge;
