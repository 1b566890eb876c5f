//! What is known about a position without listing its solutions: counts, how many solutions each placement keeps, hints, and whether a
//! solution can be assembled.

pub mod placement_counts;
pub mod insight;
pub mod analysis;
pub mod hints;
pub mod assembly;
