//! Editing: the view of a tab, input, the text forms of boards and lists of triples, the filter and the orders of the list.

pub mod listing;
pub mod view;
pub mod reporting;
pub mod input;
pub mod game_text;
pub mod text;
pub mod triples_text;
pub mod duplicates;
