//! The fastest search: through the graph of boards that are distinguished only by which cells are covered.
//!
//! This is the frontier method, also known as the transfer-matrix method or, where only the number of solutions is wanted, dynamic
//! programming over broken profiles: partial solutions with the same frontier, the border of the covered cells, are merged, since they have
//! the same continuations. The graph is a decision diagram as in Knuth's Simpath. Each of its boards also knows which sets of pieces
//! complete it, so that every solution can be listed without a dead end.
//!
//! # The idea
//!
//! If every move covers the first free cell, there are many millions of ways to start filling the empty board, but they lead to only 13,856
//! boards: for the free cells it doesn't matter which pieces cover the others, only which pieces remain. So:
//!
//! 1. a short depth-first search looks for one solution ([`first`]), since most positions have one that is found quickly;
//! 2. forward, the graph of boards is built level by level, one level for each number of pieces placed ([`graph`]);
//! 3. backward, each board gets the sets of pieces that complete it ([`piece_sets`]);
//! 4. forward again, a walk lists the solutions, using only moves after which the remaining pieces complete the board.
//!
//! Where solutions come in pairs that are half turns of each other, the walk visits only one of each pair.
//!
//! # An example
//!
//! Let the board be a row of four cells, and the pieces a, b and c, each of two cells. There are six ways to fill it, but only three
//! boards: empty, half full and full, with three moves from each to the next. Backward, the full board is completed by no pieces: {∅}; the
//! half full one by {a}, {b} or {c}; the empty one by {a, b}, {a, c} or {b, c}, since adding c to {c} would use it twice. The walk with {a,
//! b}: after a, {b} remains and completes the board; after b, {a} does; the move of c isn't in the set. Two solutions, no dead end.
//!
//! # Why it is exact
//!
//! * *Every solution is exactly one path.* In a solution some piece covers the first free cell, and since all cells before that are
//!   covered, it is that piece's first cell. So a solution determines the next move on every board, and the moves of a path from the root
//!   to the full board are a solution. Each move covers five more cells: no path returns to a board, and all boards of a level are equally
//!   far from the end.
//! * *Merging loses nothing.* How a board can be completed depends on its free cells and on the remaining pieces. The free cells are the
//!   board; the remaining pieces are what step 3 is for.
//! * *Dropping loses nothing.* Pieces are entirely inside a region of free cells or entirely outside. So a board with a region whose size
//!   isn't a multiple of five is on no path to the full board. The same is true of a move that closes off such a region.
//! * *The sets are right.* A set S belongs to a board if and only if some path from it to the full board uses the pieces of S, each once.
//!   The full board has only the empty set. On any other board such a path begins with a move of a piece p in S, followed by a path with S
//!   without p; so the sets of a board are the sets of the boards after its moves, with p added where it is missing. By induction from the
//!   last level to the root, all sets are right.
//! * *The walk lists every solution once.* It starts at the root with each set of the root that contains only remaining pieces; a solution
//!   uses exactly one of them. With a set on a board, it takes each move of a piece in the set for which the set without that piece belongs
//!   to the next board. There is at least one, since the set is right; each leads to a solution; and no other move does.

mod placement_tables;
mod floors;
mod sieve;
mod board_table;
mod moves;
mod piece_sets;
mod graph;
mod first;

use std::{
    iter, mem,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
};

use self::{graph::Graph, piece_sets::PieceSets};
use super::{
    half_turn,
    listener::{Listener, Step},
};
use crate::model::{
    pieces::{OfPieces, PIECES, Piece, PieceSet, Placement},
    problem::Problem,
};
use base::search::Tally;

/// The progress of the whole search when the graph is built, and when the sets of its boards are known: roughly as measured.
const GRAPH_BUILT: f32 = 0.75;
const COMPLETIONS_KNOWN: f32 = 0.85;
/// The number of solutions between two progress reports: a few microseconds.
const SOLUTIONS_PER_CALL: u64 = 64;

/// The progress callback: receives the share of the search that is done, and the work so far.
pub type ProgressCallback<'a> = &'a mut dyn FnMut(f32, &Tally) -> ControlFlow<()>;

/// Walks through the graph of boards that are distinguished only by which cells are covered. Finds all solutions: first one that a short
/// search finds, if any, and then the others. The walk to the others is traced.
pub fn search<L: Listener>(problem: &Problem, listener: &mut L) -> ControlFlow<()> {
    let quick = first::quick_solution(problem);
    quick.as_ref().map_or(ControlFlow::Continue(()), |quick| listener.found(quick))?;
    let frontier = Frontier::new(problem, &mut |done, tally| listener.progress(done, tally))?;
    let mut walk = Walk { frontier: &frontier, listener, quick, placed: Vec::with_capacity(PIECES), found: 0 };
    for pieces in frontier.root_sets() {
        walk.from(0, pieces)?;
    }
    listener.progress(1.0, &frontier.graph.tally)
}

/// The graph, and for each of its boards the sets of pieces that complete it.
struct Frontier<'a> {
    problem: &'a Problem,
    graph: Graph,
    completions: Vec<PieceSets>,
    /// The piece that decides which solution of a pair is canonical, if solutions come in pairs.
    symmetry_breaker: Option<Piece>,
}

/// The memory of the last search, about two megabytes, kept for the next one: fresh pages from the system would take a third of the time.
static REUSABLE_MEMORY: Mutex<Option<(Graph, Vec<PieceSets>)>> = Mutex::new(None);
/// The memory for more boards than this, which few positions have, is freed instead.
const MOST_REUSABLE_BOARDS: usize = 1 << 15;

impl<'a> Frontier<'a> {
    fn new(problem: &'a Problem, progress: ProgressCallback<'_>) -> ControlFlow<(), Self> {
        let (graph, completions) = REUSABLE_MEMORY.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
        let mut frontier = Self { problem, graph, completions, symmetry_breaker: half_turn::symmetry_breaking_piece(problem) };
        match problem.pieces_needed() {
            Some(levels) => {
                frontier.graph.build(problem, levels, frontier.symmetry_breaker, &mut |done, tally| progress(GRAPH_BUILT * done, tally))?
            }
            None => frontier.graph.clear(),
        }
        let progress = &mut |done, tally: &Tally| progress(GRAPH_BUILT + (COMPLETIONS_KNOWN - GRAPH_BUILT) * done, tally);
        frontier.graph.find_completions(&mut frontier.completions, progress)?;
        ControlFlow::Continue(frontier)
    }

    /// The sets of remaining pieces that complete the root.
    fn root_sets(&self) -> impl Iterator<Item = PieceSet> {
        let root = self.completions.first();
        let pieces_needed = self.problem.pieces_needed();
        let is_possible = move |pieces: &PieceSet| self.problem.remaining.covers(*pieces) && Some(pieces.len()) == pieces_needed;
        PieceSet::every().filter(is_possible).filter(move |&pieces| root.is_some_and(|root| root.contains(pieces)))
    }
}

impl Drop for Frontier<'_> {
    fn drop(&mut self) {
        if self.completions.len() <= MOST_REUSABLE_BOARDS {
            let memory = (mem::take(&mut self.graph), mem::take(&mut self.completions));
            *REUSABLE_MEMORY.lock().unwrap_or_else(PoisonError::into_inner) = Some(memory);
        }
    }
}

/// A walk through the graph to all solutions, or to the canonical one of each pair.
struct Walk<'a, L> {
    frontier: &'a Frontier<'a>,
    listener: &'a mut L,
    /// The solution that is already reported.
    quick: Option<Vec<Placement>>,
    placed: Vec<Placement>,
    /// The number of solutions so far.
    found: u64,
}

impl<L: Listener> Walk<'_, L> {
    /// Finds each way to complete the board with exactly these pieces; there is at least one.
    fn from(&mut self, board: usize, pieces: PieceSet) -> ControlFlow<()> {
        let Frontier { graph, completions, .. } = self.frontier;
        if pieces.is_empty() {
            return self.report();
        }
        for &made in graph.moves(board) {
            let remaining = pieces.without(made.piece());
            if !(pieces.contains(made.piece()) & completions[made.to()].contains(remaining)) {
                continue;
            }
            let placement = graph.placement(board, made);
            self.placed.push(placement);
            self.listener.step(Step::Place(placement), &graph.tally)?;
            self.from(made.to(), remaining)?;
            self.placed.pop();
            self.listener.step(Step::Remove(placement), &graph.tally)?;
        }
        ControlFlow::Continue(())
    }

    /// Reports a solution, followed by its twin if they come in pairs.
    fn report(&mut self) -> ControlFlow<()> {
        let Frontier { graph, symmetry_breaker, .. } = self.frontier;
        self.listener.step(Step::Found, &graph.tally)?;
        let twin = symmetry_breaker.map(|_| half_turn::twin(&self.placed));
        for solution in iter::once(&self.placed).chain(&twin) {
            self.found += 1;
            if self.found.is_multiple_of(SOLUTIONS_PER_CALL) {
                self.listener.progress(COMPLETIONS_KNOWN, &graph.tally)?;
            }
            if self.quick.as_ref().is_none_or(|quick| quick.iter().any(|placement| !solution.contains(placement))) {
                self.listener.found(solution)?;
            }
        }
        ControlFlow::Continue(())
    }
}
