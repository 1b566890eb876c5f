//! Random positions, rolls of dice, and challenges with their explanation.

pub mod deal;
pub mod dice;
pub mod symmetries;
pub mod taking_apart;
pub mod challenge;
pub mod explanation;
