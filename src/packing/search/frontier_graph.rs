//! The frontier graph on the pieces of a problem. The search itself is [`crate::cover::frontier`].

use std::ops::ControlFlow;

use super::{exact_cover::ExactCover, prepared::Prepared, row_list};
use crate::{
    bits::{Bits, Wide, Word},
    cover::{
        frontier::{self, Halt, Lister},
        row_list::Chosen,
    },
    packing::model::solution::Solution,
    search::{Observer, Tally},
};

/// The most memory of the graph, in bytes.
pub const MOST_MEMORY: usize = 1 << 28;

/// Finds all solutions. Where the graph would be too large, the row list does.
pub fn search(prepared: &Prepared, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    match prepared.problem.cells.len() {
        0..=64 => search_in::<u64>(prepared, observer),
        65..=128 => search_in::<Wide<2>>(prepared, observer),
        _ => row_list::search(prepared, observer),
    }
}

fn search_in<W: Word>(prepared: &Prepared, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let exact_cover = ExactCover::<W>::new(prepared, &mut || observer.progress(0.0, &Tally::default()))?;
    let along = exact_cover.along_the_short_side();
    match frontier::list(&along, MOST_MEMORY, &mut Named { exact_cover: &exact_cover, observer }) {
        ControlFlow::Continue(tally) => observer.progress(1.0, &tally),
        ControlFlow::Break(Halt::Stopped) => ControlFlow::Break(()),
        ControlFlow::Break(Halt::TooLarge) => row_list::search(prepared, observer),
    }
}

/// Gives copies their names, and reports solutions: see [`Problem::emit`](crate::packing::model::problem::Problem::emit).
struct Named<'a, W: Word> {
    exact_cover: &'a ExactCover<'a, W>,
    observer: &'a mut dyn Observer<Solution>,
}

impl<W: Word> Lister for Named<'_, W> {
    fn found(&mut self, placements: &[u32]) -> ControlFlow<()> {
        let ExactCover { problem, cover, .. } = self.exact_cover;
        let chosen: Vec<Chosen<W>> = placements
            .iter()
            .map(|&placement| cover.placements[placement as usize])
            .map(|placement| (placement.piece as u16, placement.cells))
            .collect();
        let named: Vec<(u8, Bits<W>)> = row_list::named(problem, &chosen).collect();
        problem.emit(&named, &problem.symmetries.all, self.observer)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}
