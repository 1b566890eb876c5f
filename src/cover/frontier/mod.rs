//! The frontier graph: counts solutions without listing them, and for each placement those that have it.
//!
//! *The graph.* Cells are decided in the order of their numbers. A state is what has been covered so far, the *profile*, together with how
//! often each piece was used. Its first free cell is decided next: by each placement that covers it and fits, or by leaving it empty if it
//! may stay empty. All cells before it are decided, so the covered cells behind it are the *frontier*: where cells are numbered along the
//! short side of a board, only few cells behind the first free one can be covered. Different placements that lead to the same state have
//! the same completions, so they are merged, and a path from the first state to the last is a solution.
//!
//! *Profiles first.* What fits depends on the profile alone. So the graph of all profiles is built first, as if each piece could be used
//! any number of times, and only those that lead to a covered board are kept: they have no gap that no pieces can fill. Then each profile
//! gets a list of the ways in which pieces can have been used, which is added up from those of the profiles before it: nothing is looked up
//! in a hash table, and no state knows its successors.
//!
//! *Meeting in the middle.* Few of the states that can be reached can also be completed, and most of those are near the end. So the states
//! that can be reached are found from the beginning to a level in the middle, and those that can be completed from the end to there. Each
//! path crosses that level once: the number of solutions is the sum of products over the steps that do.
//!
//! *Counting.* The number of paths to a state (`before`) is the sum of those of its predecessors, and the number of ways to complete it
//! (`after`) the sum of those of its successors. The number of solutions that have a placement is the sum of `before` times `after` over
//! all its steps. This is Knuth's counting of paths in the diagram of all solutions (The Art of Computer Programming, volume 4A, section
//! 7.1.4, "Simpath"); as a way to count packings it goes back to transfer matrices.
//!
//! *Parts.* Where the states don't fit into the memory, solutions are counted in parts: by how often some of the pieces were used before
//! the middle.
//!
//! *Threads.* Profiles of one level need nothing of each other. So threads take some of them at a time, and what they find is put together
//! in the order of the profiles: there is nothing to merge. The profiles themselves are found on one thread, which takes a small share of
//! the time where there are many states.
//!
//! *Why it is exact.* In a solution, each cell is covered once or may stay empty. The placement that covers the first free cell has it as
//! its lowest cell, since all cells before it are decided. So each solution orders its placements in one way, and is one path. In the
//! middle it has used each piece in one number, so it belongs to one part.

mod budget;
mod workers;
mod candidates;
mod profiles;
mod uses;
mod states;
mod halves;
mod estimate;
mod walk;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

pub use estimate::{Estimate, estimate, nodes};
pub use walk::{Lister, list};
pub use workers::Workers;

use super::{KeepGoing, Problem};
use base::{bits::Word, search::Tally};
use halves::Search;

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

/// Counts all solutions with these workers, within this many bytes. Gives up if they don't suffice.
pub fn count<W: Word>(problem: &Problem<W>, memory: usize, workers: Workers<'_>, progress: Progress<'_>) -> ControlFlow<Halt, u128> {
    let search = Search::new(problem, memory, workers, progress)?;
    ControlFlow::Continue(search.count(false, progress)?.solutions)
}

/// Counts all solutions, and for each placement those that have it, with these workers and within this many bytes. Gives up if they don't
/// suffice.
pub fn count_each<W: Word>(problem: &Problem<W>, memory: usize, workers: Workers<'_>, progress: Progress<'_>) -> ControlFlow<Halt, Counts> {
    Search::new(problem, memory, workers, progress)?.count(true, progress)
}
