//! Texts about packing puzzles that are used in several places.
//!
//! Most start with a lower-case letter, since the window and the command line continue a sentence with them or capitalize them.

use glam::{IVec3, Vec3Swizzles};

use base::text::listed;

/// The coordinates of a cell, counted from 1.
pub fn position(layer: i32, row: i32, column: i32) -> String {
    format!("layer {layer}, row {row}, column {column}")
}

/// Where a cell is, which is drawn in this column, row and layer, counted from 0.
pub fn place(is_flat: bool, place: IVec3) -> String {
    let IVec3 { x, y, z } = place + IVec3::ONE;
    if is_flat { format!("row {y}, column {x}") } else { position(z, y, x) }
}

/// Where several cells are, which are drawn in these columns, rows and layers, counted from 0: "row 1, columns 1 to 3; row 2, column 1".
pub fn places(is_flat: bool, mut places: Vec<IVec3>) -> String {
    places.sort_unstable_by_key(|place| [place.z, place.y, place.x]);
    let mut above = None;
    let rows: Vec<&[IVec3]> = places.chunk_by(|one, other| one.yz() == other.yz()).collect();
    // What stands upright has fewer columns than rows.
    let mut upright = places.clone();
    upright.sort_unstable_by_key(|place| [place.x, place.y]);
    let columns: Vec<&[IVec3]> = upright.chunk_by(|one, other| one.x == other.x).collect();
    if is_flat && columns.len() < rows.len() {
        let in_column =
            |column: &&[IVec3]| format!("column {}, {}", column[0].x + 1, numbers("row", column.iter().map(|place| place.y + 1)));
        return columns.iter().map(in_column).collect::<Vec<_>>().join("; ");
    }
    let in_row = |row: &[IVec3]| {
        let is_new_layer = above.replace(row[0].z) != Some(row[0].z);
        let layer = if !is_flat && is_new_layer { format!("layer {}, ", row[0].z + 1) } else { String::new() };
        format!("{layer}row {}, {}", row[0].y + 1, numbers("column", row.iter().map(|place| place.x + 1)))
    };
    rows.into_iter().map(in_row).collect::<Vec<_>>().join("; ")
}

/// Lists ascending numbers of rows or columns.
fn numbers(what: &str, numbers: impl Iterator<Item = i32>) -> String {
    let numbers: Vec<i32> = numbers.collect();
    match numbers[..] {
        [only] => format!("{what} {only}"),
        [first, .., last] if (last - first) as usize + 1 == numbers.len() && 2 < numbers.len() => format!("{what}s {first} to {last}"),
        _ => format!("{what}s {}", listed(numbers, "and")),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_row_by_row() {
        let cells = [[2, 0, 0], [0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 1, 1], [2, 1, 1]].map(IVec3::from_array).to_vec();
        assert_eq!(places(true, cells[..4].to_vec()), "row 1, columns 1 to 3; row 2, column 1");
        assert_eq!(places(false, cells), "layer 1, row 1, columns 1 to 3; row 2, column 1; layer 2, row 2, columns 1 and 3");
    }
}
