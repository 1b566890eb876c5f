//! What keys, clicks and the wheel do to a position or to a game, what a tab remembers meanwhile, and the position as text.

pub mod view;
pub mod navigation;
pub mod playing;
pub mod editing;
pub mod text;
