//! The puzzle itself: cards, positions, solutions, and the reasons why cards are one or not. Nothing here searches, deals or draws.

pub mod card;
pub mod state;
pub mod spot;
pub mod hand;
pub mod matrix;
pub mod reason;
pub mod solution;
