//! All that a tab does, without a screen. Names no puzzle and knows no window.

pub mod locate;
