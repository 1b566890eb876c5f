//! What everything uses: what a puzzle is, and its pictures, games, files, texts and numbers.
//!
//! The modules are in reading order: start with [`puzzle`] and [`search`]. This package uses no other of ours.

pub mod puzzle;
pub mod search;
pub mod sharing;
pub mod challenge;
pub mod save_file;
pub mod xmpuzzle;
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
pub mod deck;
pub mod kept;
pub mod bits;
pub mod timing;
pub mod confidence;
pub mod contact;
pub mod book;
pub mod testing;

pub use puzzle::board;
