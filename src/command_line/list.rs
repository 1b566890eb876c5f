//! `list`: the keys that other commands accept: puzzles, their techniques and their presets.

use std::io;

use serde::Serialize;

use super::{Failure, Status, Streams, arguments::ListArguments, input::puzzle, output::Printable};
use base::{
    erased::{Erased, Kind},
    puzzle::{Preset, Technique},
};
use workbench::file;

/// Lists one puzzle or all of them.
pub fn run(arguments: &ListArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let puzzles = match &arguments.puzzle {
        Some(key) => vec![Listing::of(puzzle(streams.kinds, key)?)],
        None => streams.kinds.all().iter().map(Listing::of).collect(),
    };
    let report = Report { puzzles };
    if arguments.json {
        serde_json::to_writer(&mut *streams.output, &report).map_err(io::Error::from)?;
        writeln!(streams.output)?;
    } else {
        report.write_text(&mut Printable(streams.output))?;
    }
    Ok(Status::Done)
}

/// The JSON report, a public format.
#[derive(Serialize)]
struct Report {
    puzzles: Vec<Listing>,
}

#[derive(Serialize)]
struct Listing {
    key: &'static str,
    title: &'static str,
    /// Fastest first.
    techniques: Vec<TechniqueListing>,
    presets: Vec<PresetListing>,
}

impl Listing {
    fn of(kind: &Kind) -> Self {
        Self {
            key: kind.key,
            title: kind.title,
            techniques: kind.techniques.iter().map(TechniqueListing::from).collect(),
            presets: kind.presets.iter().map(|preset| PresetListing::of(kind, preset)).collect(),
        }
    }
}

#[derive(Serialize)]
struct TechniqueListing {
    key: &'static str,
    title: &'static str,
    idea: &'static str,
    source: &'static str,
    /// Whether it can run on several threads and be resumed.
    tasks: bool,
}

impl From<&Technique<Erased>> for TechniqueListing {
    fn from(&Technique { key, title, idea, source, tasks, .. }: &Technique<Erased>) -> Self {
        Self { key, title, idea, source, tasks: tasks.is_some() }
    }
}

#[derive(Serialize)]
struct PresetListing {
    key: &'static str,
    /// Null if its file has no title.
    title: Option<String>,
}

impl PresetListing {
    fn of(kind: &Kind, &Preset { key, ron }: &Preset) -> Self {
        Self { key, title: file::read_of(kind, ron).ok().and_then(|document| document.title) }
    }
}

impl Report {
    fn write_text(&self, output: &mut dyn io::Write) -> Result<(), Failure> {
        for (index, Listing { key, title, techniques, presets }) in self.puzzles.iter().enumerate() {
            if 0 < index {
                writeln!(output)?;
            }
            writeln!(output, "{key}: {title}\n  Techniques, for solve --technique:")?;
            let width = techniques.iter().map(|technique| technique.key.len()).max().unwrap_or(0);
            for TechniqueListing { key, title, tasks, .. } in techniques {
                writeln!(output, "    {key:width$}  {title}{}", if *tasks { " (--threads, --resume)" } else { "" })?;
            }
            writeln!(output, "  Presets, for new --preset:")?;
            let width = presets.iter().map(|preset| preset.key.len()).max().unwrap_or(0);
            for PresetListing { key, title } in presets {
                writeln!(output, "{}", format!("    {key:width$}  {}", title.as_deref().unwrap_or_default()).trim_end())?;
            }
        }
        Ok(())
    }
}
