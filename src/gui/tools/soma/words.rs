//! What people read in Soma's controls.

use crate::text::{counted, grouped};

// The piece in hand.

pub const TAKE_A_PIECE: &str = "Drag a piece into a layer, or click it or type its letter.";
pub const CLICK_A_CELL: &str = "Click a cell to place it.";
pub const MARK_CELLS: &str = "Click cells to mark them, and then the piece that covers them, under Filter solutions. Esc ends this.";
const NUMBERS: &str = "The numbers show how many solutions remain.";

pub fn take_piece(piece: char) -> String {
    format!("Pick up piece {piece}")
}

pub fn take_hint(piece: char) -> String {
    let key = match piece {
        'X' | 'Y' | 'Z' | 'R' => format!("type Shift+{piece}"),
        _ => format!("type {piece}"),
    };
    format!("Drag it into a layer, or click it and then a cell. You can also {key}.")
}

pub fn rotate_about(axis: &str) -> String {
    format!("Turn around the {axis} axis ({})", axis.to_uppercase())
}

/// The number of solutions that have the piece in its current orientation, and what to do.
pub fn in_solutions(with_it: u64, all: u64) -> String {
    match with_it {
        0 => format!("No solution has this orientation. {CLICK_A_CELL} {NUMBERS}"),
        _ => format!("This orientation is in {} of {}. {CLICK_A_CELL} {NUMBERS}", grouped(with_it), counted(all, "solution")),
    }
}

// Filters of the solution list.

pub fn fix_piece(piece: char) -> String {
    format!("List only solutions with piece {piece} here")
}

// The 3D view.

pub fn piece_is(piece: char, state: &str) -> String {
    format!("Piece {piece} is {state}")
}

// Pieces and figure.

pub fn layer_of_figure(number: usize) -> String {
    format!("Layer {number} of the figure")
}

pub fn use_piece(piece: char) -> String {
    format!("Allow piece {piece}")
}

// Custom pieces.

pub const LAYER: &str = "Layer";

/// The size of a piece, and whether it falls apart.
pub fn cubes(cubes: usize, parts: usize) -> String {
    let cubes = counted(cubes as u64, "cube");
    if parts < 2 { cubes } else { format!("{cubes} in {parts} parts that don't touch") }
}

pub fn draw_piece(piece: char) -> String {
    format!("Draw piece {piece}")
}

pub fn add_piece_hint(piece: char) -> String {
    format!("Adds piece {piece}, a single cube that you can extend")
}

pub fn remove_piece_hint(piece: char) -> String {
    format!("Removes piece {piece} from the set")
}

pub fn layer_of_piece(number: usize) -> String {
    format!("Layer {number} of the piece")
}

pub fn cube_in(layer: i32, row: i32, column: i32) -> String {
    format!("Cube in layer {layer}, row {row}, column {column}")
}
