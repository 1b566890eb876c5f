//! Exact cover, as all packing puzzles share it: cells that must be covered or may stay empty, and pieces that may be used several times.
//!
//! Knows no puzzle: cells are numbers, and only the puzzles know which of them touch. It lists solutions ([`row_list`], and more plainly
//! [`dancing_links`] and [`first_cell`]), counts them without listing them ([`frontier`]), finds the next step and its reason ([`advice`]),
//! and makes and rates challenges ([`challenges`]).

pub mod problem;
pub mod advice;
pub mod challenges;
pub mod frontier;
pub mod share;
pub mod row_list;
pub mod first_cell;
pub mod dancing_links;
pub mod steps;
mod words;
#[cfg(test)]
mod tests;

pub use advice::{Advice, KeepGoing, Known, Next, Outcome, advise, dead_end};
pub use problem::{Apart, Copies, Item, Placement, Problem, Reason, volumes};
pub use words::{NO_SIMPLE_REASON, Names, Removal, Wording, removals};
