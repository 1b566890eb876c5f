//! What is known of a position without listing its boards: the odds, the worth of the goal, explanations where no board is consistent,
//! advice, hints and explanations of rounds.

pub mod insight;
pub mod analysis;
pub mod worth;
pub mod refining;
pub mod diagnosis;
pub mod corrections;
pub mod advice;
pub mod hints;
pub mod explanation;
pub mod facts;
