//! Live knowledge about a hand: the number of its SETs, how usual that is, and hints.

pub mod counting;
pub mod exact_counts;
pub mod distribution;
pub mod insight;
pub mod facts;
pub mod hint;
