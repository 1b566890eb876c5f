//! Dancing links on the pieces of a problem. The search itself is [`cover::dancing_links`].

use std::ops::{ControlFlow, Range};

use super::{
    exact_cover::ExactCover,
    listener::{Listener, Named, SolutionListener},
    prepared::Prepared,
    trace,
};
use crate::model::{solution::Solution, spot::Spot};
use base::{
    bits::{Wide, Word},
    search::{Observer, Tally, TraceStep},
};
use cover::dancing_links;

/// Finds all solutions.
pub fn search(prepared: &Prepared, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    run(prepared, &mut SolutionListener::of(&prepared.problem, observer))
}

/// Emits the steps of the search whose numbers are in the range: see [`trace::record`].
pub fn trace(prepared: &Prepared, range: Range<u64>, observer: &mut dyn Observer<TraceStep<Solution, Spot>>) -> ControlFlow<(), u64> {
    trace::record(prepared, range, observer, run)
}

fn run<L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
    match prepared.problem.cells.len() {
        0..=64 => search_in::<u64, L>(prepared, listener),
        65..=128 => search_in::<Wide<2>, L>(prepared, listener),
        129..=256 => search_in::<Wide<4>, L>(prepared, listener),
        _ => search_in::<Wide<8>, L>(prepared, listener),
    }
}

fn search_in<W: Word, L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
    let exact_cover = ExactCover::<W>::new(prepared, &mut || listener.progress(0.0, &Tally::default()))?;
    let tally = dancing_links::search(&exact_cover.cover, &mut Named { problem: exact_cover.problem, listener })?;
    listener.progress(1.0, &tally)
}
