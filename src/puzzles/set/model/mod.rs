//! What the puzzle is: the cards of the deck, the table with what is looked for on it, and why cards are that or not. Nothing here
//! searches, knows random hands or draws.

pub mod card;
pub mod state;
pub mod spot;
pub mod hand;
pub mod matrix;
pub mod reason;
pub mod solution;
