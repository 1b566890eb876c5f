//! Quincunx: a workbench for puzzles that a computer can search.
//!
//! ARCHITECTURE.md has an overview. Everything is in packages of its own, which this one puts together: it has the list of [`puzzles`],
//! of which tabs, commands and tests are made.

pub mod puzzles;

pub use base::{
    bits, board, book, challenge, chance, confidence, contact, date, erased, fonts, game, kept, look, mesh, picture, puzzle, results,
    save_file, search, testing, text, timing, xmpuzzle,
};
pub use burr;
pub use command_line;
pub use cover;
pub use export;
pub use own;
pub use packing;
pub use workbench;

#[cfg(feature = "gui")]
pub use gui;

/// What `--version` names.
pub const VERSION: &str = env!("QUINCUNX_VERSION");

/// Carries out the command in the arguments, or returns the files to open in the window: see [`command_line::run`].
pub fn run(arguments: impl IntoIterator<Item = std::ffi::OsString>, streams: command_line::Streams<'_>) -> command_line::Invocation {
    command_line::run::<own::commands::Commands>(arguments, streams)
}
