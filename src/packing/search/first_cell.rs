//! Depth first on the pieces of a problem. The search itself is [`cover::first_cell`], where copies have no names.

use std::ops::{ControlFlow, Range};

use super::{
    exact_cover::apart,
    listener::{Listener, Named, SolutionListener, Step},
    prepared::{Prepared, with_table},
    trace,
};
use crate::model::{placements::PlacementTable, problem::Problem, solution::Solution, spot::Spot};
use base::{
    bits::Word,
    search::{Observer, Tally, TraceStep},
};
use cover::{
    Copies, first_cell,
    row_list::{Case, Supply},
};

/// Finds all solutions.
pub fn search(prepared: &Prepared, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    run(prepared, &mut SolutionListener::of(&prepared.problem, observer))
}

/// Emits the steps of the search whose numbers are in the range: see [`trace::record`].
pub fn trace(prepared: &Prepared, range: Range<u64>, observer: &mut dyn Observer<TraceStep<Solution, Spot>>) -> ControlFlow<(), u64> {
    trace::record(prepared, range, observer, run)
}

fn run<L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
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
