//! Depth-first search by the lowest free cell: some piece has to cover it, and it is that piece's lowest cell, too.
//!
//! Which placements are tried at all, and what is made of the solutions, is up to the techniques.

use std::ops::{ControlFlow, Range};

use super::tracer::{Step, Tracer};
use crate::{
    puzzles::meteor::model::{
        geometry::{CELLS, Cell, Cells},
        pieces::{PIECE_CELLS, PIECES, Piece, PieceSet, Placement},
        problem::Problem,
        solution::Solution,
    },
    search::{Observer, Stage, Tally},
};

/// Placements by their lowest cell, and by piece within it.
pub struct Options {
    placements: Vec<Placement>,
    /// Where the placements of a cell and piece begin; those of the next begin where these end.
    starts: Vec<usize>,
}

impl Options {
    /// Sorts these placements.
    pub fn new(placements: impl Iterator<Item = Placement>) -> Self {
        let mut sorted: Vec<(usize, Placement)> =
            placements.filter_map(|placement| Some((slot(placement.cells.first()?, placement.piece), placement))).collect();
        sorted.sort_unstable();
        let starts = (0..=CELLS * PIECES).map(|slot| sorted.partition_point(|&(other, _)| other < slot)).collect();
        Self { placements: sorted.into_iter().map(|(_, placement)| placement).collect(), starts }
    }

    /// The placements of a piece whose lowest cell is this one.
    fn of(&self, cell: Cell, piece: Piece) -> &[Placement] {
        let slot = slot(cell, piece);
        &self.placements[Range { start: self.starts[slot], end: self.starts[slot + 1] }]
    }
}

/// The number of a cell and a piece together.
fn slot(cell: Cell, piece: Piece) -> usize {
    PIECES * cell.index() + piece.index()
}

/// When a board is given up before all its pieces were tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// Never.
    None,
    /// When a free region's size is no multiple of five.
    Regions,
}

/// So many levels from the root tell how far the search is.
const LEVELS_OF_PROGRESS: usize = 2;

/// A search on its way.
pub struct DepthFirst<'a, T> {
    problem: &'a Problem,
    options: &'a Options,
    pruning: Pruning,
    observer: &'a mut dyn Observer<Solution>,
    tracer: &'a mut T,
    tally: Tally,
    placed: Vec<Placement>,
    done: f64,
}

impl<'a, T: Tracer> DepthFirst<'a, T> {
    /// A search that stands at its root.
    pub fn new(
        problem: &'a Problem,
        options: &'a Options,
        pruning: Pruning,
        observer: &'a mut dyn Observer<Solution>,
        tracer: &'a mut T,
    ) -> Self {
        let depths = 1 + problem.left().len().min(problem.free().len() / PIECE_CELLS);
        let tally = Tally { stages: vec![Stage::default(); depths], ..Tally::default() };
        Self { problem, options, pruning, observer, tracer, tally, placed: Vec::with_capacity(PIECES), done: 0.0 }
    }

    /// Searches all.
    pub fn run(mut self) -> ControlFlow<()> {
        self.visit(self.problem.free(), self.problem.left(), 1.0)?;
        self.progress(1.0)
    }

    /// Fills these free cells in every way; that is this share of the whole search.
    fn visit(&mut self, free: Cells, left: PieceSet, share: f64) -> ControlFlow<()> {
        self.count_visit();
        self.progress(self.done as f32)?;
        let Some(cell) = free.first() else {
            self.count_fit();
            // Whoever ends the search with this solution has then heard of all the work up to it.
            self.progress(self.done as f32)?;
            self.tracer.step(Step::Found, &self.tally)?;
            self.observer.found(self.problem.solution(&self.placed))?;
            return self.end_share(share);
        };
        let share_of_child = self.share_of_child(cell, free, left, share);
        let (mut is_starved, mut fits) = (true, false);
        for placement in self.covering(cell, free, left) {
            is_starved = false;
            let rest = free - placement.cells;
            if self.is_pruned(rest) {
                self.trace_pruned(placement, rest)?;
                continue;
            }
            if !fits {
                self.count_fit();
                fits = true;
            }
            self.placed.push(placement);
            self.tracer.step(Step::Place(placement), &self.tally)?;
            self.visit(rest, left.without(placement.piece), share_of_child)?;
            self.placed.pop();
            self.tracer.step(Step::TakeBack(placement), &self.tally)?;
        }
        if is_starved {
            self.trace_starved(cell, free)?;
        }
        if fits && share_of_child > 0.0 { ControlFlow::Continue(()) } else { self.end_share(share) }
    }

    /// The placements that cover the cell and no covered one.
    fn covering(&self, cell: Cell, free: Cells, left: PieceSet) -> impl Iterator<Item = Placement> + use<'a, T> {
        let options = self.options;
        left.iter().flat_map(move |piece| options.of(cell, piece)).copied().filter(move |placement| free.covers(placement.cells))
    }

    /// Whether a board with these free cells isn't worth a visit.
    fn is_pruned(&self, free: Cells) -> bool {
        self.pruning == Pruning::Regions && !free.regions_are_fives()
    }

    /// A placement that was tried and dropped for the hole that it leaves, as one who watches sees it.
    fn trace_pruned(&mut self, placement: Placement, rest: Cells) -> ControlFlow<()> {
        if T::IS_WATCHING
            && let Some(hole) = rest.hole()
        {
            self.tracer.step(Step::Place(placement), &self.tally)?;
            self.tracer.step(Step::Hole(hole), &self.tally)?;
            self.tracer.step(Step::TakeBack(placement), &self.tally)?;
        }
        ControlFlow::Continue(())
    }

    /// A board with no placement for its lowest free cell. Where placements that leave a hole were dropped beforehand, and the first
    /// board has one anyway, that is the better reason.
    fn trace_starved(&mut self, cell: Cell, free: Cells) -> ControlFlow<()> {
        if !T::IS_WATCHING {
            return ControlFlow::Continue(());
        }
        let hole = free.hole().filter(|_| self.pruning == Pruning::Regions);
        self.tracer.step(hole.map_or(Step::Starved(cell), Step::Hole), &self.tally)
    }

    /// How much of the search each child is: an equal part near the root, and below that nothing, as if it took no time.
    fn share_of_child(&self, cell: Cell, free: Cells, left: PieceSet, share: f64) -> f64 {
        if self.placed.len() >= LEVELS_OF_PROGRESS {
            return 0.0;
        }
        let children = self.covering(cell, free, left).filter(|placement| !self.is_pruned(free - placement.cells)).count();
        share / children.max(1) as f64
    }

    /// Takes note that this share of the search is done.
    fn end_share(&mut self, share: f64) -> ControlFlow<()> {
        self.done += share;
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32) -> ControlFlow<()> {
        self.tracer.progress(done, &self.tally)?;
        self.observer.progress(done, &self.tally)
    }

    fn count_visit(&mut self) {
        self.tally.explored += 1;
        self.tally.stages[self.placed.len()].explored += 1;
    }

    fn count_fit(&mut self) {
        self.tally.kept += 1;
        self.tally.stages[self.placed.len()].kept += 1;
    }
}
