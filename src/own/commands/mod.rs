//! The commands of single puzzles.

mod disassemble;
mod triples;
mod tournament;
mod analyse;
mod simulate;
mod read;

use clap::Subcommand;
use command_line::{Failure, OwnCommands, Status, Streams};

/// A command of a single puzzle, with its arguments.
#[derive(Debug, Subcommand)]
#[allow(missing_docs, reason = "a comment here would replace the help of the command")]
pub enum Commands {
    Disassemble(disassemble::DisassembleArguments),
    Triples(triples::TriplesArguments),
    Tournament(tournament::TournamentArguments),
    Analyse(analyse::AnalyseArguments),
    Simulate(simulate::SimulateArguments),
    Read(read::ReadArguments),
}

impl OwnCommands for Commands {
    fn perform(&self, streams: &mut Streams<'_>) -> Result<Status, Failure> {
        match self {
            Self::Disassemble(arguments) => disassemble::run(arguments, streams),
            Self::Triples(arguments) => triples::run(arguments, streams),
            Self::Tournament(arguments) => tournament::run(arguments, streams),
            Self::Analyse(arguments) => analyse::run(arguments, streams),
            Self::Simulate(arguments) => simulate::run(arguments, streams),
            Self::Read(arguments) => read::run(arguments, streams),
        }
    }
}
