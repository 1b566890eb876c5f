//! The board, pieces and solutions as pictures, and the words beside them.

pub(super) mod caption;
mod hexagons;
pub(super) mod board;
mod hand;

pub use board::piece;
