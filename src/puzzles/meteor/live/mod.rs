//! What is known about a position after every edit, without listing its solutions: counts, hints and facts.

pub mod placement_counts;
pub mod insight;
pub(super) mod analysis;
pub(super) mod facts;
pub mod packing;
pub(super) mod hints;
