//! `generate`: the manual pages and the completions, made from the same arguments that the parser uses. Packages install what it writes;
//! it isn't in the help, since users don't need it.

use std::path::Path;

use clap_complete::{Shell, generate_to};

use super::{Failure, OwnCommands, Status, Streams, accepted, arguments::GenerateArguments, input::error_message};
use workbench::file_error::FileError;

/// The shells with completions in packages.
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Zsh, Shell::Fish];

/// Writes a manual page for the program and for each command, and a file of completions for each shell.
pub fn run<Own: OwnCommands>(arguments: &GenerateArguments, streams: &Streams<'_>) -> Result<Status, Failure> {
    let folder = &arguments.folder;
    let refuse = |error| Failure::Complaint(error_message(folder, &FileError::unwritable(folder, &error)));
    write(folder, &accepted::<Own>(streams.version, streams.kinds)).map_err(refuse)?;
    Ok(Status::Done)
}

fn write(folder: &Path, all: &clap::Command) -> std::io::Result<()> {
    // `quincunx help COMMAND` is the same as `quincunx COMMAND --help`, which a page of its own would only repeat.
    let command = all.clone().disable_help_subcommand(true);
    for shell in SHELLS {
        generate_to(shell, &mut all.clone(), "quincunx", folder)?;
    }
    clap_mangen::generate_to(command, folder)
}
