//! What stands around the board and is the same for every puzzle.

pub mod solutions;
pub mod comparison;
pub mod remark;
pub mod status;
pub mod techniques;
pub mod timeline;
