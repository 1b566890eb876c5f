//! What people read in Soma's controls.

use crate::text::{counted, grouped};

// The piece in hand.

pub const PIECE_IN_HAND: &str = "Piece in hand";
pub const TAKE_A_PIECE: &str = "Drag a piece into a layer, or click it or type its letter.";
pub const CLICK_A_CELL: &str = "Click a cell to place it.";
pub const MARK_CELLS: &str = "Click cells to mark them, and then the piece that covers them, under Filter solutions. Esc ends this.";
const NUMBERS: &str = "The numbers show how many solutions remain.";
pub const ORIENTATIONS: &str = "Orientations";
pub const PUT_AWAY: &str = "Put back (Esc)";

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

pub const FILTERS: &str = "Filter solutions";
pub const FIXED_PIECES: &str = "Keep these pieces fixed:";
pub const CAN_BE_ASSEMBLED: &str = "Can be assembled";
pub const CAN_BE_ASSEMBLED_HINT: &str =
    "Only solutions whose pieces go in one at a time, straight from outside, each coming to rest on something";
pub const SYMMETRIC_ONLY: &str = "Only symmetric solutions";
pub const SYMMETRIC_ONLY_HINT: &str = "Solutions that look the same after some rotation or reflection";

pub fn fix_piece(piece: char) -> String {
    format!("List only solutions with piece {piece} here")
}

// The 3D view.

pub const VIEW: &str = "View";
pub const EXPLODED_VIEW: &str = "Exploded view";
pub const EXPLODED_VIEW_HINT: &str =
    "Pulls the pieces of a solution apart. As long as free cells are shown, the pieces stay in the figure.";
pub const PERSPECTIVE: &str = "Perspective";
pub const RESET_VIEW: &str = "Reset view";
pub const VISIBILITY: &str = "Show, outline or hide";
pub const SHOWN: &str = "shown";
pub const OUTLINED: &str = "outlined";
pub const HIDDEN: &str = "hidden";

pub fn piece_is(piece: char, state: &str) -> String {
    format!("Piece {piece} is {state}")
}

// Pieces and figure.

pub const PIECE_SET: &str = "Piece set";
pub const SET: &str = "Set";
pub const SET_HINT: &str = "Choosing another set also changes the figure; a custom set starts with copies of the current pieces";
pub const SOMA: &str = "Soma";
pub const PENTOMINOES: &str = "Pentominoes";
pub const BEDLAM: &str = "Bedlam";
pub const CUSTOM: &str = "Custom";
pub const AVAILABLE_PIECES: &str = "Allowed pieces";
pub const FIGURE: &str = "Figure";
pub const SIDE_HINT: &str = "The length of this side of the box: up to 20 cells. The whole box can have up to 512.";
pub const REMOVE_PIECES: &str = "Remove all pieces";
pub const RELEASE_GIVEN: &str = "Release given pieces";
pub const RELEASE_GIVEN_HINT: &str = "Makes the pieces of the challenge ordinary pinned pieces, which you can move";
pub const FILL_BOX: &str = "Fill box";
pub const FILL_BOX_HINT: &str = "Makes every cell of the box part of the figure";
pub const EMPTY_BOX: &str = "Empty box";
pub const EMPTY_BOX_HINT: &str = "Removes all cells, so that you can draw a figure from nothing";
pub const MIRROR: &str = "Mirror";
pub const MIRROR_HINT: &str = "Exchanges left and right";
pub const FILL_LAYER: &str = "Fill layer";
pub const EMPTY_LAYER: &str = "Empty layer";
pub const EDIT_FIGURE: &str = "Drag over cells of a layer to add them to the figure or remove them. A right click does so with one cell.";

pub fn layer_of_figure(number: usize) -> String {
    format!("Layer {number} of the figure")
}

pub fn use_piece(piece: char) -> String {
    format!("Allow piece {piece}")
}

// Custom pieces.

pub const ADD_PIECE: &str = "Add piece";
pub const REMOVE_PIECE: &str = "Remove piece";
pub const LAYER: &str = "Layer";
pub const DRAW_CUBES: &str = "Click to add or remove cubes. A dot marks a cube in another layer.";

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

// Printing.

pub const PRINT: &str = "Print";
pub const EXPORT_SHEET: &str = "Export sheet…";
pub const EXPORT_SHEET_HINT: &str = "The layers with numbered pieces and their assembly order, as SVG or PNG";
pub const EXPORT_STL: &str = "Export STL…";
pub const EXPORT_STL_HINT: &str = "A watertight model for a 3D printer";
pub const EXPORT_FAILED: &str = "Couldn't create the file";
pub const CUBE_SIZE: &str = "Cube size";
pub const CUBE_SIZE_HINT: &str = "The length of a cube's side";
pub const GAP: &str = "Gap";
pub const GAP_HINT: &str = "The clearance between neighbouring pieces, so that they fit together";
pub const ASSEMBLED: &str = "Assembled";
pub const ASSEMBLED_HINT: &str = "The pieces as placed in the solution";
pub const APART: &str = "Separate pieces";
pub const APART_HINT: &str = "Each piece separately, flat on the ground";
