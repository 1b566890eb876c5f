//! Random positions, rolls of dice, challenges with their explanation, and exercises.

pub mod deal;
pub mod dice;
pub mod symmetries;
pub mod taking_apart;
pub mod challenge;
pub mod explanation;
pub mod exercise;
pub mod mistakes;
