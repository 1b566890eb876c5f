//! Texts about packing puzzles that are used in several places.
//!
//! Most start with a lower-case letter, since the window and the command line continue a sentence with them or capitalize them.

use glam::IVec3;

/// The coordinates of a cell, counted from 1.
pub fn position(layer: i32, row: i32, column: i32) -> String {
    format!("layer {layer}, row {row}, column {column}")
}

/// Where a cell is, which is drawn in this column, row and layer, counted from 0.
pub fn place(is_flat: bool, place: IVec3) -> String {
    let IVec3 { x, y, z } = place + IVec3::ONE;
    if is_flat { format!("row {y}, column {x}") } else { position(z, y, x) }
}

/// A flaw, and why a piece cannot be taken.
pub fn piece_not_available(piece: char) -> String {
    format!("piece {piece} isn't an allowed piece")
}

/// Why a piece of a challenge can't be moved.
pub fn is_given(piece: char) -> String {
    format!("piece {piece} is given")
}

/// A dead end.
pub fn fits_nowhere(piece: char) -> String {
    format!("piece {piece} fits nowhere")
}

/// The side of the figure that y points to.
pub const FRONT: &str = "front";
