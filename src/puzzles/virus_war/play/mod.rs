//! Games: dealt at random, played by the computer, replayed from their record.

pub mod deal;
pub mod replay;
pub mod opponent;
pub mod tournament;
