//! The rules: the board and its cells, the pieces and how they can be placed, positions, the problems they pose, and solutions.
//!
//! Knows nothing of searching, editing or drawing.

pub mod geometry;
pub mod pieces;
pub mod state;
pub mod problem;
pub mod solution;
