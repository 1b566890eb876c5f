//! Depth first: some piece must cover the lowest free cell, so each one that fits there is tried.

use std::ops::ControlFlow;

use super::{
    listener::{Listener, Step},
    prepared::{Prepared, with_table},
};
use crate::{
    bits::{Bits, Word},
    cover::share::Share,
    packing::model::{placements::PlacementTable, problem::Problem},
    search::Tally,
};

/// Finds all solutions.
pub fn search<L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
    with_table!(prepared, table => search_in(&prepared.problem, table, listener))
}

fn search_in<W: Word, L: Listener>(problem: &Problem, table: &PlacementTable<W>, listener: &mut L) -> ControlFlow<()> {
    let by_cell = by_lowest_cell(table);
    let equal_pairs = problem.symmetries.equal_pieces.pairs();
    let mut search =
        FirstCell { problem, listener, by_cell, equal_pairs, fitting: Vec::new(), chosen: Vec::new(), tally: Tally::default() };
    if table.slack().is_some() {
        let unused = (1 << table.pieces.len()) - 1;
        search.descend(table.all, unused, Share::WHOLE)?;
    } else {
        search.step(Step::TooFewCells)?;
    }
    let FirstCell { listener, tally, .. } = search;
    listener.progress(1.0, &tally)
}

struct FirstCell<'a, W: Word, L> {
    problem: &'a Problem,
    listener: &'a mut L,
    /// For each cell, the placements whose lowest cell it is, piece by piece.
    by_cell: Vec<Vec<(u8, Bits<W>)>>,
    /// Each piece, paired with the next equal one.
    equal_pairs: &'a [(usize, usize)],
    /// The candidates of all nodes on the way down, as a stack.
    fitting: Vec<(u8, Bits<W>)>,
    chosen: Vec<(u8, Bits<W>)>,
    tally: Tally,
}

impl<W: Word, L: Listener> FirstCell<'_, W, L> {
    fn descend(&mut self, free: Bits<W>, unused: u64, share: Share) -> ControlFlow<()> {
        let Some(cell) = free.first() else {
            return self.listener.filled(&self.chosen, &self.problem.symmetries.all, &self.tally);
        };
        self.listener.progress(share.from as f32, &self.tally)?;
        let start = self.fitting.len();
        self.gather(cell, free, self.usable(unused));
        let end = self.fitting.len();
        if start == end {
            self.step(Step::Uncoverable(cell))?;
        }
        for i in start..end {
            let (piece, mask) = self.fitting[i];
            self.chosen.push((piece, mask));
            self.step(Step::Place(piece, mask))?;
            self.descend(free - mask, unused & !(1 << piece), share.nth(i - start, end - start))?;
            self.chosen.pop();
            self.step(Step::Remove(piece, mask))?;
        }
        self.fitting.truncate(start);
        ControlFlow::Continue(())
    }

    fn step(&mut self, step: Step<W>) -> ControlFlow<()> {
        self.listener.step(step, || self.chosen.clone(), &self.tally)
    }

    /// Returns the unused pieces; of equal ones, only the first.
    fn usable(&self, unused: u64) -> u64 {
        unused & !self.equal_pairs.iter().fold(0, |waiting, &(piece, next)| waiting | (unused >> piece & 1) << next)
    }

    /// Appends the placements that cover the lowest free cell. No lower cell is free, so it is also the lowest cell of each placement.
    fn gather(&mut self, cell: usize, free: Bits<W>, usable: u64) {
        let candidates = self.by_cell[cell].iter().filter(|(piece, _)| usable >> piece & 1 == 1);
        for &(piece, mask) in candidates {
            self.tally.explored += 1;
            if free.covers(mask) {
                self.tally.kept += 1;
                self.fitting.push((piece, mask));
            }
        }
    }
}

fn by_lowest_cell<W: Word>(table: &PlacementTable<W>) -> Vec<Vec<(u8, Bits<W>)>> {
    let mut by_cell = vec![Vec::new(); table.all.len()];
    for (piece, placements) in table.pieces.iter().enumerate() {
        for &mask in &placements.masks {
            if let Some(cell) = mask.first() {
                by_cell[cell].push((piece as u8, mask));
            }
        }
    }
    by_cell
}
