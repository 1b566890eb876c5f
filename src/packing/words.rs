//! Texts about the Soma cube that are used in several places.
//!
//! Most start with a lower-case letter, since the window and the command line continue a sentence with them or capitalize them.

use glam::IVec3;

use super::model::lattice::Lattice;

/// The coordinates of a cell, counted from 1.
pub fn position(layer: i32, row: i32, column: i32) -> String {
    format!("layer {layer}, row {row}, column {column}")
}

/// Where a cell is, counted from 1.
pub fn place(lattice: &Lattice, cell: IVec3) -> String {
    let IVec3 { x, y, z } = lattice.place(cell) + IVec3::ONE;
    if lattice.is_flat { format!("row {y}, column {x}") } else { position(z, y, x) }
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
