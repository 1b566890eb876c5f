//! Depth-first search by the lowest free cell: some piece has to cover it, and it is that piece's lowest cell, too.
//!
//! Which placements are tried at all, and what is made of the answers, is up to the techniques.

use std::ops::{ControlFlow, Range};

use crate::{
    puzzles::meteor::model::{
        answer::Answer,
        geometry::{CELLS, Cell, Cells},
        pieces::{PIECE_CELLS, PIECES, Piece, PieceSet, Placement},
        problem::Problem,
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
pub struct DepthFirst<'a> {
    problem: &'a Problem,
    options: &'a Options,
    pruning: Pruning,
    observer: &'a mut dyn Observer<Answer>,
    tally: Tally,
    placed: Vec<Placement>,
    done: f64,
}

impl<'a> DepthFirst<'a> {
    /// A search that stands at its root.
    pub fn new(problem: &'a Problem, options: &'a Options, pruning: Pruning, observer: &'a mut dyn Observer<Answer>) -> Self {
        let depths = 1 + problem.left().len().min(problem.free().len() / PIECE_CELLS);
        let tally = Tally { stages: vec![Stage::default(); depths], ..Tally::default() };
        Self { problem, options, pruning, observer, tally, placed: Vec::with_capacity(PIECES), done: 0.0 }
    }

    /// Searches all.
    pub fn run(mut self) -> ControlFlow<()> {
        self.visit(self.problem.free(), self.problem.left(), 1.0)?;
        self.observer.progress(1.0, &self.tally)
    }

    /// Fills these free cells in every way; that is this share of the whole search.
    fn visit(&mut self, free: Cells, left: PieceSet, share: f64) -> ControlFlow<()> {
        self.count_visit();
        self.observer.progress(self.done as f32, &self.tally)?;
        let Some(cell) = free.first() else {
            self.count_fit();
            self.observer.found(self.problem.answer(&self.placed))?;
            return self.end_share(share);
        };
        let share_of_child = self.share_of_child(cell, free, left, share);
        let mut fits = false;
        for placement in self.fitting(cell, free, left) {
            if !fits {
                self.count_fit();
                fits = true;
            }
            self.placed.push(placement);
            self.visit(free - placement.cells, left.without(placement.piece), share_of_child)?;
            self.placed.pop();
        }
        if fits && share_of_child > 0.0 { ControlFlow::Continue(()) } else { self.end_share(share) }
    }

    /// The placements that cover the cell and leave a board worth a visit.
    fn fitting(&self, cell: Cell, free: Cells, left: PieceSet) -> impl Iterator<Item = Placement> + use<'a> {
        let (options, pruning) = (self.options, self.pruning);
        left.iter().flat_map(move |piece| options.of(cell, piece)).copied().filter(move |placement| {
            free.covers(placement.cells) && (pruning == Pruning::None || (free - placement.cells).regions_are_fives())
        })
    }

    /// How much of the search each child is: an equal part near the root, and below that nothing, as if it took no time.
    fn share_of_child(&self, cell: Cell, free: Cells, left: PieceSet, share: f64) -> f64 {
        if self.placed.len() < LEVELS_OF_PROGRESS { share / self.fitting(cell, free, left).count().max(1) as f64 } else { 0.0 }
    }

    /// Takes note that this share of the search is done.
    fn end_share(&mut self, share: f64) -> ControlFlow<()> {
        self.done += share;
        ControlFlow::Continue(())
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
