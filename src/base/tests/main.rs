//! What has to hold for every puzzle, and for the test puzzle, whatever its types.

#![allow(clippy::unwrap_used, reason = "a failing unwrap fails the test")]

mod book;
mod erased;
