//! Depth-first search on the first free cell: some piece has to cover it, and it is that piece's first cell, too.
//!
//! The techniques decide which placements are tried, and their listeners what happens to the solutions.

use std::ops::{ControlFlow, Range};

use super::listener::{Listener, Step};
use crate::model::{
    geometry::{CELLS, Cell, Cells, OnBoard},
    pieces::{PIECE_CELLS, PIECES, Piece, PieceSet, Placement},
    problem::Problem,
};
use base::search::{Stage, Tally};

/// Placements by their first cell, and by piece within it.
pub struct Options {
    placements: Vec<Placement>,
    /// The start of the placements of each cell and piece, which is the end of those before.
    starts: Vec<usize>,
}

impl Options {
    /// Sorts placements by first cell and piece.
    pub fn new(placements: impl Iterator<Item = Placement>) -> Self {
        let mut sorted: Vec<(usize, Placement)> =
            placements.filter_map(|placement| Some((slot(placement.cells.first()?, placement.piece), placement))).collect();
        sorted.sort_unstable();
        let starts = (0..=CELLS * PIECES).map(|slot| sorted.partition_point(|&(other, _)| other < slot)).collect();
        Self { placements: sorted.into_iter().map(|(_, placement)| placement).collect(), starts }
    }

    /// The placements of a piece whose first cell is this one.
    fn of(&self, cell: Cell, piece: Piece) -> &[Placement] {
        let slot = slot(cell, piece);
        &self.placements[Range { start: self.starts[slot], end: self.starts[slot + 1] }]
    }
}

/// The index of a cell and piece in `starts`.
fn slot(cell: Cell, piece: Piece) -> usize {
    PIECES * cell.index() + piece.index()
}

/// Which nodes are dead ends without trying their options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// None.
    None,
    /// Those with a free region whose size isn't a multiple of five.
    Regions,
}

/// The number of levels below the root that the reported progress distinguishes.
const LEVELS_OF_PROGRESS: usize = 2;

/// A search in progress.
pub struct DepthFirst<'a, L> {
    problem: &'a Problem,
    options: &'a Options,
    pruning: Pruning,
    listener: &'a mut L,
    tally: Tally,
    placed: Vec<Placement>,
    done: f64,
}

impl<'a, L: Listener> DepthFirst<'a, L> {
    /// Creates a search at its root.
    pub fn new(problem: &'a Problem, options: &'a Options, pruning: Pruning, listener: &'a mut L) -> Self {
        let depths = 1 + problem.remaining.len().min(problem.free.len() / PIECE_CELLS);
        let tally = Tally { stages: vec![Stage::default(); depths], ..Tally::default() };
        Self { problem, options, pruning, listener, tally, placed: Vec::with_capacity(PIECES), done: 0.0 }
    }

    /// Runs the whole search.
    pub fn run(mut self) -> ControlFlow<()> {
        self.visit(self.problem.free, self.problem.remaining, 1.0)?;
        self.progress(1.0)
    }

    /// Visits a node: finds all ways to fill these free cells. `share` is its share of the whole search.
    fn visit(&mut self, free: Cells, remaining: PieceSet, share: f64) -> ControlFlow<()> {
        self.count_node();
        self.progress(self.done as f32)?;
        let Some(cell) = free.first() else {
            self.count_node_with_options();
            // A listener that stops the search at this solution has then received all the work up to it.
            self.progress(self.done as f32)?;
            self.listener.step(Step::Found, &self.tally)?;
            self.listener.found(&self.placed)?;
            return self.end_share(share);
        };
        let share_of_child = self.share_of_child(cell, free, remaining, share);
        let (mut has_no_options, mut has_child) = (true, false);
        for placement in self.options_for(cell, free, remaining) {
            has_no_options = false;
            let free_after = free - placement.cells;
            if self.is_pruned(free_after) {
                self.trace_pruned(placement, free_after)?;
                continue;
            }
            if !has_child {
                self.count_node_with_options();
                has_child = true;
            }
            self.placed.push(placement);
            self.listener.step(Step::Place(placement), &self.tally)?;
            self.visit(free_after, remaining.without(placement.piece), share_of_child)?;
            self.placed.pop();
            self.listener.step(Step::Remove(placement), &self.tally)?;
        }
        if has_no_options {
            self.trace_no_options(cell, free)?;
        }
        if has_child && share_of_child > 0.0 { ControlFlow::Continue(()) } else { self.end_share(share) }
    }

    /// The options for this cell: placements of remaining pieces that cover it and otherwise only free cells.
    fn options_for(&self, cell: Cell, free: Cells, remaining: PieceSet) -> impl Iterator<Item = Placement> + use<'a, L> {
        let options = self.options;
        remaining.iter().flat_map(move |piece| options.of(cell, piece)).copied().filter(move |placement| free.covers(placement.cells))
    }

    /// Whether a node with these free cells is a dead end.
    fn is_pruned(&self, free: Cells) -> bool {
        self.pruning == Pruning::Regions && !free.regions_are_multiples_of_five()
    }

    /// Traces a placement that was tried and dropped because of the gap that it leaves.
    fn trace_pruned(&mut self, placement: Placement, free_after: Cells) -> ControlFlow<()> {
        if L::IS_TRACING
            && let Some(unfillable_region) = free_after.unfillable_region()
        {
            self.listener.step(Step::Place(placement), &self.tally)?;
            self.listener.step(Step::UnfillableRegion(unfillable_region), &self.tally)?;
            self.listener.step(Step::Remove(placement), &self.tally)?;
        }
        ControlFlow::Continue(())
    }

    /// Traces a node without options. If the technique drops placements that leave gaps, and the node itself has a gap, that gap is the
    /// better reason.
    fn trace_no_options(&mut self, cell: Cell, free: Cells) -> ControlFlow<()> {
        if !L::IS_TRACING {
            return ControlFlow::Continue(());
        }
        let unfillable_region = free.unfillable_region().filter(|_| self.pruning == Pruning::Regions);
        self.listener.step(unfillable_region.map_or(Step::NoOptions(cell), Step::UnfillableRegion), &self.tally)
    }

    /// The share of each child in the search: equal parts near the root, and 0 further down, as if those nodes took no time.
    fn share_of_child(&self, cell: Cell, free: Cells, remaining: PieceSet, share: f64) -> f64 {
        if self.placed.len() >= LEVELS_OF_PROGRESS {
            return 0.0;
        }
        let children = self.options_for(cell, free, remaining).filter(|placement| !self.is_pruned(free - placement.cells)).count();
        share / children.max(1) as f64
    }

    /// Marks this share of the search as done.
    fn end_share(&mut self, share: f64) -> ControlFlow<()> {
        self.done += share;
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32) -> ControlFlow<()> {
        self.listener.progress(done, &self.tally)
    }

    fn count_node(&mut self) {
        self.tally.explored += 1;
        self.tally.stages[self.placed.len()].explored += 1;
    }

    fn count_node_with_options(&mut self) {
        self.tally.kept += 1;
        self.tally.stages[self.placed.len()].kept += 1;
    }
}
