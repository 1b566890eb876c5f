//! Pictures of boards and turns, and captions.

pub(super) mod caption;
mod pencil;
mod shown;
pub(super) mod board;
pub mod report;
mod marks;
