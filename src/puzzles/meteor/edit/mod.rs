//! Editing: the view of a tab, the piece in hand and its heat map, input, and the filter of the list.

pub mod hand;
pub mod filter;
pub mod view;
pub mod input;
pub mod heat_map;
pub mod instructions;
