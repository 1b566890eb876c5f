//! What keys and clicks do to the table or to a game, what a tab remembers meanwhile, and the table as text.

pub mod view;
pub mod input;
pub mod text;
pub mod listing;
