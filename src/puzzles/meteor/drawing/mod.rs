//! Pictures of the board, pieces and solutions, and captions.

pub(super) mod caption;
mod hexagons;
pub(super) mod board;
mod hand;
pub(super) mod printed;

pub use board::{is_solved, piece};
