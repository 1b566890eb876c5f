//! `new`: writes a new save file.

use std::ops::ControlFlow;

use super::{
    Failure, Interrupt, Status, Streams,
    arguments::NewArguments,
    gather::{Deadline, LastFound},
    input::{preset, preset_document, puzzle},
    output::Target,
    words,
};
use crate::{
    challenge::Grade,
    erased::{Erased, State},
    kind::Kind,
    workbench::file::{self, SaveFile},
};

/// Writes the save file.
pub fn run(arguments: &NewArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    if let (Some(_), Some(_), None) = (&arguments.preset, arguments.seed, arguments.difficulty) {
        return Err(Failure::Complaint(words::no_effect("--seed", "a preset without --difficulty")));
    }
    let target = arguments.output.as_ref().map_or(Ok(Target::Standard), |path| Target::new(path, arguments.force))?;
    let kind = puzzle(&arguments.puzzle)?;
    let text = match (&arguments.preset, arguments.seed, arguments.difficulty) {
        (_, Some(seed), Some(grade)) => {
            let challenge = challenge(kind, arguments.preset.as_deref(), grade, seed, streams.interrupt)?;
            let Some(challenge) = challenge else { return Ok(Status::Interrupted) };
            (kind.write)(&challenge)
        }
        (Some(key), ..) => preset(kind, key)?.to_owned(),
        (None, seed, _) => (kind.write)(&SaveFile::untitled(seed.map_or_else(kind.empty, kind.deal))),
    };
    target.write(text.as_bytes(), streams)?;
    Ok(Status::Done)
}

/// Makes the challenge; none if it was interrupted.
fn challenge(
    kind: &Kind<Erased>,
    preset_key: Option<&str>,
    grade: Grade,
    seed: u64,
    interrupt: Interrupt,
) -> Result<Option<SaveFile<State>>, Failure> {
    let state = match preset_key {
        Some(key) => preset_document(kind, key)?.state,
        None => (kind.empty)(),
    };
    let Some(challenges) = &kind.extras.challenges else { return Err(Failure::Complaint(words::no_challenges(kind.key))) };
    let mut made = LastFound::until(Deadline::after(None, interrupt));
    let is_offered = (challenges.grades)(&state).contains(&grade);
    if is_offered && (challenges.make)(&state, grade, seed, &mut made) == ControlFlow::Break(()) {
        return Ok(None);
    }
    let none = || Failure::Complaint(no_such_challenge(kind.key, preset_key, grade.key()));
    Ok(Some(file::challenge(kind, made.item.ok_or_else(none)?, grade, seed, None)))
}

/// The figure has no challenge of this grade.
fn no_such_challenge(puzzle: &str, preset: Option<&str>, grade: &str) -> String {
    let figure = preset.map_or_else(|| puzzle.to_owned(), |preset| format!("{puzzle} `{preset}`"));
    format!("quincunx: --difficulty: {figure} has no {grade} challenge")
}
