//! All that a tab does, without a screen. Names no puzzle and knows no window.

pub mod locate;
pub mod file_error;
pub mod file;
