//! `check`: reports what is wrong with save files, one error a line, as compilers do.

use std::path::Path;

use super::{
    Failure, Status, Streams,
    arguments::CheckArguments,
    gather::first_insight,
    input::{Input, error_message},
    print_error, words,
};
use base::{
    erased::{Kind, Kinds, Spot, State},
    puzzle::Flaw,
    text::visible,
};
use workbench::{file, file_error::FileError};

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
    let errors = errors(streams.kinds, &input.text).unwrap_or_else(|error| vec![error]);
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
fn errors(kinds: Kinds, text: &str) -> Result<Vec<FileError>, FileError> {
    let kind = file::kind_of(kinds, text)?;
    let states = match file::import(kind, text) {
        Some(problems) => problems?.into_iter().map(|problem| problem.document.state).collect(),
        None => vec![file::read_of(kind, text)?.state],
    };
    Ok(states.iter().flat_map(|state| errors_of(kind, text, state)).collect())
}

fn errors_of(kind: &'static Kind, text: &str, state: &State) -> Vec<FileError> {
    let problem = match file::problem(kind, text, state) {
        Ok(problem) => problem,
        Err(errors) => return errors,
    };
    let insight = first_insight(kind, &problem);
    let mut flaws: Vec<Flaw<Spot>> = insight.iter().flat_map(|insight| kind.extras.analysis_flaws(insight)).collect();
    let dead_end = kind.extras.dead_end.and_then(|dead_end| dead_end(&problem));
    flaws.extend(dead_end.filter(|dead_end| flaws.iter().all(|flaw| flaw.message != dead_end.message)));
    flaws.iter().map(|flaw| FileError::flawed(text, flaw)).collect()
}
