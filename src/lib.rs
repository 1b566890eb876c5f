//! Quincunx: a workbench for puzzles that a computer can search.
//!
//! ARCHITECTURE.md has an overview. The modules below are in reading order: start with [`puzzle`] and [`search`].

pub mod puzzle;
pub mod search;
pub mod challenge;
pub mod save_file;
pub mod xmpuzzle;
pub mod kind;
pub mod erased;
pub mod look;
pub mod fonts;
pub mod picture;
pub mod mesh;
pub mod text;
pub mod chance;
pub mod date;
pub mod game;
pub mod results;
pub mod kept;
pub mod bits;
pub mod timing;
pub mod confidence;
pub mod contact;
pub mod book;
pub mod burr;
pub mod cover;
pub mod packing;
pub mod puzzles;
pub mod workbench;
pub mod export;
pub mod command_line;
#[cfg(feature = "gui")]
pub mod gui;

pub use puzzle::board;
