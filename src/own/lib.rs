//! What single puzzles add to the window and to the commands: their controls, and commands that only make sense for one of them.
//!
//! The only package beside the puzzles themselves and the list of them that names a puzzle.

pub mod commands;
#[cfg(feature = "gui")]
mod voltorb_flip;
#[cfg(feature = "gui")]
mod packing;
#[cfg(feature = "gui")]
mod set;
#[cfg(feature = "gui")]
mod virus_war;
#[cfg(feature = "gui")]
mod covering;

/// The controls of each puzzle: `impl Tools<VoltorbFlip> for Controls` and so on.
#[cfg(feature = "gui")]
#[derive(Clone, Copy, Debug)]
pub enum Controls {}

#[cfg(test)]
mod scenes;
