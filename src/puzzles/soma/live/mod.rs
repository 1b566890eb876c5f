//! What is known of a position without listing its solutions: counts, what each placement keeps, hints, and whether a solution can be put
//! together.

pub mod kept;
pub mod insight;
pub mod analysis;
pub mod packing;
pub mod hints;
pub mod assembly;
