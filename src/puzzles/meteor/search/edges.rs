//! The article's tests for placements that cut off a gap at an edge or in a corner of the empty board.
//!
//! They are exactly as printed. With blocked cells they prove nothing, since what looks like a gap may be blocked.

use crate::model::{
    geometry::{COLUMNS, Cells, OnBoard, ROWS},
    pieces::PIECE_CELLS,
};

/// Whether the placement cuts off cells at an edge or in a corner that no piece can fill.
pub fn cuts_island(cells: Cells) -> bool {
    cuts_island_where(cells, |free, corner| free.region(corner).len())
}

/// The same, where `filled` returns the number of free cells that can be reached from a corner.
pub fn cuts_island_where(cells: Cells, filled: fn(Cells, Cells) -> usize) -> bool {
    let (north, south) = (Cells::row(0), Cells::row(ROWS - 1));
    let (west, east) = (Cells::first_column(), Cells::last_column());
    [west, east].into_iter().any(|side| has_gap(whole_rows(cells & side, side)))
        || [north, south].into_iter().any(|end| has_gap((cells & end).bits()))
        || [north, south].into_iter().any(|end| [west, east].into_iter().any(|side| cuts_corner(cells, side, end, filled)))
}

/// Whether there is a 0 between 1s. Setting all bits below the lowest 1 makes the first run of 1s start at bit 0; adding 1 then clears that
/// run, and any 1 that remains is after a gap.
fn has_gap(bits: u64) -> bool {
    let filled = bits | bits.wrapping_sub(1);
    bits != 0 && filled & filled.wrapping_add(1) != 0
}

/// Makes each of these cells of a side a run of 1s as long as a row, so that cells in adjacent rows form one run.
fn whole_rows(cells: Cells, side: Cells) -> u64 {
    let to_first_column = side.first().map_or(0, |cell| cell.column());
    (cells.bits() >> to_first_column) * ((1 << COLUMNS) - 1)
}

/// Whether the placement reaches from one edge to the other around their corner and leaves a region there whose size isn't a multiple of
/// five.
fn cuts_corner(cells: Cells, side: Cells, end: Cells, filled: fn(Cells, Cells) -> usize) -> bool {
    let corner = side & end;
    let touches = |edge: Cells| !(cells & edge).is_empty();
    touches(side) && touches(end) && !touches(corner) && !filled(!cells, corner).is_multiple_of(PIECE_CELLS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        geometry::Cell,
        pieces::{Piece, Placement},
    };

    fn cells(indices: &[usize]) -> Cells {
        indices.iter().filter_map(|&index| Cell::new(index)).collect()
    }

    #[test]
    fn gaps_and_corners_are_found() {
        assert!(cuts_island(cells(&[41, 43, 46, 48])), "a gap at the bottom");
        assert!(!cuts_island(cells(&[41, 46, 47, 48])));
        assert!(cuts_island(cells(&[14, 19, 24, 34, 28])), "a gap at the right");
        assert!(cuts_island(cells(&[1, 6, 10])), "the corner has two cells");
        assert!(!cuts_island(cells(&[4, 8, 13, 17, 21])), "it begins in the corner");
    }

    /// The counts of another program that reads the printed tests in the same way.
    #[test]
    fn the_printed_tests_keep_2186_placements() {
        let kept = |piece| Placement::all().iter().filter(|placement| placement.piece == piece && !cuts_island(placement.cells)).count();
        let by_piece: Vec<usize> = Piece::all().map(kept).collect();
        assert_eq!(by_piece, [188, 216, 220, 218, 210, 264, 222, 252, 178, 218]);
        assert_eq!(by_piece.iter().sum::<usize>(), 2186);
    }
}
