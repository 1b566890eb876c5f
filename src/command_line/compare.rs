//! `compare`: runs every technique on the same position, and prints the results as a table with bars or as JSON.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use serde::Serialize;

use super::{Failure, Status, Streams, arguments::CompareArguments, gather::Deadline, input::Input, output::Printable, words};
use base::{
    puzzle::{Figure, Published},
    search::{Observer, Stage, Tally},
    text::{Noun, bytes, duration, factor, grouped, printable_line},
    timing::Times,
};
use workbench::compare::{self, Comparison, Entry, Outcome, Plan};

const HEADINGS: [&str; 9] = ["technique", "solutions", "explored", "kept", "memory", "time", "range", "runs", "factor"];

/// The number of columns in the table.
const COLUMNS: usize = HEADINGS.len();

/// The column that is left out if no technique reports its memory.
const MEMORY: usize = 4;

/// The length of the slowest technique's bar, in characters.
const LONGEST_BAR: f32 = 24.0;

/// Compares the techniques on the position in the file.
pub fn run(arguments: &CompareArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let input = Input::require(&arguments.file, streams)?.with_problem(&arguments.chosen, streams)?;
    let kind = input.kind()?;
    let document = input.document(kind)?;
    let problem = input.problem(kind, &document.state)?;
    let CompareArguments { time, warmup, runs, .. } = *arguments;
    let plan = Plan { limit: time.unwrap_or(Plan::default().limit), warm_up: warmup, runs };
    let deadline = Deadline::after(None, streams.interrupt);
    let mut collecting = Collecting { comparison: Comparison::of(kind, kind.techniques), deadline };
    let flow = compare::run(kind, kind.techniques, &problem, plan, &mut collecting);
    let comparison = collecting.comparison;
    if arguments.json {
        write_json(&comparison, flow.is_continue(), streams.output)?;
    } else {
        let title = document.title.as_ref().map(|title| printable_line(title));
        let output = &mut Printable(streams.output);
        writeln!(output, "{}\n", words::heading(kind.title, title.as_deref()))?;
        write_text(&comparison, (kind.extras.noun)(&document.state), output)?;
    }
    let was_stopped = |entry: &Entry| matches!(entry.outcome, Outcome::Stopped(_));
    Ok(deadline.status(flow.is_continue() && !comparison.entries().iter().any(was_stopped)))
}

/// Collects the results until Ctrl+C is pressed.
struct Collecting {
    comparison: Comparison,
    deadline: Deadline,
}

impl Observer<Entry> for Collecting {
    fn found(&mut self, entry: Entry) -> ControlFlow<()> {
        self.comparison.found(entry)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        if self.deadline.has_passed() { ControlFlow::Break(()) } else { self.comparison.progress(done, tally) }
    }
}

/// The JSON report, a public format. Unknown values are null.
#[derive(Serialize)]
struct Report {
    /// False if Ctrl+C was pressed.
    complete: bool,
    techniques: Vec<TechniqueReport>,
}

#[derive(Serialize)]
struct TechniqueReport {
    key: &'static str,
    complete: bool,
    count: Option<u64>,
    explored: Option<u64>,
    kept: Option<u64>,
    /// Left out if the technique doesn't report it.
    #[serde(skip_serializing_if = "Option::is_none")]
    memory_bytes: Option<u64>,
    /// The median of the measured runs.
    elapsed_ns: Option<u128>,
    shortest_ns: Option<u128>,
    longest_ns: Option<u128>,
    runs: Option<usize>,
    factor: Option<f64>,
    agrees: Option<bool>,
    /// The article's figure for `explored`.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<u64>,
    /// All figures that the technique's article gives for the position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    published_figures: Vec<PublishedFigure>,
    /// Why the run is incomplete.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

impl TechniqueReport {
    fn new(comparison: &Comparison, entry: &Entry) -> Self {
        let measured = entry.measured();
        Self {
            key: entry.technique.key,
            complete: measured.is_some(),
            count: measured.map(|measured| measured.count),
            explored: measured.map(|measured| measured.tally.explored),
            kept: measured.map(|measured| measured.tally.kept),
            memory_bytes: measured.map(|measured| measured.tally.memory).filter(|&memory| memory > 0),
            elapsed_ns: measured.map(|measured| measured.times.median.as_nanos()),
            shortest_ns: measured.map(|measured| measured.times.shortest.as_nanos()),
            longest_ns: measured.map(|measured| measured.times.longest.as_nanos()),
            runs: measured.map(|measured| measured.times.runs),
            factor: comparison.factor(entry),
            agrees: comparison.agrees(entry),
            published: entry.published.iter().find_map(|published| published.figure.explored()),
            published_figures: entry.published.iter().map(PublishedFigure::from).collect(),
            reason: entry.reason(),
        }
    }
}

/// A figure from an article, in a field with the same name as ours.
#[derive(Serialize)]
struct PublishedFigure {
    #[serde(flatten)]
    figure: NamedFigure,
    #[serde(skip_serializing_if = "str::is_empty")]
    remark: &'static str,
}

#[derive(Serialize)]
#[serde(untagged)]
enum NamedFigure {
    Explored { explored: u64 },
    Kept { kept: u64 },
    Stages { stages: &'static [Stage] },
    Count { count: u64, of: &'static str },
    Time { elapsed_ns: u128, on: &'static str },
}

impl From<&Published> for PublishedFigure {
    fn from(&Published { figure, remark }: &Published) -> Self {
        let figure = match figure {
            Figure::Explored(explored) => NamedFigure::Explored { explored },
            Figure::Kept(kept) => NamedFigure::Kept { kept },
            Figure::Stages(stages) => NamedFigure::Stages { stages },
            Figure::Count { count, of } => NamedFigure::Count { count, of },
            Figure::Time { elapsed, on } => NamedFigure::Time { elapsed_ns: elapsed.as_nanos(), on },
        };
        Self { figure, remark }
    }
}

fn write_json(comparison: &Comparison, complete: bool, output: &mut dyn Write) -> Result<(), Failure> {
    let techniques = comparison.entries().iter().map(|entry| TechniqueReport::new(comparison, entry)).collect();
    serde_json::to_writer(&mut *output, &Report { complete, techniques }).map_err(io::Error::from)?;
    Ok(writeln!(output)?)
}

fn write_text(comparison: &Comparison, noun: Noun, output: &mut dyn Write) -> Result<(), Failure> {
    let head = HEADINGS.map(str::to_owned);
    let rows: Vec<[String; COLUMNS]> = comparison.entries().iter().map(|entry| cells(comparison, entry)).collect();
    // No width means that the column is left out.
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().filter(|&width| 0 < width || column != MEMORY);
    let widths = std::array::from_fn(|column| width(column).map(|width| width.max(head[column].len())));
    writeln!(output, "{}", aligned(&head, &widths).trim_end())?;
    for (row, entry) in rows.iter().zip(comparison.entries()) {
        writeln!(output, "{}", format!("{}  {}", aligned(row, &widths), remark(comparison, entry)).trim_end())?;
    }
    if let Some(verdict) = comparison.verdict().words(noun) {
        writeln!(output, "\n{verdict}")?;
    }
    write_published(comparison, output)
}

/// Writes the figures from the techniques' articles, one a line, beside ours and with the reason for any difference.
fn write_published(comparison: &Comparison, output: &mut dyn Write) -> Result<(), Failure> {
    let lines: Vec<String> = comparison.entries().iter().flat_map(Entry::published_words).collect();
    if !lines.is_empty() {
        writeln!(output, "\n{}", lines.join("\n"))?;
    }
    Ok(())
}

/// The cells of a technique's row. Unknown figures are empty.
fn cells(comparison: &Comparison, entry: &Entry) -> [String; COLUMNS] {
    let mut cells = [const { String::new() }; COLUMNS];
    cells[0] = entry.technique.key.to_owned();
    if let Some(measured) = entry.measured() {
        let Tally { explored, kept, memory, .. } = measured.tally;
        cells[1..MEMORY].clone_from_slice(&[measured.count, explored, kept].map(grouped));
        cells[MEMORY] = if memory == 0 { String::new() } else { bytes(memory) };
        let Times { median, shortest, longest, runs } = measured.times;
        cells[MEMORY + 1] = duration(median);
        if 1 < runs {
            cells[MEMORY + 2] = format!("{} to {}", duration(shortest), duration(longest));
        }
        cells[MEMORY + 3] = grouped(runs as u64);
    }
    cells[COLUMNS - 1] = comparison.factor(entry).map_or_else(String::new, factor);
    cells
}

/// Joins the cells, the first aligned left and the others right. Columns without a width are left out.
fn aligned(cells: &[String; COLUMNS], widths: &[Option<usize>; COLUMNS]) -> String {
    let mut line = format!("{:1$}", cells[0], widths[0].unwrap_or(0));
    for (figure, width) in cells.iter().zip(widths).skip(1) {
        if let &Some(width) = width {
            line += &format!("  {figure:>width$}");
        }
    }
    line
}

/// What follows the figures: a bar, or what went wrong.
fn remark(comparison: &Comparison, entry: &Entry) -> String {
    if let Some(reason) = entry.reason() {
        return reason;
    }
    let bar = comparison.bar(entry).map_or_else(String::new, |share| "█".repeat((share * LONGEST_BAR).round() as usize));
    if comparison.agrees(entry) == Some(false) { format!("{bar} different solutions") } else { bar }
}
