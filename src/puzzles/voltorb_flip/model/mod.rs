//! What the puzzle is: tiles, lines and clues, levels and how they are dealt, what a round is played for, a position that is edited,
//! and one that is searched. Nothing here searches, weighs chances or draws.

pub mod rules;
pub mod prior;
pub mod objective;
pub mod flips;
pub mod state;
pub mod problem;
pub mod solution;
