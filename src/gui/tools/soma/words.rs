//! What people read in Soma's controls.

use crate::text::counted;

// The piece in hand.

pub const TAKE_A_PIECE: &str = "Drag a piece into a layer, or click it or type its letter.";
pub const CLICK_A_CELL: &str = "Click a cell to place it.";
pub const MARK_CELLS: &str = "Click cells to mark them, and then the piece that covers them, under Filter solutions. Esc ends this.";
pub const NUMBERS: &str = "The numbers show how many solutions remain.";

// Custom pieces.

/// The size of a piece, and whether it falls apart.
pub fn cubes(cubes: usize, parts: usize) -> String {
    let cubes = counted(cubes as u64, "cube");
    if parts < 2 { cubes } else { format!("{cubes} in {parts} parts that don't touch") }
}
