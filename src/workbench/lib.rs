//! Everything that a tab does, without a screen: positions with their history, files, searches on threads, solutions and the timeline.
//!
//! Names no puzzle and knows no window: the owner of a session passes it a closure that wakes the window.

pub mod locate;
mod format;
pub mod logging;
pub mod file_error;
pub mod file;
pub mod link;
pub mod gradual_sort;
pub mod history;
pub mod job;
pub mod worker;
pub mod threads;
pub mod paused;
pub mod solutions;
pub mod cursor;
pub mod step_list;
pub mod lifecycle;
pub mod compare;
pub mod session;
#[cfg(test)]
mod testing;
