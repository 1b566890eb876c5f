//! Deals, games, scores and simulations. Nothing here reads a clock.

pub mod deal;
pub mod game;
pub mod score;
pub mod round;
pub mod overlooked;
pub mod mistakes;
pub mod saved;
pub mod simulation;
