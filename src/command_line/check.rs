//! `check`: reports what is wrong with save files, one error a line, as compilers do.

use std::path::Path;

use super::{
    Failure, Status, Streams,
    arguments::CheckArguments,
    gather::first_insight,
    input::{Input, error_message},
    print_error, words,
};
use crate::{
    board::Board,
    puzzle::Flaw,
    puzzles::Visitor,
    text::visible,
    workbench::{
        file::{self, visit_puzzle},
        file_error::FileError,
    },
};

/// Checks all files. Returns the worst of their statuses.
pub fn run(arguments: &CheckArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let mut worst = Status::Done;
    for path in &arguments.files {
        worst = worst.max(check(path, streams)?);
    }
    Ok(worst)
}

fn check(path: &Path, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let input = match Input::read(path, streams) {
        Ok(input) => input,
        Err(error @ FileError::Unreadable { .. }) => {
            print_error(streams, &error_message(path, &error));
            return Ok(Status::BadInput);
        }
        Err(error) => return report(path, &[error], streams),
    };
    let errors = visit_puzzle(&input.text, Errors(&input.text)).unwrap_or_else(|error| vec![error]);
    report(path, &errors, streams)
}

fn report(path: &Path, errors: &[FileError], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    for error in errors {
        writeln!(streams.output, "{}", visible(&error_message(path, error)))?;
    }
    if !errors.is_empty() {
        return Ok(Status::FoundWrong);
    }
    writeln!(streams.output, "{}", visible(&words::file_error(path, "ok")))?;
    Ok(Status::Done)
}

/// Finds all errors of a text: errors of the notation, or else of the rules, or else what the analysis objects to at once, and why there
/// can't be a solution.
struct Errors<'a>(&'a str);

impl Visitor for Errors<'_> {
    type Output = Vec<FileError>;

    fn visit<P: Board>(self) -> Self::Output {
        let state = match file::read::<P>(self.0) {
            Ok(document) => document.state,
            Err(error) => return vec![error],
        };
        match file::problem::<P>(self.0, &state) {
            Ok(problem) => {
                let insight = first_insight::<P>(&problem);
                let mut flaws: Vec<Flaw<P::Spot>> = insight.iter().flat_map(|insight| P::EXTRAS.analysis_flaws(insight)).collect();
                let dead_end = P::EXTRAS.dead_end.and_then(|dead_end| dead_end(&problem));
                flaws.extend(dead_end.filter(|dead_end| flaws.iter().all(|flaw| flaw.message != dead_end.message)));
                flaws.iter().map(|flaw| FileError::flawed(self.0, flaw)).collect()
            }
            Err(errors) => errors,
        }
    }
}
