//! Dancing links on the pieces of a problem. The search itself is [`cover::dancing_links`].

use std::ops::ControlFlow;

use super::{
    exact_cover::ExactCover,
    listener::{Listener, Named},
    prepared::Prepared,
};
use base::{
    bits::{Wide, Word},
    search::Tally,
};
use cover::dancing_links;

/// Finds all solutions.
pub fn search<L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
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
