//! What the puzzle is: pieces and figures, positions and their flaws, solutions, and when two solutions count as one.
//!
//! Knows nothing of searching or drawing.

pub mod isometry;
pub mod lattice;
pub mod geometry;
pub mod marks;
pub mod pieces;
pub mod state;
pub mod colors;
pub mod copies;
pub mod labels;
pub mod spot;
pub mod equal_pieces;
pub mod symmetry;
pub mod problem;
pub mod placements;
pub mod solution;
pub mod parts;
pub mod saved;
