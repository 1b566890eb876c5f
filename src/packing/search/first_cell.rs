//! Depth first on the pieces of a problem. The search itself is [`crate::cover::first_cell`], where copies have no names.

use std::ops::ControlFlow;

use super::{
    listener::{Listener, Named, Step},
    prepared::{Prepared, with_table},
};
use crate::{
    bits::{Bits, Word},
    cover::{
        Copies, first_cell,
        row_list::{Case, Supply},
    },
    packing::model::{placements::PlacementTable, problem::Problem},
    search::Tally,
};

/// Finds all solutions.
pub fn search<L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
    with_table!(prepared, table => search_in(&prepared.problem, table, listener))
}

fn search_in<W: Word, L: Listener>(problem: &Problem, table: &PlacementTable<W>, listener: &mut L) -> ControlFlow<()> {
    let mut tally = Tally::default();
    if table.slack().is_some() {
        tally = first_cell::search(table.all, Bits::NONE, &case_of(problem, table), &mut Named { problem, listener })?;
    } else {
        listener.step(Step::<W>::TooFewCells, Vec::new, &tally)?;
    }
    listener.progress(1.0, &tally)
}

/// Equal pieces keep their own orders of placements, on which it depends which solution is found first.
fn case_of<W: Word>(problem: &Problem, table: &PlacementTable<W>) -> Case<W> {
    let first = |piece: usize| problem.symmetries.equal_pieces.first(piece) as u16;
    let supply = |(piece, masks)| Supply { piece: first(piece), copies: Copies::up_to(1), masks };
    table.pieces.iter().map(|placements| placements.masks.clone()).enumerate().map(supply).collect()
}
