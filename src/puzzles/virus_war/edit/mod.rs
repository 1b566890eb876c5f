//! How a game is edited: the view of a tab, input, the text forms of boards and lists, filters and orders of the list.

pub mod listing;
pub mod view;
pub mod input;
pub mod text;
pub mod reading;
