//! The window, driven by the names that its parts have. All in one program, since each that shows a window takes long to link.

#![cfg(feature = "gui")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod driven;
mod around;
mod every_tab;
mod comparing;
mod documents;
mod meteor;
mod set;
mod soma;
mod virus_war;
mod voltorb_flip;
