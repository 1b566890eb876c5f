//! Depth first on the pieces of a problem. The search itself is [`cover::first_cell`], where copies have no names.

use std::ops::ControlFlow;

use super::{
    exact_cover::apart,
    listener::{Listener, Named, Step},
    prepared::{Prepared, with_table},
};
use crate::model::{placements::PlacementTable, problem::Problem};
use base::{bits::Word, search::Tally};
use cover::{
    Copies, first_cell,
    row_list::{Case, Supply},
};

/// Finds all solutions.
pub fn search<L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
    with_table!(prepared, table => search_in(&prepared.problem, table, listener))
}

fn search_in<W: Word, L: Listener>(problem: &Problem, table: &PlacementTable<W>, listener: &mut L) -> ControlFlow<()> {
    let mut tally = Tally::default();
    if table.slack().is_some() {
        tally = first_cell::search(
            table.required,
            table.optional,
            &case_of(problem, table),
            apart(problem).as_deref(),
            &mut Named { problem, listener },
        )?;
    } else {
        listener.step(Step::<W>::TooFewCells, Vec::new, &tally)?;
    }
    listener.progress(1.0, &tally)
}

/// Equal pieces keep their own orders of placements, on which it depends which solution is found first; copies of a piece have the same.
fn case_of<W: Word>(problem: &Problem, table: &PlacementTable<W>) -> Case<W> {
    let equal_pieces = &problem.symmetries.equal_pieces;
    let mut case = Case::new();
    for (piece, placements) in table.pieces.iter().enumerate() {
        let first = equal_pieces.first(piece);
        let Copies { least, most } = problem.copies[first];
        let copies = match (least, first == piece) {
            (0, _) => Copies::up_to(1),
            // They are used together, since it isn't known which of them must be used.
            (_, true) => Copies { least, most },
            (_, false) => continue,
        };
        case.push(Supply { piece: first as u16, copies, masks: placements.masks.clone() });
    }
    case
}
