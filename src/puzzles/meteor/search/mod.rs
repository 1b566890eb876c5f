//! The techniques. Each finds every solution once; they differ in how many nodes they visit.

mod listener;
mod depth_first;
mod half_turn;
mod edges;
mod frontier;
pub mod techniques;
pub mod contest_board;
pub mod trace;
pub mod article;
