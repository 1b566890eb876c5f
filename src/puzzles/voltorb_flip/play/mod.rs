//! Deals, games of many rounds, and the computer playing thousands of them.

pub mod deal;
pub mod game;
pub mod simulation;
