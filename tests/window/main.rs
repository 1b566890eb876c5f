//! Tests that drive the window by the labels of its widgets. They are one program, since each program with a window takes long to link.

#![cfg(feature = "gui")]
#![allow(clippy::unwrap_used, reason = "a test that can't continue has failed")]

mod driven;
mod around;
mod every_tab;
mod exercises;
mod gallery;
mod games;
mod comparing;
mod documents;
mod help;
mod hints;
mod keyboards;
mod legible;
mod meteor;
mod mistakes;
mod polyominoes;
mod pages;
mod problems;
mod restarting;
mod set;
mod soma;
mod steady;
mod tight;
mod virus_war;
mod voltorb_flip;
