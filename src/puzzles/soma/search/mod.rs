//! The techniques, each in a file of its own, with what they share: placements laid out, what is decided before a search, tasks, and
//! search traces.

pub mod prepared;
pub mod listener;
pub mod share;
pub mod first_cell;
pub mod breadth_first;
pub mod hold;
pub mod corners;
pub mod opening;
pub mod path;
pub mod row_list;
pub mod tasks;
pub mod trace;
pub mod article;
