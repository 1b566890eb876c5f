//! Dealing boards, playing games of many rounds, and simulating thousands of rounds.

pub mod deal;
pub mod game;
pub mod session;
pub mod review;
pub mod mistakes;
pub mod rounds;
pub mod outcome;
pub mod kept;
pub mod reviews;
pub mod simulation;
pub mod simulations;
