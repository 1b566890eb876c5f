//! Live knowledge about a hand: the number of its SETs, how usual that is, hints, and a systematic way to find them.

pub mod counting;
pub mod exact_counts;
pub mod distribution;
pub mod insight;
pub mod facts;
pub mod hint;
pub mod systematic;
