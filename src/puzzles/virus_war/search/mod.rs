//! The ways to find all turns of a position: each turn once, or every order with the duplicates removed by one of the
//! article's techniques, and how many turns there are.

pub mod graph;
pub mod once;
pub mod orders;
pub mod counts;
pub mod triples;
pub(super) mod techniques;
