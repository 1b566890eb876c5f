//! Exact cover, as all packing puzzles share it: cells that must be covered or may stay empty, and pieces that may be used several times.
//!
//! Knows no puzzle: cells are numbers, and only the puzzles know which of them touch. The puzzles have faster searches of their own; this
//! module finds the next step and its reason ([`advice`]), counts stored solutions by the placements they have ([`index`]), makes and rates
//! challenges ([`challenges`]), and counts solutions without listing them ([`frontier`]).

pub mod problem;
pub mod index;
pub mod advice;
pub mod challenges;
pub mod frontier;
mod words;
#[cfg(test)]
mod tests;

pub use advice::{Advice, KeepGoing, Known, Next, Outcome, advise, dead_end};
pub use index::SolutionIndex;
pub use problem::{Copies, Item, Placement, Problem, Reason};
pub use words::{NO_SIMPLE_REASON, Names, Removal, Wording, removals};
