//! The file or the preset that a command reads, and errors in it.

use std::path::Path;

use clap::Args;

use super::{Failure, Streams, print_error, values::whole, words};
use base::{
    erased::{Kind, Kinds, Problem, State},
    text::counted,
    xmpuzzle::Imported,
};
use workbench::{
    file::{self, SaveFile},
    file_error::FileError,
    link,
};

/// A problem of a file that may have several.
#[derive(Debug, Args)]
pub struct ChosenProblem {
    /// Take problem N of a BurrTools file [default: 1]
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 1..=usize::MAX))]
    pub problem: Option<usize>,
}

/// The text of a save file, with the file name that error messages give.
pub struct Input {
    name: String,
    /// The text.
    pub text: String,
    kinds: Kinds,
    /// The problem that was chosen of a file of BurrTools.
    chosen: Option<SaveFile<State>>,
}

impl Input {
    /// Reads the file, or standard input if its name is `-`, or takes the position from a link in place of a file.
    pub fn read(path: &Path, streams: &mut Streams<'_>) -> Result<Self, FileError> {
        if let Some(link) = link::in_path(path) {
            let text = link::read(link).map_err(FileError::WrongLink)?;
            return Ok(Self { name: "the link".to_owned(), text, kinds: streams.kinds, chosen: None });
        }
        let text = if path == Path::new("-") { file::load_from(&mut *streams.input, path)? } else { file::load_any(path)? };
        Ok(Self { name: path.display().to_string(), text, kinds: streams.kinds, chosen: None })
    }

    /// Reads the file, for a command that can't do anything without it.
    pub fn require(path: &Path, streams: &mut Streams<'_>) -> Result<Self, Failure> {
        Self::read(path, streams).map_err(|error| Failure::Complaint(error_message(path, &error)))
    }

    /// Returns the kind of puzzle that the text names.
    pub fn kind(&self) -> Result<&'static Kind, Failure> {
        file::kind_of(self.kinds, &self.text).map_err(|error| self.failure(&error))
    }

    /// Parses the document.
    pub fn document(&self, kind: &Kind) -> Result<SaveFile<State>, Failure> {
        match &self.chosen {
            Some(document) => Ok(document.clone()),
            None => file::read_of(kind, &self.text).map_err(|error| self.failure(&error)),
        }
    }

    /// Chooses a problem of a file of BurrTools. Says on standard error what of it isn't read, and that there are others.
    pub fn with_problem(mut self, chosen: &ChosenProblem, streams: &mut Streams<'_>) -> Result<Self, Failure> {
        let Some(problems) = self.kinds.of_burr_tools().and_then(|kind| file::import(kind, &self.text)) else {
            return match chosen.problem {
                Some(_) => Err(Failure::Complaint(words::no_effect("--problem", "this file, which isn't one of BurrTools"))),
                None => Ok(self),
            };
        };
        let mut problems = problems.map_err(|error| self.failure(&error))?;
        let (number, count) = (chosen.problem.unwrap_or(1), problems.len());
        if count < number {
            let count = counted(count as u64, "problem");
            return Err(Failure::Complaint(format!("{}: --problem {number}: the file has {count}", self.name)));
        }
        if chosen.problem.is_none() && 1 < count {
            print_error(streams, &format!("{}: this is the first of {count} problems; use --problem N for another", self.name));
        }
        let Imported { document, left_out } = problems.swap_remove(number - 1);
        for left_out in left_out {
            print_error(streams, &format!("{}: not read: {left_out}", self.name));
        }
        self.chosen = Some(document);
        Ok(self)
    }

    /// Checks the position. Reports only its first flaw, since an error message is one line.
    pub fn problem(&self, kind: &Kind, state: &State) -> Result<Problem, Failure> {
        file::problem(kind, &self.text, state).map_err(|errors| self.failure(&errors[0]))
    }

    fn failure(&self, error: &FileError) -> Failure {
        Failure::Complaint(error_message(Path::new(&self.name), error))
    }
}

/// Formats an error as compilers do, `FILE:LINE:COLUMN: message`, so that editors can jump to it.
pub fn error_message(path: &Path, error: &FileError) -> String {
    let message = error.message();
    match error.line_column() {
        Some((line, column)) => format!("{}:{line}:{column}: {message}", path.display()),
        None => words::file_error(path, &message),
    }
}

/// Returns the puzzle with this key.
pub fn puzzle(kinds: Kinds, key: &str) -> Result<&'static Kind, Failure> {
    let unknown = || Failure::Complaint(format!("quincunx: unknown puzzle `{key}`: choose {}", words::quoted(&kinds.keys())));
    kinds.with_key(key).ok_or_else(unknown)
}

/// Returns the document with the figure of a save file or of a preset, of which one or none is chosen.
pub fn figure(
    kind: &Kind,
    path: Option<&Path>,
    preset: Option<&str>,
    streams: &mut Streams<'_>,
) -> Result<Option<SaveFile<State>>, Failure> {
    let Some(path) = path else { return preset.map(|key| preset_document(kind, key)).transpose() };
    let input = Input::require(path, streams)?;
    let document = input.document(kind)?;
    input.problem(kind, &document.state)?;
    Ok(Some(document))
}

/// Returns the document of a preset.
pub fn preset_document(kind: &Kind, key: &str) -> Result<SaveFile<State>, Failure> {
    let unreadable = |error: FileError| Failure::Complaint(words::failed(&error.message()));
    file::read_of(kind, preset(kind, key)?).map_err(unreadable)
}

/// Returns the text of a preset.
pub fn preset(kind: &Kind, key: &str) -> Result<&'static str, Failure> {
    let presets = kind.presets;
    presets.iter().find(|preset| preset.key == key).map(|preset| preset.ron).ok_or_else(|| {
        let keys: Vec<&str> = presets.iter().map(|preset| preset.key).collect();
        Failure::Complaint(format!("quincunx: unknown preset `{key}` for {}: choose {}", kind.key, words::quoted(&keys)))
    })
}
