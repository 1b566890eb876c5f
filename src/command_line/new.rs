//! `new`: writes a new save file.

use std::ops::ControlFlow;

use super::{
    Failure, Interrupt, Status, Streams,
    arguments::NewArguments,
    gather::{Deadline, LastFound},
    input::{preset, preset_document},
    output::Target,
    words,
};
use crate::{
    board::Board,
    challenge::Grade,
    kind::Kind,
    puzzles::{self, KEYS, Visitor},
    workbench::file::{self, SaveFile},
};

/// Writes the save file.
pub fn run(arguments: &NewArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    if let (Some(_), Some(_), None) = (&arguments.preset, arguments.seed, arguments.difficulty) {
        return Err(Failure::Complaint(words::no_effect("--seed", "a preset without --difficulty")));
    }
    let target = arguments.output.as_ref().map_or(Ok(Target::Standard), |path| Target::new(path, arguments.force))?;
    let unknown = || Err(Failure::Complaint(words::unknown_puzzle(&arguments.puzzle, KEYS)));
    let new = New { arguments, interrupt: streams.interrupt };
    let Some(text) = puzzles::visit(&arguments.puzzle, new).unwrap_or_else(unknown)? else { return Ok(Status::Interrupted) };
    target.write(text.as_bytes(), streams)?;
    Ok(Status::Done)
}

struct New<'a> {
    arguments: &'a NewArguments,
    interrupt: Interrupt,
}

impl Visitor for New<'_> {
    /// `None` if it was interrupted.
    type Output = Result<Option<String>, Failure>;

    fn visit<P: Board>(self) -> Self::Output {
        match (&self.arguments.preset, self.arguments.seed, self.arguments.difficulty) {
            (_, Some(seed), Some(grade)) => self.challenge::<P>(grade, seed),
            (Some(key), ..) => preset::<P>(key).map(|text| Some(text.to_owned())),
            (None, seed, _) => Ok(Some(file::write::<P>(&SaveFile::untitled(seed.map_or_else(P::State::default, P::deal))))),
        }
    }
}

impl New<'_> {
    fn challenge<P: Board>(&self, grade: Grade, seed: u64) -> Result<Option<String>, Failure> {
        let preset_key = self.arguments.preset.as_deref();
        let state = match preset_key {
            Some(key) => preset_document::<P>(key)?.state,
            None => P::State::default(),
        };
        let Some(challenges) = &P::EXTRAS.challenges else { return Err(Failure::Complaint(words::no_challenges(P::KEY))) };
        let mut made = LastFound::until(Deadline::after(None, self.interrupt));
        let is_offered = (challenges.grades)(&state).contains(&grade);
        if is_offered && (challenges.make)(&state, grade, seed, &mut made) == ControlFlow::Break(()) {
            return Ok(None);
        }
        let none = || Failure::Complaint(no_such_challenge(P::KEY, preset_key, grade.key()));
        Ok(Some(file::write::<P>(&file::challenge(Kind::<P>::OF, made.item.ok_or_else(none)?, grade, seed, None))))
    }
}

/// The figure has no challenge of this grade.
fn no_such_challenge(puzzle: &str, preset: Option<&str>, grade: &str) -> String {
    let figure = preset.map_or_else(|| puzzle.to_owned(), |preset| format!("{puzzle} `{preset}`"));
    format!("quincunx: --difficulty: {figure} has no {grade} challenge")
}
