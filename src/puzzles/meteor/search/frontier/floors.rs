//! A quick look at whether free cells hang together: from which of them does no way lead down?

use crate::puzzles::meteor::model::geometry::{COLUMNS, Cells, ROWS};

const FIRST_COLUMN: u64 = Cells::first_column().bits();
const LAST_COLUMN: u64 = Cells::last_column().bits();
/// The rows 0, 2, 4 and so on.
const EVEN_ROWS: u64 = {
    let mut rows = 0;
    let mut row = 0;
    while row < ROWS {
        rows |= Cells::row(row).bits();
        row += 2;
    }
    rows
};

/// The floors of these free cells: those runs of neighbours in a row from which no step leads to a free cell of the row below.
///
/// A cell touches the cell below in its own column, and one more: to the left of that from an even row, to the right from an
/// odd one. So the cells below are joined by the neighbours to which that is true, and all moved up by a row. What has a way
/// down is then spread along its run, a cell at a time, as far as a row is wide.
#[inline]
pub fn floors(free: Cells) -> Cells {
    let free = free.bits();
    let with_left = free & (free & !LAST_COLUMN) << 1;
    let with_right = free & (free & !FIRST_COLUMN) >> 1;
    let seen_from_above = free | (free & EVEN_ROWS & !FIRST_COLUMN) >> 1 | (free & !EVEN_ROWS & !LAST_COLUMN) << 1;
    let mut with_way_down = free & seen_from_above >> COLUMNS;
    for _ in 1..COLUMNS {
        with_way_down |= with_way_down << 1 & with_left;
        with_way_down |= with_way_down >> 1 & with_right;
    }
    Cells::on_board(free & !with_way_down)
}

/// Whether these cells are at most one run of neighbours in a row: have at most one left end.
#[inline]
pub fn is_one_run(cells: Cells) -> bool {
    let left_ends = cells.bits() & !((cells.bits() & !LAST_COLUMN) << 1);
    left_ends & left_ends.wrapping_sub(1) == 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Found run by run, cell by cell.
    fn floors_plainly(free: Cells) -> (Cells, usize) {
        let (mut floors, mut runs) = (Cells::NONE, 0);
        for row in (0..ROWS).map(Cells::row) {
            let mut rest = free & row;
            while let Some(first) = rest.first() {
                let run = rest.region(first.into());
                let below = Cells::on_board(row.bits() << COLUMNS);
                if (run.neighbours() & below & free).is_empty() {
                    floors |= run;
                    runs += 1;
                }
                rest -= run;
            }
        }
        (floors, runs)
    }

    proptest! {
        #[test]
        fn floors_are_the_runs_without_a_way_down(bits: u64, more: u64) {
            for free in [bits, bits | more, bits & more].map(Cells::on_board) {
                let (plainly, runs) = floors_plainly(free);
                prop_assert_eq!(floors(free), plainly);
                prop_assert_eq!(is_one_run(plainly), runs <= 1);
            }
        }

        #[test]
        fn with_one_floor_all_hangs_together(bits: u64, more: u64) {
            let free = Cells::on_board(bits | more);
            if let Some(first) = free.first().filter(|_| is_one_run(floors(free))) {
                prop_assert_eq!(free.region(first.into()), free);
            }
        }
    }
}
