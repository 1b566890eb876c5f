//! `triples`: removes triples that are permutations of earlier ones from a list.
//!
//! A command about a single puzzle. Its list is not a position and needs no save file.

use std::{
    io,
    path::{Path, PathBuf},
    time::Instant,
};

use clap::Args;
use serde::Serialize;

use base::search::{Found, Tally};
use command_line::{Failure, Status, Streams, input::Input};
use virus_war::{
    edit::triples_text,
    model::triples::Triple,
    search::triples::{self, TECHNIQUES, Technique},
};
use workbench::file_error::alternatives;

/// The keys of the techniques, fastest first.
const TECHNIQUE_KEYS: [&str; TECHNIQUES.len()] = {
    let mut keys = [""; TECHNIQUES.len()];
    let mut i = 0;
    while i < keys.len() {
        keys[i] = TECHNIQUES[i].key;
        i += 1;
    }
    keys
};

/// Remove triples that are permutations of earlier ones
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx triples list.lisp
  quincunx triples list.lisp --technique sort --json")]
pub struct TriplesArguments {
    /// The list, like ((1 2 3) (1 3 4)), [(1, 2, 3), (1, 3, 4)] or plain numbers; - reads standard input
    #[arg(default_value = "-")]
    pub file: PathBuf,
    #[arg(long, value_name = "KEY", help = format!("The technique: {}", TECHNIQUE_KEYS.join(", ")))]
    pub technique: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
}

/// Reads the list and prints it without duplicates.
pub fn run(arguments: &TriplesArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let technique = technique(arguments.technique.as_deref())?;
    let triples = read(&arguments.file, streams)?;
    let mut found = Found::default();
    let began = Instant::now();
    // This observer never stops the search.
    let _ended = triples::keep_first(technique, &triples, &mut found);
    let elapsed_ns = began.elapsed().as_nanos();
    if arguments.json {
        let report = Report {
            technique: technique.key,
            given: triples.len(),
            count: found.items.len(),
            elapsed_ns,
            tally: &found.tally,
            triples: &found.items,
        };
        serde_json::to_writer(&mut *streams.output, &report).map_err(io::Error::from)?;
        writeln!(streams.output)?;
    } else {
        writeln!(streams.output, "{}", triples_text::write(&found.items))?;
    }
    Ok(Status::Done)
}

fn technique(key: Option<&str>) -> Result<&'static Technique, Failure> {
    let Some(key) = key else { return Ok(&TECHNIQUES[0]) };
    triples::technique(key).ok_or_else(|| {
        let alternatives = alternatives(&TECHNIQUE_KEYS, "the techniques for triples are");
        Failure::Complaint(format!("quincunx: there is no technique `{key}`; {alternatives}"))
    })
}

fn read(path: &Path, streams: &mut Streams<'_>) -> Result<Vec<Triple>, Failure> {
    let input = Input::require(path, streams)?;
    triples_text::read(&input.text)
        .map_err(|error| Failure::Complaint(format!("{}:{}:{}: {}", path.display(), error.line, error.column, error.message)))
}

/// The JSON output, whose fields are stable.
#[derive(Serialize)]
struct Report<'a> {
    technique: &'static str,
    /// The number of triples in the list.
    given: usize,
    /// The number of triples kept.
    count: usize,
    elapsed_ns: u128,
    tally: &'a Tally,
    triples: &'a [Triple],
}
