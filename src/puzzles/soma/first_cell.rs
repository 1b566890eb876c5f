//! Depth first: the lowest free cell must be covered by some piece, so try each that fits there.

use std::ops::ControlFlow;

use super::{
    answer::{Among, Answer},
    problem::{Mask, Problem},
    share::Share,
};
use crate::search::{Observer, Tally};

/// Tells the observer of all solutions.
pub fn search(problem: &Problem, observer: &mut dyn Observer<Answer>) -> ControlFlow<()> {
    let mut search =
        FirstCell { problem, observer, by_cell: by_lowest_cell(problem), fitting: Vec::new(), chosen: Vec::new(), tally: Tally::default() };
    if problem.slack().is_some() {
        let unused = (1 << problem.pieces.len()) - 1;
        search.descend(problem.free, unused, Share::WHOLE)?;
    }
    let FirstCell { observer, tally, .. } = search;
    observer.progress(1.0, &tally)
}

struct FirstCell<'a> {
    problem: &'a Problem,
    observer: &'a mut dyn Observer<Answer>,
    /// For each cell, the placements whose lowest cell it is, piece by piece.
    by_cell: Vec<Vec<(u8, Mask)>>,
    /// The candidates of all nodes on the way down, one behind the other.
    fitting: Vec<(u8, Mask)>,
    chosen: Vec<(u8, Mask)>,
    tally: Tally,
}

impl FirstCell<'_> {
    fn descend(&mut self, free: Mask, unused: u64, share: Share) -> ControlFlow<()> {
        if free == 0 {
            return self.problem.tell(&self.chosen, Among::AllImages, self.observer);
        }
        self.observer.progress(share.from as f32, &self.tally)?;
        let start = self.fitting.len();
        self.gather(free, unused);
        let end = self.fitting.len();
        for i in start..end {
            let (piece, mask) = self.fitting[i];
            self.chosen.push((piece, mask));
            self.descend(free & !mask, unused & !(1 << piece), share.piece(i - start, end - start))?;
            self.chosen.pop();
        }
        self.fitting.truncate(start);
        ControlFlow::Continue(())
    }

    /// Appends what covers the lowest free cell. No cell below it is free, so it is the placement's lowest cell, too.
    fn gather(&mut self, free: Mask, unused: u64) {
        let candidates = self.by_cell[free.trailing_zeros() as usize].iter().filter(|(piece, _)| unused >> piece & 1 == 1);
        for &(piece, mask) in candidates {
            self.tally.explored += 1;
            if mask & !free == 0 {
                self.tally.kept += 1;
                self.fitting.push((piece, mask));
            }
        }
    }
}

fn by_lowest_cell(problem: &Problem) -> Vec<Vec<(u8, Mask)>> {
    let mut by_cell = vec![Vec::new(); problem.cells.len()];
    for (piece, placements) in problem.pieces.iter().enumerate() {
        for &mask in &placements.masks {
            by_cell[mask.trailing_zeros() as usize].push((piece as u8, mask));
        }
    }
    by_cell
}
