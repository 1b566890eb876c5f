//! Positions dealt at random.

pub mod deal;
