//! What the contest's own searches work with: its board and its pieces as bits, and positions on that board.
//!
//! Knows nothing of searching.

pub mod geometry;
pub mod pieces;
pub mod problem;
