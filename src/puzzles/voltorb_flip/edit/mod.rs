//! Input to a position or a game, the view state of a tab, and the text form.

pub mod view;
pub mod navigation;
pub mod playing;
pub mod editing;
pub mod text;
