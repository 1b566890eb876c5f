//! All that a tab does, without a screen: states and their history, files, searches on threads, solutions and the cursor on them.
//!
//! Names no puzzle and knows no window: whoever owns a session gives it a closure that wakes the window.

pub mod locate;
mod format;
pub mod file_error;
pub mod file;
pub mod gradual_sort;
pub mod history;
pub mod job;
pub mod paused;
pub mod solutions;
pub mod cursor;
pub mod search_trace;
pub mod lifecycle;
pub mod compare;
pub mod session;
