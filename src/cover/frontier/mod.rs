//! The frontier graph: counts solutions without listing them, and for each placement those that have it.
//!
//! *The graph.* Cells are decided in the order of their numbers. A state is what has been covered so far, together with how often each
//! piece was used. Its first free cell is decided next: by each placement that covers it and fits, or by leaving it empty if it may stay
//! empty. All cells before it are decided, so the covered cells behind it are the *frontier*: where cells are numbered along the short
//! side of a board, only few cells behind the first free one can be covered. Different placements that lead to the same state have the
//! same completions, so they are merged, and a path from the first state to the last is a solution.
//!
//! *Counting.* The number of paths to a state (`before`) is the sum of those of its predecessors, and the number of ways to complete it
//! (`after`) the sum of those of its successors. The number of solutions that have a placement is the sum of `before` times `after` over
//! all its edges. This is Knuth's counting of paths in the diagram of all solutions (The Art of Computer Programming, volume 4A, section
//! 7.1.4, "Simpath"); as a way to count packings it goes back to transfer matrices.
//!
//! *Why it is exact.* In a solution, each cell is covered once or may stay empty. The placement that covers the first free cell has it as
//! its lowest cell, since all cells before it are decided. So each solution orders its placements in one way, and is one path.
//!
//! *What is left out* can't be completed: states whose first free cell can't be covered, as far as the nearest cells and the remaining
//! pieces show, and numbers of copies with which the numbers of cells can't work out.
//!
//! States are kept in tables of bounded memory: a search that would need more is given up. Whether that is likely is estimated before.

mod budget;
mod candidates;
mod uses;
mod level;
mod estimate;
mod walk;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

pub use estimate::{Estimate, estimate, nodes};
pub use walk::{Lister, list};

use super::{KeepGoing, Problem};
use base::{
    bits::{Bits, Word},
    search::Tally,
};
use budget::Budget;
use candidates::Candidates;
use level::{Level, State};
use uses::Uses;

/// Why counting ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The caller stopped it.
    Stopped,
    /// It would need more memory than it may take.
    TooLarge,
}

/// A callback that gets the share that is done, from 0 to 1, at least once per millisecond, with the work: the steps of the graph, and its
/// states. `Break` stops it.
pub type Progress<'a> = &'a mut dyn FnMut(f32, &Tally) -> ControlFlow<()>;

/// The numbers of solutions. A number of `u128::MAX` stands for all numbers that are at least as large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counts {
    /// The number of all solutions.
    pub solutions: u128,
    /// For each placement of the problem, the number of solutions that have it.
    pub having: Vec<u128>,
}

/// Counts all solutions, within this many bytes. Gives up if they don't suffice.
pub fn count<W: Word>(problem: &Problem<W>, memory: usize, progress: Progress<'_>) -> ControlFlow<Halt, u128> {
    let mut graph = Graph::new(problem, memory, false, progress)?;
    graph.build(progress)?;
    ControlFlow::Continue(graph.solutions())
}

/// Counts all solutions, and for each placement those that have it, within this many bytes. Gives up if they don't suffice.
pub fn count_each<W: Word>(problem: &Problem<W>, memory: usize, progress: Progress<'_>) -> ControlFlow<Halt, Counts> {
    let mut graph = Graph::new(problem, memory, true, progress)?;
    graph.build(&mut |done, tally| progress(done * BUILDING, tally))?;
    let having = graph.having(problem.placements.len(), &mut |done, tally| progress(BUILDING + done * (1.0 - BUILDING), tally))?;
    ControlFlow::Continue(Counts { solutions: graph.solutions(), having })
}

/// Building the graph takes this share of the time in which placements are counted.
const BUILDING: f32 = 0.8;

/// The number of states between two calls of the callback: less than a millisecond.
const STATES_PER_CALL: usize = 256;

/// The graph, level by level: a level has the states with the same first free cell.
struct Graph<W: Word> {
    cells: Bits<W>,
    optional: Bits<W>,
    candidates: Candidates<W>,
    uses: Uses,
    budget: Budget,
    /// For each cell, the states of which it is the first free one; at last the states without a free cell.
    levels: Vec<Level<W>>,
    /// Whether edges are kept.
    keeps_edges: bool,
    tally: Tally,
}

/// A step from one state to another: a placement, or none if the cell stays empty.
#[derive(Clone, Copy)]
struct Edge {
    placement: u32,
    level: u16,
    state: u32,
}

/// Stands for the placement where a cell stays empty.
const EMPTY: u32 = u32::MAX;

impl<W: Word> Graph<W> {
    fn new(problem: &Problem<W>, memory: usize, keeps_edges: bool, progress: Progress<'_>) -> ControlFlow<Halt, Self> {
        let cells = problem.cells();
        let last = cells.iter().last().map_or(0, |last| last + 1);
        let candidates = Candidates::new(problem, &mut || progress(0.0, &Tally::default())).map_break(|()| Halt::Stopped)?;
        let mut budget = Budget::new(memory);
        budget.take(candidates.bytes())?;
        let mut uses = Uses::new(problem);
        let mut levels: Vec<Level<W>> = (0..=last).map(|_| Level::default()).collect();
        if let Some(none) = uses.none(&mut budget)? {
            let first = cells.first().unwrap_or(last);
            let state = State { covered: Bits::NONE, used: none, before: 1 };
            levels[first].add(state, &mut budget, &mut || ControlFlow::Continue(()))?;
        }
        ControlFlow::Continue(Self {
            cells,
            optional: problem.optional,
            candidates,
            uses,
            budget,
            levels,
            keeps_edges,
            tally: Tally::default(),
        })
    }

    fn build(&mut self, progress: Progress<'_>) -> ControlFlow<Halt> {
        for cell in self.cells {
            self.leave(cell, progress)?;
        }
        ControlFlow::Continue(())
    }

    /// Adds the edges from all states with this first free cell, and the states they lead to.
    fn leave(&mut self, cell: usize, progress: Progress<'_>) -> ControlFlow<Halt> {
        let done = cell as f32 / self.levels.len() as f32;
        let mut keep_going = || progress(done, &self.tally).map_break(|()| Halt::Stopped);
        let (before, after) = self.levels.split_at_mut(cell + 1);
        let level = &mut before[cell];
        let full = cell + after.len();
        let (mut steps, mut added) = (Vec::new(), 0);
        for number in 0..level.states.len() {
            if number % STATES_PER_CALL == 0 {
                keep_going()?;
            }
            let State { covered, used, before } = level.states[number];
            if self.optional.contains(cell) {
                steps.push((EMPTY, covered.with(cell), used));
            }
            for candidate in self.candidates.covering(cell, covered).filter(|candidate| !candidate.cells.meets(covered)) {
                if let Some(used) = self.uses.with(used, candidate.piece.into(), &mut self.budget)? {
                    steps.push((candidate.placement, covered | candidate.cells, used));
                }
            }
            for (placement, covered, used) in steps.drain(..) {
                let free = self.cells - covered;
                let next = free.first().unwrap_or(full);
                let can_go_on =
                    next == full || self.optional.contains(next) || self.candidates.can_cover(next, covered, self.uses.available(used));
                if can_go_on && self.uses.have_volume(used, free, self.optional) {
                    added += 1;
                    let state = after[next - cell - 1].add(State { covered, used, before }, &mut self.budget, &mut keep_going)?;
                    if self.keeps_edges {
                        self.budget.push(&mut level.edges, Edge { placement, level: next as u16, state })?;
                    }
                }
            }
            if self.keeps_edges {
                self.budget.push(&mut level.ends, level.edges.len() as u32)?;
            }
        }
        self.tally.explored += added;
        self.tally.kept += level.states.len() as u64;
        level.close(self.keeps_edges, &mut self.budget)
    }

    fn solutions(&self) -> u128 {
        let complete = self.levels.last().into_iter().flat_map(|last| &last.states).filter(|state| self.uses.suffice(state.used));
        complete.fold(0, |solutions: u128, state| solutions.saturating_add(state.before))
    }

    /// For each placement, the number of solutions that have it. Takes the graph apart, from the end on.
    fn having(&mut self, placements: usize, progress: Progress<'_>) -> ControlFlow<Halt, Vec<u128>> {
        self.budget.take(placements * size_of::<u128>())?;
        let mut having = vec![0_u128; placements];
        // For each level, the number of ways to complete each of its states.
        let mut after: Vec<Vec<u128>> = self.levels.iter().map(|_| Vec::new()).collect();
        if let (Some(last), Some(after)) = (self.levels.last(), after.last_mut()) {
            after.extend(last.states.iter().map(|state| u128::from(self.uses.suffice(state.used))));
        }
        let count = self.levels.len();
        for (number, level) in self.levels.iter_mut().enumerate().rev().skip(1) {
            let mut own = Vec::new();
            self.budget.take(level.before.len() * size_of::<u128>())?;
            own.reserve_exact(level.before.len());
            for (state, &before) in level.before.iter().enumerate() {
                if state % STATES_PER_CALL == 0 {
                    progress((count - number) as f32 / count as f32, &self.tally).map_break(|()| Halt::Stopped)?;
                }
                let mut ways = 0_u128;
                for edge in level.edges_from(state) {
                    let completions = after[usize::from(edge.level)][edge.state as usize];
                    ways = ways.saturating_add(completions);
                    if let Some(having) = having.get_mut(edge.placement as usize) {
                        *having = having.saturating_add(before.saturating_mul(completions));
                    }
                }
                own.push(ways);
            }
            after[number] = own;
            self.budget.free(&mut level.edges);
            self.budget.free(&mut level.ends);
            self.budget.free(&mut level.before);
        }
        ControlFlow::Continue(having)
    }
}
