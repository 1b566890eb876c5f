//! Games: random ones, opponents, tournaments and replay.

pub mod deal;
pub mod battle;
pub mod challenge;
mod skirmish;
pub mod replay;
pub mod report;
pub mod review;
pub mod mistakes;
pub mod opponent;
pub mod computer;
pub mod tournament;
