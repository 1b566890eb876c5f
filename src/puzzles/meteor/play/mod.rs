//! Random positions, and the contest.

pub mod deal;
pub mod contest;
