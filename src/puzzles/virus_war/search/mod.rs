//! The techniques that find all turns of a position, each turn once or in every order with the duplicates removed by one of the
//! article's techniques, and the counts of turns.

pub mod graph;
pub mod once;
pub mod orders;
pub mod rough_score;
pub mod counts;
pub mod engine;
pub mod triples;
pub(super) mod techniques;
