//! The rules as data: tiles, lines and clues, levels and how likely they deal a board, goals, the edited position (`State`) and the checked
//! one (`Problem`). Nothing here searches, computes odds or draws.

pub mod rules;
pub mod prior;
pub mod assumption;
pub mod objective;
pub mod entry;
pub mod flips;
pub mod state;
pub mod problem;
pub mod solution;
