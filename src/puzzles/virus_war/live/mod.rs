//! What is known of a position after every edit, without listing its turns: counts and facts; and hints.

pub mod effects;
pub mod insight;
pub mod analysis;
pub(super) mod facts;
pub(super) mod hints;
