//! Random positions.

pub mod deal;
