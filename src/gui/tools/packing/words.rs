//! What people read in Soma's controls.

use crate::text::counted;

// Custom pieces.

/// The size of a piece, and whether it falls apart.
pub fn cubes(cubes: usize, parts: usize) -> String {
    let cubes = counted(cubes as u64, "cube");
    if parts < 2 { cubes } else { format!("{cubes} in {parts} parts that don't touch") }
}
