//! The fastest search: through the graph of boards that are told apart only by which cells are covered.
//!
//! Covered by the lowest free cell first, the empty board can become many millions of fillings but only 13,856 boards, since
//! it does not matter to the rest of the board which pieces cover the first cells, only which are left. So:
//!
//! 1. forward, the graph of boards is built level by level ([`graph`]);
//! 2. backward, each board learns which sets of pieces fill its rest ([`piece_sets`]);
//! 3. forward again, along those moves only after which the pieces left fill the rest. Every step leads to an answer.

mod fits;
mod candidates;
mod board_table;
mod graph;
mod piece_sets;

use std::ops::ControlFlow;

use self::{graph::Graph, piece_sets::PieceSets};
use super::super::{
    answer::Answer,
    pieces::{PIECES, PieceSet, Placement},
    problem::Problem,
};
use crate::search::{Observer, Tally};

/// How far the whole search is when the graph is built, and when its boards know their sets of pieces: about as it was measured.
const BUILT: f32 = 0.6;
const LEARNT: f32 = 0.8;

/// Hears how far the search is: the share that is done, and the work so far.
pub type Watch<'a> = &'a mut dyn FnMut(f32, &Tally) -> ControlFlow<()>;

/// Finds all answers.
pub fn search(problem: &Problem, observer: &mut dyn Observer<Answer>) -> ControlFlow<()> {
    let frontier = Frontier::new(problem, &mut |done, tally| observer.progress(done, tally))?;
    let total = frontier.starts().count().max(1) as f32;
    for (number, pieces) in frontier.starts().enumerate() {
        frontier.walk(pieces, &mut |placed| {
            observer.progress(LEARNT + (1.0 - LEARNT) * number as f32 / total, &frontier.graph.tally)?;
            observer.found(problem.answer(placed))
        })?;
    }
    observer.progress(1.0, &frontier.graph.tally)
}

/// How many answers there are.
pub fn count(problem: &Problem, watch: Watch<'_>) -> ControlFlow<(), u64> {
    Frontier::new(problem, watch)?.count(watch)
}

/// The graph, and for each of its boards the sets of pieces that fill the rest of it.
struct Frontier<'a> {
    problem: &'a Problem,
    graph: Graph,
    rests: Vec<PieceSets>,
}

impl<'a> Frontier<'a> {
    fn new(problem: &'a Problem, watch: Watch<'_>) -> ControlFlow<(), Self> {
        let graph = match problem.needed() {
            Some(levels) => Graph::new(problem, levels, &mut |done, tally| watch(BUILT * done, tally))?,
            None => Graph::default(),
        };
        let rests = graph.rests(&mut |done, tally| watch(BUILT + (LEARNT - BUILT) * done, tally))?;
        ControlFlow::Continue(Self { problem, graph, rests })
    }

    /// The sets of pieces that fill the board from its root.
    fn starts(&self) -> impl Iterator<Item = PieceSet> {
        let root = self.rests.first();
        PieceSet::every().filter(move |&pieces| self.problem.left().covers(pieces) && root.is_some_and(|root| root.contains(pieces)))
    }

    fn count(&self, watch: Watch<'_>) -> ControlFlow<(), u64> {
        let mut count = 0;
        for pieces in self.starts() {
            self.walk(pieces, &mut |_| {
                count += 1;
                watch(LEARNT, &self.graph.tally)
            })?;
        }
        ControlFlow::Continue(count)
    }

    /// Visits each way to fill the board with exactly these pieces, of which there is at least one.
    fn walk(&self, pieces: PieceSet, visit: Visit<'_>) -> ControlFlow<()> {
        self.walk_from(0, pieces, &mut Vec::with_capacity(PIECES), visit)
    }

    fn walk_from(&self, board: usize, pieces: PieceSet, placed: &mut Vec<Placement>, visit: Visit<'_>) -> ControlFlow<()> {
        if pieces.is_empty() {
            return visit(placed);
        }
        for &(piece, to) in self.graph.moves(board) {
            let rest = pieces.without(piece);
            if pieces.contains(piece) && self.rests[to as usize].contains(rest) {
                placed.push(Placement { piece, cells: self.graph.covered_between(board, to as usize) });
                self.walk_from(to as usize, rest, placed, visit)?;
                placed.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

/// Gets the placements of one way to fill the board, in the order of the moves.
type Visit<'a> = &'a mut dyn FnMut(&[Placement]) -> ControlFlow<()>;
