//! Deals and games: cards from seeds, a table or a run to be played, how games went, and many random hands. No clock is read here.

pub mod deal;
pub mod game;
pub mod score;
pub mod round;
pub mod simulation;
