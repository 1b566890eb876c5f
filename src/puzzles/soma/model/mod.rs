//! What the puzzle is: pieces and figures, positions with their flaws, what a solution is and when two are the same.
//!
//! Knows nothing of searching or drawing.

pub mod geometry;
pub mod pieces;
pub mod state;
pub mod spot;
pub mod cells;
pub mod equals;
pub mod symmetry;
pub mod problem;
pub mod layout;
pub mod solution;
pub mod presets;
