//! The panels around the board that are the same for every puzzle.

pub mod solutions;
pub mod comparison;
pub mod remark;
pub mod status;
pub mod steps;
pub mod techniques;
pub mod thumbnails;
pub mod timeline;
