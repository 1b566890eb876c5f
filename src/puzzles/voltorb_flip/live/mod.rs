//! What is known of a position without listing its boards: the odds, what the round is worth, what is wrong where nothing fits, advice
//! and hints, and how all this is said.

pub mod insight;
pub mod analysis;
pub mod worth;
pub mod refining;
pub mod diagnosis;
pub mod corrections;
pub mod wording;
pub mod advice;
pub mod hints;
pub mod facts;
