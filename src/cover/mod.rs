//! Exact cover, as far as all packing puzzles share it: cells that must be covered, each once, by pieces that are used at most as often
//! as there are copies of them.
//!
//! Knows no puzzle: cells are numbers, and what touches what is for the puzzles to say. Nothing here is the fastest way to list
//! solutions; the puzzles have their own. Here a next step is found with its reason ([`advice`]), and stored solutions are asked which of
//! them have what ([`index`]).

pub mod cells;
pub mod problem;
pub mod index;
pub mod advice;
mod words;
#[cfg(test)]
mod tests;

pub use advice::{Advice, Fate, GoOn, Known, Next, advise};
pub use cells::CellSet;
pub use index::SolutionIndex;
pub use problem::{Item, Pieces, Placement, Problem, Reason};
pub use words::{Names, Told, blame};
