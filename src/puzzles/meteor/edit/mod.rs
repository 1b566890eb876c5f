//! How a position is edited: the view of a tab, the piece in hand and what it would keep, input, and filters of the list.

pub mod hand;
pub mod filter;
pub mod view;
pub mod input;
pub mod heat;
