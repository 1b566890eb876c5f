//! The techniques. Each finds every solution once; they differ in how many nodes they visit.

pub(super) mod tracer;
mod depth_first;
mod half_turn;
mod edges;
mod frontier;
pub(super) mod techniques;
pub(super) mod trace;
pub(super) mod article;
pub(super) mod reasons;

pub use frontier::find_all;
