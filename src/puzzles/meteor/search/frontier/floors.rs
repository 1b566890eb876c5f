//! A quick test of whether free cells are connected: from which of them does no path lead down?

use crate::model::geometry::{COLUMNS, Cells, EVEN_ROWS, FIRST_COLUMN, LAST_COLUMN, OnBoard};

/// Returns the floors of these free cells: the runs of adjacent cells in a row from which no step leads to a free cell in the row below.
///
/// A cell touches the cell below it in its own column, and one more: from an even row the cell to the left of that, from an odd row the
/// cell to the right. So the cells below are joined by the neighbours that touch the same cell, and all are shifted up by a row. Cells with
/// a path down then spread along their run, a cell at a time, over the width of a row.
#[inline]
pub fn floors(free: Cells) -> Cells {
    let free = free.bits();
    let with_left = free & (free & !LAST_COLUMN) << 1;
    let with_right = free & (free & !FIRST_COLUMN) >> 1;
    let touched_from_above = free | (free & EVEN_ROWS & !FIRST_COLUMN) >> 1 | (free & !EVEN_ROWS & !LAST_COLUMN) << 1;
    let mut with_path_down = free & touched_from_above >> COLUMNS;
    for _ in 1..COLUMNS {
        with_path_down |= with_path_down << 1 & with_left;
        with_path_down |= with_path_down >> 1 & with_right;
    }
    Cells::on_board(free & !with_path_down)
}

/// Whether these cells are at most one run in a row: whether they have at most one left end.
#[inline]
pub fn is_one_run(cells: Cells) -> bool {
    let left_ends = cells.bits() & !((cells.bits() & !LAST_COLUMN) << 1);
    left_ends & left_ends.wrapping_sub(1) == 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::geometry::ROWS;

    /// Finds floors run by run and cell by cell, and counts them.
    fn plain_floors(free: Cells) -> (Cells, usize) {
        let (mut floors, mut runs) = (Cells::NONE, 0);
        for row in (0..ROWS).map(Cells::row) {
            let mut remaining = free & row;
            while let Some(first) = remaining.first() {
                let run = remaining.region(first.into());
                let below = Cells::on_board(row.bits() << COLUMNS);
                if (run.neighbours() & below & free).is_empty() {
                    floors |= run;
                    runs += 1;
                }
                remaining -= run;
            }
        }
        (floors, runs)
    }

    proptest! {
        #[test]
        fn floors_are_the_runs_without_a_path_down(bits: u64, more: u64) {
            for free in [bits, bits | more, bits & more].map(Cells::on_board) {
                let (expected, runs) = plain_floors(free);
                prop_assert_eq!(floors(free), expected);
                prop_assert_eq!(is_one_run(expected), runs <= 1);
            }
        }

        #[test]
        fn with_one_floor_all_cells_are_connected(bits: u64, more: u64) {
            let free = Cells::on_board(bits | more);
            if let Some(first) = free.first().filter(|_| is_one_run(floors(free))) {
                prop_assert_eq!(free.region(first.into()), free);
            }
        }
    }
}
