//! The reliability campaign: tortures the program with random and hostile input, kills it, and breaks its disks, then reports figures.
//!
//! ```text
//! cargo bench --bench campaign -- PART [--seed N] [--seconds N] [--cases N] [--case N]
//! ```
//!
//! A part consists of cases. Each case derives everything random from the seed and its own number, so `--case` repeats a single one. The
//! cases run in a process of their own: one that overflows the stack, aborts or hangs is reported like any other failure, and the next
//! case continues in a new process. The exit status is 1 if a case failed. docs/reliability.md has the commands and the figures.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed case")]

mod processor_time;
mod case;
mod watch;
mod tree;
mod edges;
mod corpus;
mod saves;
mod hostile;
mod supervisor;

// What needs a window. Without the feature `gui`, the other parts build in a fraction of the time.
#[cfg(feature = "gui")]
mod settings;
#[cfg(feature = "gui")]
mod desk;
#[cfg(feature = "gui")]
mod kills;
#[cfg(feature = "gui")]
mod moments;
#[cfg(feature = "gui")]
mod disks;
#[cfg(feature = "gui")]
mod monkey;
#[cfg(feature = "gui")]
mod soak;
#[cfg(feature = "gui")]
mod two;

use std::{process::ExitCode, time::Duration};

use case::Case;

/// A part of the campaign.
struct Part {
    name: &'static str,
    about: &'static str,
    /// A case that takes longer than this hangs.
    patience: Duration,
    /// Prepares the part, and returns what runs a case.
    prepare: fn() -> Result<Run, String>,
}

/// Runs a case.
type Run = Box<dyn FnMut(&mut Case)>;

const PARTS: &[Part] = &[
    Part { name: "saves", about: "mutated and generated files through all functions", patience: minutes(2), prepare: saves::prepare },
    Part { name: "files", about: "mutated files, only read, checked and written", patience: minutes(2), prepare: saves::prepare_files },
    Part { name: "hostile", about: "files and texts made to be slow", patience: minutes(2), prepare: hostile::prepare },
    #[cfg(feature = "gui")]
    Part { name: "kills", about: "the window killed at random moments", patience: minutes(5), prepare: kills::prepare },
    #[cfg(feature = "gui")]
    Part { name: "disks", about: "full, missing and forbidden disks", patience: minutes(5), prepare: disks::prepare },
    #[cfg(feature = "gui")]
    Part { name: "monkey", about: "random keys and clicks in the window", patience: minutes(90), prepare: monkey::prepare },
    #[cfg(feature = "gui")]
    Part { name: "soak", about: "one window under random input, for the whole run", patience: minutes(95), prepare: soak::prepare },
    #[cfg(feature = "gui")]
    Part { name: "two", about: "two windows on one file and one home folder", patience: minutes(5), prepare: two::prepare },
];

const fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(60 * minutes)
}

/// What the user asked for.
pub struct Options {
    part: String,
    /// Determines all cases.
    seed: u64,
    /// No case starts later than this.
    limit: Duration,
    /// The number of the first case.
    first: u64,
    /// The number of cases, unless the time is up earlier.
    cases: u64,
    /// Whether this process runs the cases. Otherwise it starts one that does.
    is_child: bool,
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(why) => {
            eprintln!("campaign: {why}\nusage: campaign PART [--seed N] [--seconds N] [--cases N] [--case N]");
            PARTS.iter().for_each(|part| eprintln!("  {:8} {}", part.name, part.about));
            return ExitCode::from(2);
        }
    };
    let parts = PARTS.iter().filter(|part| options.part == part.name || options.part == "all");
    let failures: u64 = if options.is_child {
        parts.map(|part| supervisor::run_here(part, &options)).sum()
    } else {
        parts.map(|part| supervisor::supervise(part, &options)).sum()
    };
    ExitCode::from(u8::from(failures > 0))
}

fn options(arguments: impl Iterator<Item = String>) -> Result<Options, String> {
    let mut options = Options { part: String::new(), seed: 1, limit: Duration::from_secs(10), first: 0, cases: u64::MAX, is_child: false };
    // Cargo adds `--bench`.
    let mut arguments = arguments.filter(|argument| argument != "--bench");
    while let Some(argument) = arguments.next() {
        let mut number = || -> Result<u64, String> {
            let text = arguments.next().ok_or_else(|| format!("{argument} needs a number"))?;
            text.parse().map_err(|_| format!("{text:?} after {argument} isn't a whole number"))
        };
        match argument.as_str() {
            "--seed" => options.seed = number()?,
            "--seconds" => options.limit = Duration::from_secs(number()?),
            "--cases" => {
                options.cases = number()?;
                options.limit = Duration::MAX;
            }
            "--case" => {
                options.first = number()?;
                options.cases = 1;
            }
            "--first" => options.first = number()?,
            "--child" => options.is_child = true,
            part if options.part.is_empty() && (part == "all" || PARTS.iter().any(|known| known.name == part)) => {
                options.part = part.to_owned();
            }
            other => return Err(format!("unexpected {other:?}")),
        }
    }
    if options.part.is_empty() { Err("which part?".to_owned()) } else { Ok(options) }
}
