//! `new`: writes a new save file.

use std::ops::ControlFlow;

use super::{
    Failure, Interrupt, Status, Streams,
    arguments::NewArguments,
    gather::{Deadline, LastFound},
    input::{figure, preset, puzzle},
    output::Target,
    words,
};
use base::{
    challenge::Grade,
    erased::{Kind, State},
};
use workbench::file::{self, SaveFile};

/// Writes the save file.
pub fn run(arguments: &NewArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    if let (Some(_), Some(_), None) = (&arguments.preset, arguments.seed, arguments.difficulty) {
        return Err(Failure::Complaint(words::no_effect("--seed", "a preset without --difficulty")));
    }
    let target = arguments.output.as_ref().map_or(Ok(Target::Standard), |path| Target::new(path, arguments.force))?;
    let kind = puzzle(streams.kinds, &arguments.puzzle)?;
    let text = match (&arguments.preset, arguments.seed, arguments.difficulty) {
        (_, Some(seed), Some(grade)) => {
            let figure = figure(kind, arguments.figure.as_deref(), arguments.preset.as_deref(), streams)?;
            let figure = figure.map_or_else(kind.empty, |document| document.state);
            let named = match (&arguments.figure, &arguments.preset) {
                (Some(path), _) => format!("{} with the figure of {}", kind.key, path.display()),
                (None, Some(key)) => format!("{} `{key}`", kind.key),
                (None, None) => kind.key.to_owned(),
            };
            let challenge = challenge(kind, &figure, &named, grade, seed, streams.interrupt)?;
            let Some(challenge) = challenge else { return Ok(Status::Interrupted) };
            (kind.write)(&challenge)
        }
        (Some(key), ..) => preset(kind, key)?.to_owned(),
        (None, seed, _) => (kind.write)(&SaveFile::untitled(seed.map_or_else(kind.empty, kind.deal))),
    };
    target.write(text.as_bytes(), streams)?;
    Ok(Status::Done)
}

/// Makes the challenge; none if it was interrupted. `named` names the figure in errors.
fn challenge(
    kind: &Kind,
    figure: &State,
    named: &str,
    grade: Grade,
    seed: u64,
    interrupt: Interrupt,
) -> Result<Option<SaveFile<State>>, Failure> {
    let Some(challenges) = &kind.extras.challenges else { return Err(Failure::Complaint(words::no_challenges(kind.key))) };
    let mut made = LastFound::until(Deadline::after(None, interrupt));
    let is_offered = (challenges.grades)(figure).contains(&grade);
    if is_offered && (challenges.make)(figure, grade, seed, &mut made) == ControlFlow::Break(()) {
        return Ok(None);
    }
    let none = || Failure::Complaint(format!("quincunx: --difficulty: {named} has no {} challenge", grade.key()));
    Ok(Some(file::challenge(kind, made.item.ok_or_else(none)?, grade, seed, None)))
}
