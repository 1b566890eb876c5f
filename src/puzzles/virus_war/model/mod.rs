//! What the game is: cells and positions, turns, rules and moves, the record of a game and how the game stands.
//!
//! Knows nothing of searching, editing or drawing.

pub mod cells;
pub mod position;
pub mod turn;
pub mod triples;
pub mod notation;
pub mod tree;
pub mod state;
pub mod record;
pub mod game;
pub mod goal;
mod problems;
mod check;
mod moves;
pub mod standing;
