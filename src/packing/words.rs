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
    let in_row = |row: &[IVec3], has_layer: bool| {
        let columns: Vec<i32> = row.iter().map(|place| place.x + 1).collect();
        let layer = if has_layer { format!("layer {}, ", row[0].z + 1) } else { String::new() };
        let columns = match columns[..] {
            [only] => format!("column {only}"),
            [first, .., last] if (last - first) as usize + 1 == columns.len() && 2 < columns.len() => format!("columns {first} to {last}"),
            _ => format!("columns {}", listed(columns, "and")),
        };
        format!("{layer}row {}, {columns}", row[0].y + 1)
    };
    let mut above = None;
    let rows = places.chunk_by(|one, other| one.yz() == other.yz()).map(|row| {
        let is_new_layer = above.replace(row[0].z) != Some(row[0].z);
        in_row(row, !is_flat && is_new_layer)
    });
    rows.collect::<Vec<_>>().join("; ")
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
