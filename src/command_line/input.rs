//! What a command reads, and how it is blamed.

use std::path::Path;

use super::{Failure, Streams};
use crate::{
    puzzle::Puzzle,
    puzzles::Visitor,
    workbench::{
        file::{self, Document},
        file_error::FileError,
    },
};

/// A save file's text, with the name that complaints give it.
pub struct Input {
    name: String,
    /// The text.
    pub text: String,
}

impl Input {
    /// Reads the file, or standard input if it is named `-`.
    pub fn read(path: &Path, streams: &mut Streams<'_>) -> Result<Self, FileError> {
        let text = if path == Path::new("-") { file::load_from(&mut *streams.input, path)? } else { file::load_any(path)? };
        Ok(Self { name: path.display().to_string(), text })
    }

    /// The same where nothing can be done without it.
    pub fn require(path: &Path, streams: &mut Streams<'_>) -> Result<Self, Failure> {
        Self::read(path, streams).map_err(|error| Failure::Complaint(complaint(path, &error)))
    }

    /// Does for the puzzle of the text what the visitor does.
    pub fn visit_puzzle<T>(&self, visitor: impl Visitor<Output = Result<T, Failure>>) -> Result<T, Failure> {
        file::visit_puzzle(&self.text, visitor).map_err(|error| self.blame(&error))?
    }

    /// The document in the text.
    pub fn document<P: Puzzle>(&self) -> Result<Document<P::State>, Failure> {
        file::read::<P>(&self.text).map_err(|error| self.blame(&error))
    }

    /// The problem in the text; of several flaws the first is told, since a complaint is one line.
    pub fn problem<P: Puzzle>(&self, state: &P::State) -> Result<P::Problem, Failure> {
        file::problem::<P>(&self.text, state).map_err(|errors| self.blame(&errors[0]))
    }

    fn blame(&self, error: &FileError) -> Failure {
        Failure::Complaint(complaint(Path::new(&self.name), error))
    }
}

/// `FILE:LINE:COLUMN: what is wrong`, as compilers say it, so editors can jump there.
pub fn complaint(path: &Path, error: &FileError) -> String {
    let message = error.message();
    match error.line_column() {
        Some((line, column)) => format!("{}:{line}:{column}: {message}", path.display()),
        None => format!("{}: {message}", path.display()),
    }
}
