//! `new`: writes a new save file.

use super::{Failure, Status, Streams, arguments::NewArguments, output::Target, words};
use crate::{
    board::Board,
    puzzles::{self, KEYS, Visitor},
    workbench::file::{self, Document},
};

/// Writes the save file.
pub fn run(arguments: &NewArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let target = arguments.output.as_ref().map_or(Ok(Target::Standard), |path| Target::new(path, arguments.force))?;
    let unknown = || Err(Failure::Complaint(words::unknown_puzzle(&arguments.puzzle, KEYS)));
    let text = puzzles::visit(&arguments.puzzle, New { arguments }).unwrap_or_else(unknown)?;
    target.write(text.as_bytes(), streams)?;
    Ok(Status::Done)
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
        Failure::Complaint(words::unknown_preset(key, P::KEY, &keys))
    })
}
