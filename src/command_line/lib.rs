//! The commands: everything that the program does without a window. They read and write through streams, so tests need no process.
//!
//! None of them names a puzzle: they work for each kind in the list that the program passes. It also adds the [`OwnCommands`], which
//! are about single puzzles.
//! Searches and save files belong to the workbench. No command needs a display.

pub mod words;
pub mod values;
mod arguments;
pub mod input;
pub mod output;
mod meter;
pub mod gather;
mod pooled;
mod solve;
mod merge;
mod compare;
mod draw;
mod check;
mod convert;
mod new;
mod book;
mod rate;
mod list;
mod generate;

use std::{
    ffi::OsString,
    fmt,
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::atomic::AtomicBool,
};

use clap::{
    Arg, CommandFactory, FromArgMatches, Subcommand,
    error::{ContextKind, ContextValue},
};

use arguments::{Arguments, Command};
use base::{erased::Kinds, fonts, text::visible};
pub use meter::ShowProgress;
use workbench::file_error::in_words;

/// What the arguments ask for.
#[derive(Debug, PartialEq, Eq)]
pub enum Invocation {
    /// Show these files in a window.
    Window {
        /// The files.
        files: Vec<PathBuf>,
        /// Whether to open another window even if one is open already.
        is_new: bool,
        /// The file for the log, if the user wants one.
        log: Option<PathBuf>,
    },
    /// A command, which has been carried out.
    Command(Status),
}

/// How a command ended. Its number is the exit status of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// It succeeded, whether or not the position has a solution.
    Done = 0,
    /// `check` found an error in a file, `read` is in doubt about a part of the board, or `rate` found no solution or several.
    FoundWrong = 1,
    /// The arguments or the input were invalid, or the output couldn't be written.
    BadInput = 2,
    /// The time limit was reached first.
    TimeUp = 3,
    /// Ctrl+C was pressed first. What was found until then has been printed.
    Interrupted = 130,
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// Where a command reads and writes, and what the program hands to it.
pub struct Streams<'a> {
    /// Standard input, which is the file named `-`.
    pub input: &'a mut dyn Read,
    /// Standard output.
    pub output: &'a mut dyn Write,
    /// Standard error.
    pub errors: &'a mut dyn Write,
    /// How the command learns of Ctrl+C.
    pub interrupt: Interrupt,
    /// Shows the progress of a long search; none if standard error isn't a terminal.
    pub progress: Option<ShowProgress>,
    /// The program's version, with what it was built from.
    pub version: &'static str,
    /// The puzzles that the program has.
    pub kinds: Kinds,
}

/// The commands of single puzzles, which the program adds.
pub trait OwnCommands: Subcommand + fmt::Debug {
    /// Carries out the command.
    ///
    /// # Errors
    /// Why it failed.
    fn perform(&self, streams: &mut Streams<'_>) -> Result<Status, Failure>;
}

/// Starts to listen for Ctrl+C, and returns the flag that it sets. A command calls it when it begins to check the flag: until then Ctrl+C
/// ends the program, as usual.
pub type Interrupt = fn() -> &'static AtomicBool;

/// Carries out the command in the arguments, or returns the files to open in the window. The first argument is the name of the program.
pub fn run<Own: OwnCommands>(arguments: impl IntoIterator<Item = OsString>, mut streams: Streams<'_>) -> Invocation {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    if let Some(word) = mistyped_command::<Own>(&arguments) {
        let message = unknown_command(word, similar_command::<Own>(word).as_deref());
        return Invocation::Command(status(Err(Failure::Complaint(message)), &mut streams));
    }
    match parse::<Own>(arguments, &streams) {
        Ok(Arguments { command: None, files, new_window, log }) => {
            // The window that is open already has its own log, or none.
            Invocation::Window { files, is_new: new_window || log.is_some(), log }
        }
        Ok(Arguments { command: Some(command), .. }) => {
            let outcome = perform(&command, &mut streams);
            if let Some(complaint) = fonts::system().complaint() {
                // The command has done what it could, even if this can't be said.
                let _ = writeln!(streams.errors, "quincunx: {complaint}");
            }
            Invocation::Command(status(outcome, &mut streams))
        }
        Err(error) => Invocation::Command(status(explain(&error, &mut streams), &mut streams)),
    }
}

/// The first argument isn't a command, and there is no file with this name.
fn unknown_command(word: &str, similar: Option<&str>) -> String {
    match similar {
        Some(similar) => usage_error(&did_you_mean(&format!("unknown command `{word}`"), similar)),
        None => usage_error(&format!("`{word}` is neither a command nor a file; run quincunx --help to list the commands")),
    }
}

/// The arguments make no sense; the parser says why.
fn usage_error(explanation: &str) -> String {
    format!("quincunx: {explanation}")
}

/// A message of the argument parser, which repeats what was typed, with the most similar thing that exists.
fn did_you_mean(explanation: &str, similar: &str) -> String {
    format!("{explanation}: did you mean `{similar}`?")
}

/// All that the command line accepts.
pub fn accepted<Own: OwnCommands>(version: &'static str, kinds: Kinds) -> clap::Command {
    let with_keys = |help: &str, keys: &str| {
        let help = format!("{help}: {keys}");
        move |command: clap::Command| command.mut_arg("puzzle", |argument| argument.help(help))
    };
    let (all, with_books) = (kinds.keys().join(", "), book::listed_puzzles(kinds));
    Arguments::<Own>::command()
        .version(version)
        .mut_subcommand("new", with_keys("The puzzle", &all))
        .mut_subcommand("list", with_keys("Only this puzzle", &all))
        .mut_subcommand("book", with_keys("The puzzle", &with_books))
}

/// Parses the arguments. A negative number after an option is the option's value, which then explains what it accepts.
fn parse<Own: OwnCommands>(arguments: Vec<OsString>, streams: &Streams<'_>) -> Result<Arguments<Own>, clap::Error> {
    let accept = |argument: Arg| {
        let is_option = !argument.is_positional() && argument.get_action().takes_values();
        argument.allow_negative_numbers(is_option)
    };
    let command = accepted::<Own>(streams.version, streams.kinds).mut_subcommands(|command| command.mut_args(accept));
    Arguments::from_arg_matches(&command.try_get_matches_from(arguments)?)
}

/// Returns the first argument if it can only be a command, but isn't one: a bare word that doesn't name a file. After `help`, returns the
/// second.
fn mistyped_command<Own: OwnCommands>(arguments: &[OsString]) -> Option<&str> {
    let is_help = arguments.get(1)? == "help";
    let word = arguments.get(if is_help { 2 } else { 1 })?.to_str()?;
    let is_bare = word.starts_with(char::is_alphanumeric) && word.chars().all(|letter| letter.is_alphanumeric() || "-_".contains(letter));
    let is_command = word == "help" || Command::<Own>::has_subcommand(word);
    (is_bare && !is_command && (is_help || !Path::new(word).exists())).then_some(word)
}

/// Returns the command with the most similar name, if one is similar enough.
fn similar_command<Own: OwnCommands>(word: &str) -> Option<String> {
    let commands = Command::<Own>::augment_subcommands(clap::Command::new("quincunx"));
    similar(&commands.try_get_matches_from(["quincunx", word]).err()?)
}

/// Returns what the argument parser takes for the intended command, option or value.
fn similar(error: &clap::Error) -> Option<String> {
    let suggestions = [ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue];
    suggestions.into_iter().find_map(|kind| match error.get(kind)? {
        ContextValue::String(suggestion) => Some(suggestion.clone()),
        ContextValue::Strings(suggestions) => suggestions.first().cloned(),
        _ => None,
    })
}

fn perform<Own: OwnCommands>(command: &Command<Own>, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    match command {
        Command::Solve(arguments) => solve::run(arguments, streams),
        Command::Merge(arguments) => merge::run(arguments, streams),
        Command::Compare(arguments) => compare::run(arguments, streams),
        Command::Draw(arguments) => draw::run(arguments, streams),
        Command::Check(arguments) => check::run(arguments, streams),
        Command::Convert(arguments) => convert::run(arguments, streams),
        Command::New(arguments) => new::run(arguments, streams),
        Command::Book(arguments) => book::run(arguments, streams),
        Command::Rate(arguments) => rate::run(arguments, streams),
        Command::List(arguments) => list::run(arguments, streams),
        Command::Own(command) => command.perform(streams),
        Command::Generate(arguments) => generate::run::<Own>(arguments, streams),
    }
}

/// Prints the help or the version; turns any other message of the argument parser into a single line.
fn explain(error: &clap::Error, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let message = error.to_string();
    if !error.use_stderr() {
        streams.output.write_all(message.as_bytes())?;
        return Ok(Status::Done);
    }
    let lines = message.trim_start_matches("error: ").lines().map(str::trim);
    let first_paragraph: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let explanation = first_paragraph.join(" ");
    let explanation = similar(error).map_or(explanation.clone(), |similar| did_you_mean(&explanation, &similar));
    Err(Failure::Complaint(usage_error(&explanation)))
}

/// Returns the exit status, after printing the error if there is one.
fn status(outcome: Result<Status, Failure>, streams: &mut Streams<'_>) -> Status {
    let flushed = outcome.and_then(|status| streams.output.flush().map(|()| status).map_err(Failure::from));
    let message = match flushed {
        Ok(status) => return status,
        // The program that reads our output has closed it: not an error.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return Status::Done,
        Err(Failure::Output(error)) => format!("quincunx: can't write the output: {}", in_words(&error)),
        Err(Failure::Complaint(message)) => message,
    };
    print_error(streams, &message);
    Status::BadInput
}

/// Prints one line on standard error, in which all characters can be seen. If that fails, the exit status still reports the error.
pub fn print_error(streams: &mut Streams<'_>, message: &str) {
    let _ = writeln!(streams.errors, "{}", visible(message));
}

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The arguments or the input were invalid. Contains the whole line for standard error.
    Complaint(String),
    /// Standard output couldn't be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
