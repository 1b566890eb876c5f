//! `new`: a save file to begin with.

use super::{Failure, Status, Streams, arguments::NewArguments, output};
use crate::{
    board::Board,
    puzzles::{self, KEYS, Visitor},
    workbench::{
        file::{self, Document},
        file_error::alternatives,
    },
};

/// Writes the save file.
pub fn run(arguments: &NewArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    if let Some(path) = arguments.output.as_ref().filter(|_| !arguments.force) {
        output::require_free(path)?;
    }
    let text = puzzles::visit(&arguments.puzzle, New { arguments }).unwrap_or_else(|| Err(unknown_puzzle(&arguments.puzzle)))?;
    match &arguments.output {
        Some(path) => output::write(path, text.as_bytes())?,
        None => streams.output.write_all(text.as_bytes())?,
    }
    Ok(Status::Done)
}

fn unknown_puzzle(key: &str) -> Failure {
    Failure::Complaint(format!("quincunx: there is no puzzle `{key}`; {}", alternatives(KEYS, "the puzzles are")))
}

struct New<'a> {
    arguments: &'a NewArguments,
}

impl Visitor for New<'_> {
    type Output = Result<String, Failure>;

    fn visit<P: Board>(self) -> Self::Output {
        if let Some(key) = &self.arguments.preset {
            return preset::<P>(key);
        }
        let state = self.arguments.seed.map_or_else(P::State::default, P::deal);
        Ok(file::write::<P>(&Document::untitled(state)))
    }
}

fn preset<P: Board>(key: &str) -> Result<String, Failure> {
    let preset = P::presets().iter().find(|preset| preset.key == key);
    preset.map(|preset| preset.ron.to_string()).ok_or_else(|| {
        let keys: Vec<&str> = P::presets().iter().map(|preset| preset.key).collect();
        let alternatives = alternatives(&keys, &format!("those of {} are", P::KEY));
        Failure::Complaint(format!("quincunx: there is no preset `{key}`; {alternatives}"))
    })
}
