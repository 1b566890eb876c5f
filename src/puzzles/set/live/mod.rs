//! What is known of a hand without listing its SETs: how many there are, how usual that is, and hints.

pub mod counting;
pub mod counted;
pub mod distribution;
pub mod insight;
pub mod facts;
pub mod hint;
