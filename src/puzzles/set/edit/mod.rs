//! Inputs on the table and in a game, what a tab remembers, and the position as text.

pub mod layout;
pub mod keys;
pub mod view;
pub mod kept;
pub mod input;
pub mod text;
pub mod listing;
