//! What is known about a position without listing its solutions: counts, how many solutions each placement keeps, hints, whether a
//! solution can be assembled and how solutions come apart, and how many solutions the days of a calendar have.

pub mod placement_counts;
pub mod insight;
pub mod analysis;
pub mod days;
pub mod hints;
pub mod assembly;
pub mod apart;
pub mod levels;
