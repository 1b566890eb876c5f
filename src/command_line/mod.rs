//! The program without a window: each command once, reading and writing through streams, so tests need no process.
//!
//! Commands name no puzzle, but for `triples`, `tournament` and `simulate`: they are generic and find theirs in the one list. What a
//! search or a file is, they leave to the workbench; nothing here needs a display.

mod values;
mod arguments;
mod input;
mod output;
mod gather;
mod pooled;
mod solve;
mod compare;
mod draw;
mod check;
mod new;
mod triples;
mod tournament;
mod simulate;

use std::{
    ffi::OsString,
    io::{self, Read, Write},
    path::PathBuf,
    process::ExitCode,
};

use clap::Parser;

use crate::text::printable_line;
use arguments::{Arguments, Command};

/// What the program was asked for.
#[derive(Debug, PartialEq, Eq)]
pub enum Invocation {
    /// The window, with these files open.
    Window(Vec<PathBuf>),
    /// A command, which is done.
    Command(Status),
}

/// How a command ended; its number is the exit status of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// It did what it was asked for; that there is no solution is a solution.
    Done = 0,
    /// A file was found wrong by the command that looks for what is wrong.
    FoundWrong = 1,
    /// The arguments or the input were bad.
    BadInput = 2,
    /// The time was up before it was done.
    TimeUp = 3,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// Where a command reads and writes.
pub struct Streams<'a> {
    /// Standard input: the file named `-`.
    pub input: &'a mut dyn Read,
    /// Standard output.
    pub output: &'a mut dyn Write,
    /// Standard error.
    pub errors: &'a mut dyn Write,
}

/// Does what the arguments ask for, the first of which is the name of the program; or says that it is the window.
pub fn run(arguments: impl IntoIterator<Item = OsString>, mut streams: Streams<'_>) -> Invocation {
    match Arguments::try_parse_from(arguments) {
        Ok(Arguments { command: None, files }) => Invocation::Window(files),
        Ok(Arguments { command: Some(command), .. }) => {
            let outcome = perform(&command, &mut streams);
            Invocation::Command(conclude(outcome, &mut streams))
        }
        Err(error) => Invocation::Command(conclude(explain(&error, &mut streams), &mut streams)),
    }
}

fn perform(command: &Command, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    match command {
        Command::Solve(arguments) => solve::run(arguments, streams),
        Command::Compare(arguments) => compare::run(arguments, streams),
        Command::Draw(arguments) => draw::run(arguments, streams),
        Command::Check(arguments) => check::run(arguments, streams),
        Command::New(arguments) => new::run(arguments, streams),
        Command::Triples(arguments) => triples::run(arguments, streams),
        Command::Tournament(arguments) => tournament::run(arguments, streams),
        Command::Simulate(arguments) => simulate::run(arguments, streams),
    }
}

/// Help and version are solutions; anything else that the parser says is a complaint of one line.
fn explain(error: &clap::Error, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let words = error.to_string();
    if !error.use_stderr() {
        streams.output.write_all(words.as_bytes())?;
        return Ok(Status::Done);
    }
    let lines = words.trim_start_matches("error: ").lines().map(str::trim);
    let first_paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    Err(Failure::Complaint(format!("quincunx: {}", first_paragraph.join(" "))))
}

/// The status, after what could not be done was said.
fn conclude(outcome: Result<Status, Failure>, streams: &mut Streams<'_>) -> Status {
    let flushed = outcome.and_then(|status| streams.output.flush().map(|()| status).map_err(Failure::from));
    let complaint = match flushed {
        Ok(status) => return status,
        // Whoever read our output has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return Status::Done,
        Err(Failure::Output(error)) => format!("quincunx: the output cannot be written: {error}"),
        Err(Failure::Complaint(complaint)) => complaint,
    };
    complain(streams, &complaint);
    Status::BadInput
}

/// Prints one line on standard error. Where nobody reads it, the status still tells.
fn complain(streams: &mut Streams<'_>, complaint: &str) {
    let _ = writeln!(streams.errors, "{}", printable_line(complaint));
}

/// Why a command could not go on.
#[derive(Debug)]
enum Failure {
    /// Something was wrong with what it was given: a whole line for standard error.
    Complaint(String),
    /// Its output could not be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

#[cfg(test)]
mod tests;
