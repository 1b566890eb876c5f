//! Random positions and challenges.

pub mod deal;
pub mod challenge;
