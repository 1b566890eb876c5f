//! The board and turns as pictures, and the words beside them.

pub(super) mod caption;
mod pencil;
mod shown;
pub(super) mod board;
mod marks;
