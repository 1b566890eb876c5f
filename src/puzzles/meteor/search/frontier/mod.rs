//! The fastest search: through the graph of boards that are told apart only by which cells are covered.
//!
//! This is the frontier method, known as the transfer-matrix method or dynamic programming over broken profiles where only the number
//! of solutions is wanted: partial solutions with the same frontier are merged, since they have the same continuations. The graph is
//! a decision diagram as in Knuth's Simpath. Each of its boards also knows the sets of pieces that fill the rest of it, so that every
//! solution can be listed without a dead end.
//!
//! # The idea
//!
//! Covered by the lowest free cell first, the empty board can become many millions of fillings but only 13,856 boards: to the rest of
//! the board it doesn't matter which pieces cover the first cells, only which are left. So:
//!
//! 1. one solution is looked for in depth ([`first`]), since most positions have one near;
//! 2. forward, the graph of boards is built level by level, a level for each number of pieces placed ([`graph`]);
//! 3. backward, each board learns which sets of pieces fill its rest ([`piece_sets`]);
//! 4. forward again, along those moves only after which the pieces left fill the rest.
//!
//! Where solutions come in pairs that are half turns of each other, only one of each pair is walked to.
//!
//! # An example
//!
//! Let the board be a row of four cells, and the pieces a, b and c, each of two cells. There are six ways to fill it, but three
//! boards: empty, half full and full, with three moves from each to the next. Backward, the full board is filled by no pieces: {∅}; the
//! half full one by {a}, {b} or {c}; the empty one by {a, b}, {a, c} or {b, c}, since c, put into {c}, would be used twice. To walk with
//! {a, b}: after a, {b} is left and fills the rest; after b, {a} does; the move of c isn't in the set. Two solutions, no dead end.
//!
//! # Why it is exact
//!
//! * *Every solution is exactly one path.* In a solution some piece covers the lowest free cell, and since all cells before that are
//!   covered, it is that piece's lowest cell. So a solution tells which move comes next on every board, and the moves of a path from the
//!   root to the full board tell a filling. Each move covers five cells more: no path comes back to a board, and all boards of a
//!   level lie equally far from the end.
//! * *Merging loses nothing.* How the rest of a board can be filled depends on its free cells and on the pieces left. The free cells
//!   are the board; the pieces left are what step 3 is for.
//! * *Dropping loses nothing.* Pieces lie wholly inside a region of free cells or wholly outside. A board with a region whose size is
//!   no multiple of five therefore lies on no path to the full board. The same goes for a move that closes off such a region.
//! * *The sets are right.* A set S is one of a board's if and only if some path from it to the full board uses the pieces of S, each
//!   once. On the full board only the empty set is. On any other board such a path begins with a move of a piece p in S and goes on with a
//!   path of S without p from the board after it; so the sets of a board are those of the boards after its moves, with p put into those
//!   that lack it. By induction from the last level to the root, all are right.
//! * *The walk lists every solution once.* It begins at the root with each set of the root that has only pieces left; a solution uses exactly
//!   one. On a board with a set of its own it takes each move of a piece in the set after which the rest of the set is one of the next
//!   board's. There is one, since the set is right; each leads to a solution; and no other move does.

mod fits;
mod floors;
mod sieve;
mod board_table;
mod moves;
mod piece_sets;
mod graph;
mod first;

use std::{
    mem,
    ops::ControlFlow,
    sync::{Mutex, PoisonError},
};

use self::{graph::Graph, piece_sets::PieceSets};
use super::{
    half_turn,
    tracer::{Step, Tracer, Untraced},
};
use crate::{
    puzzles::meteor::model::{
        pieces::{Piece, PieceSet},
        problem::Problem,
        solution::Solution,
    },
    search::{Observer, Tally},
};

/// How far the whole search is when the graph is built, and when its boards know their sets of pieces: about as it was measured.
const BUILT: f32 = 0.75;
const LEARNT: f32 = 0.85;
/// Between two looks at whether to stop, so many solutions are found: some microseconds.
const SOLUTIONS_PER_LOOK: u64 = 64;

/// Hears how far the search is: the share that is done, and the work so far.
pub type Watch<'a> = &'a mut dyn FnMut(f32, &Tally) -> ControlFlow<()>;

/// Finds all solutions.
pub fn find_all(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    search(problem, observer, &mut Untraced)
}

/// Finds all solutions: at once one that is near, if there is one, and then the others. The walk to them is traced.
pub fn search<T: Tracer>(problem: &Problem, observer: &mut dyn Observer<Solution>, tracer: &mut T) -> ControlFlow<()> {
    let near = first::near_solution(problem).map(|placed| problem.solution(&placed));
    near.map_or(ControlFlow::Continue(()), |near| observer.found(near))?;
    let frontier = Frontier::new(problem, &mut |done, tally| {
        tracer.progress(done, tally)?;
        observer.progress(done, tally)
    })?;
    let mut walked = 0;
    frontier.walk(tracer, &mut |solution| {
        walked += 1;
        if walked % SOLUTIONS_PER_LOOK == 0 {
            observer.progress(LEARNT, &frontier.graph.tally)?;
        }
        if near.is_none_or(|near| near != *solution) { observer.found(*solution) } else { ControlFlow::Continue(()) }
    })?;
    tracer.progress(1.0, &frontier.graph.tally)?;
    observer.progress(1.0, &frontier.graph.tally)
}

/// The graph, and for each of its boards the sets of pieces that fill the rest of it.
struct Frontier<'a> {
    problem: &'a Problem,
    graph: Graph,
    rests: Vec<PieceSets>,
    /// The piece that tells which solution of a pair is walked to, if solutions come in pairs.
    telling: Option<Piece>,
}

/// The memory of the last search, about two megabytes, for the next one: to have the system hand out fresh pages every time
/// would take a third of the time.
static SPARE: Mutex<Option<(Graph, Vec<PieceSets>)>> = Mutex::new(None);
/// What is larger than for most positions is not kept.
const MOST_SPARE_BOARDS: usize = 1 << 15;

impl<'a> Frontier<'a> {
    fn new(problem: &'a Problem, watch: Watch<'_>) -> ControlFlow<(), Self> {
        let (graph, rests) = SPARE.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default();
        let mut frontier = Self { problem, graph, rests, telling: half_turn::telling_piece(problem) };
        match problem.needed() {
            Some(levels) => frontier.graph.build(problem, levels, frontier.telling, &mut |done, tally| watch(BUILT * done, tally))?,
            None => frontier.graph.clear(),
        }
        let watch = &mut |done, tally: &Tally| watch(BUILT + (LEARNT - BUILT) * done, tally);
        frontier.graph.learn_rests(&mut frontier.rests, watch)?;
        ControlFlow::Continue(frontier)
    }

    /// The sets of pieces that fill the board from its root.
    fn starts(&self) -> impl Iterator<Item = PieceSet> {
        let root = self.rests.first();
        let needed = self.problem.needed();
        let is_possible = move |pieces: &PieceSet| self.problem.left().covers(*pieces) && Some(pieces.len()) == needed;
        PieceSet::every().filter(is_possible).filter(move |&pieces| root.is_some_and(|root| root.contains(pieces)))
    }

    /// Visits each solution; where they come in pairs, one after the other.
    fn walk<T: Tracer>(&self, tracer: &mut T, visit: Visit<'_>) -> ControlFlow<()> {
        match self.telling {
            None => self.walk_to_each(tracer, visit),
            Some(_) => self.walk_to_each(tracer, &mut |solution| {
                visit(solution)?;
                visit(&self.problem.twin(solution))
            }),
        }
    }

    /// Walks to each solution, or to one of each pair.
    fn walk_to_each<T: Tracer>(&self, tracer: &mut T, visit: Visit<'_>) -> ControlFlow<()> {
        for pieces in self.starts() {
            self.walk_from(0, pieces, &mut self.problem.solution(&[]), tracer, visit)?;
        }
        ControlFlow::Continue(())
    }

    /// Visits each way to fill the board with exactly these pieces, of which there is at least one. The solution has what was
    /// placed so far; what else was written to it is written over before it is seen.
    fn walk_from<T: Tracer>(
        &self,
        board: usize,
        pieces: PieceSet,
        solution: &mut Solution,
        tracer: &mut T,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        if pieces.is_empty() {
            tracer.step(Step::Found, &self.graph.tally)?;
            tracer.progress(LEARNT, &self.graph.tally)?;
            return visit(solution);
        }
        for &(piece, to) in self.graph.moves(board) {
            let rest = pieces.without(piece);
            if !(pieces.contains(piece) & self.rests[to as usize].contains(rest)) {
                continue;
            }
            let placement = self.graph.placement(board, (piece, to));
            solution.place(placement);
            tracer.step(Step::Place(placement), &self.graph.tally)?;
            self.walk_from(to as usize, rest, solution, tracer, visit)?;
            tracer.step(Step::TakeBack(placement), &self.graph.tally)?;
        }
        ControlFlow::Continue(())
    }
}

impl Drop for Frontier<'_> {
    fn drop(&mut self) {
        if self.rests.len() <= MOST_SPARE_BOARDS {
            let memory = (mem::take(&mut self.graph), mem::take(&mut self.rests));
            *SPARE.lock().unwrap_or_else(PoisonError::into_inner) = Some(memory);
        }
    }
}

/// Gets one solution after another.
type Visit<'a> = &'a mut dyn FnMut(&Solution) -> ControlFlow<()>;
