//! What stands around the board and is the same for every puzzle.

pub mod answers;
pub mod comparison;
pub mod remark;
pub mod status;
pub mod techniques;
pub mod timeline;
