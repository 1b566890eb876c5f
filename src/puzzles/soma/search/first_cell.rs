//! Depth first: the lowest free cell must be covered by some piece, so try each that fits there.

use std::ops::ControlFlow;

use super::{
    listener::{Listener, Step},
    prepared::{Prepared, with_layout},
    share::Share,
};
use crate::{
    puzzles::soma::model::{cells::Cells, layout::Layout, problem::Problem},
    search::Tally,
};

/// Finds all solutions.
pub fn search<L: Listener>(prepared: &Prepared, listener: &mut L) -> ControlFlow<()> {
    with_layout!(prepared, layout => search_in(&prepared.problem, layout, listener))
}

fn search_in<C: Cells, L: Listener>(problem: &Problem, layout: &Layout<C>, listener: &mut L) -> ControlFlow<()> {
    let by_cell = by_lowest_cell(layout);
    let equal_pairs = problem.symmetries.equals.pairs();
    let mut search =
        FirstCell { problem, listener, by_cell, equal_pairs, fitting: Vec::new(), chosen: Vec::new(), tally: Tally::default() };
    if layout.slack().is_some() {
        let unused = (1 << layout.pieces.len()) - 1;
        search.descend(layout.all, unused, Share::WHOLE)?;
    } else {
        search.step(Step::TooFew)?;
    }
    let FirstCell { listener, tally, .. } = search;
    listener.progress(1.0, &tally)
}

struct FirstCell<'a, C, L> {
    problem: &'a Problem,
    listener: &'a mut L,
    /// For each cell, the placements whose lowest cell it is, piece by piece.
    by_cell: Vec<Vec<(u8, C)>>,
    /// Each piece with the next one that is equal to it.
    equal_pairs: &'a [(usize, usize)],
    /// The candidates of all nodes on the way down, one behind the other.
    fitting: Vec<(u8, C)>,
    chosen: Vec<(u8, C)>,
    tally: Tally,
}

impl<C: Cells, L: Listener> FirstCell<'_, C, L> {
    fn descend(&mut self, free: C, unused: u64, share: Share) -> ControlFlow<()> {
        let Some(cell) = free.lowest() else {
            return self.listener.filled(&self.chosen, &self.problem.symmetries.all, &self.tally);
        };
        self.listener.progress(share.from as f32, &self.tally)?;
        let start = self.fitting.len();
        self.gather(cell, free, self.usable(unused));
        let end = self.fitting.len();
        if start == end {
            self.step(Step::Uncovered(cell))?;
        }
        for i in start..end {
            let (piece, mask) = self.fitting[i];
            self.chosen.push((piece, mask));
            self.step(Step::Place(piece, mask))?;
            self.descend(free & !mask, unused & !(1 << piece), share.piece(i - start, end - start))?;
            self.chosen.pop();
            self.step(Step::TakeBack(piece, mask))?;
        }
        self.fitting.truncate(start);
        ControlFlow::Continue(())
    }

    fn step(&mut self, step: Step<C>) -> ControlFlow<()> {
        self.listener.step(step, || self.chosen.clone(), &self.tally)
    }

    /// The unused pieces, of equal ones only the first.
    fn usable(&self, unused: u64) -> u64 {
        unused & !self.equal_pairs.iter().fold(0, |waiting, &(piece, next)| waiting | (unused >> piece & 1) << next)
    }

    /// Appends what covers the lowest free cell. No cell below it is free, so it is the placement's lowest cell, too.
    fn gather(&mut self, cell: usize, free: C, usable: u64) {
        let candidates = self.by_cell[cell].iter().filter(|(piece, _)| usable >> piece & 1 == 1);
        for &(piece, mask) in candidates {
            self.tally.explored += 1;
            if !mask.meets(!free) {
                self.tally.kept += 1;
                self.fitting.push((piece, mask));
            }
        }
    }
}

fn by_lowest_cell<C: Cells>(layout: &Layout<C>) -> Vec<Vec<(u8, C)>> {
    let mut by_cell = vec![Vec::new(); layout.all.count() as usize];
    for (piece, placements) in layout.pieces.iter().enumerate() {
        for &mask in &placements.masks {
            if let Some(cell) = mask.lowest() {
                by_cell[cell].push((piece as u8, mask));
            }
        }
    }
    by_cell
}
