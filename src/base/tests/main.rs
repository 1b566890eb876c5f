//! What has to hold for every puzzle, and for the test puzzle, whatever its types.

#![allow(clippy::unwrap_used, reason = "a failing unwrap fails the test")]

mod book;
mod erased;

use base::{
    board::Board,
    erased::{Kind, erase, keep},
};

/// The puzzle without its types.
fn kind<P: Board>() -> &'static Kind {
    keep(erase::<P>())
}
