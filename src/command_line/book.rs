//! `book`: challenges to print, with their solutions, as a PDF file.

use std::{ops::ControlFlow, path::PathBuf};

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser},
};

use super::{
    Failure, Status, Streams,
    gather::Deadline,
    input::{figure, preset_document, puzzle},
    meter::Meter,
    output::Target,
    values::whole,
    words,
};
use base::{
    book::{self, Book, Grades, MAX_COUNT, NoBook, Order, PaperSize, Source},
    erased::{Kind, Kinds, State},
    search::{Observer, Tally},
    text::{Noun, counted},
};
use export::pdf;
use workbench::file::SaveFile;

/// Make a book of challenges to print: several on a page, numbered, with the solutions at the end
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  quincunx book meteor --seed 1 -o book.pdf
  quincunx book soma --preset sofa --difficulty easy..hard --count 12 --seed 7 --explanations --paper letter -o sofa.pdf
  quincunx book soma --figure own.puzzle.ron --difficulty hard --seed 1 -o -")]
pub struct BookArguments {
    /// The puzzle
    pub puzzle: String,
    /// Take the figure and the pieces of this preset
    #[arg(long, value_name = "NAME", conflicts_with = "figure")]
    pub preset: Option<String>,
    /// Take the figure and the pieces of this save file, or of standard input if it is -
    #[arg(long, value_name = "FILE")]
    pub figure: Option<PathBuf>,
    /// The grade, or the easiest and the hardest one
    #[arg(long, value_name = "GRADE[..GRADE]", default_value = "easy..expert", value_parser = grades)]
    pub difficulty: Grades,
    #[arg(long, value_name = "N", default_value_t = 24, help = format!("How many challenges, at most {MAX_COUNT}"), value_parser = |text: &str| whole(text, 1..=MAX_COUNT))]
    pub count: usize,
    /// The same seed always makes the same book
    #[arg(long, value_name = "N", value_parser = |text: &str| whole(text, 0..=u64::MAX))]
    pub seed: u64,
    /// Explain after the solutions how each of them is found, step by step
    #[arg(long)]
    pub explanations: bool,
    /// The size of the paper
    #[arg(long, value_name = "SIZE", default_value = PaperSize::A4.key(), value_parser = paper())]
    pub paper: PaperSize,
    /// The PDF file to write, or - for standard output
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Replace the output file if it exists
    #[arg(long)]
    pub force: bool,
}

fn grades(text: &str) -> Result<Grades, String> {
    Grades::parse(text)
        .ok_or_else(|| "expected a grade such as hard, or two such as easy..expert; grades are easy, medium, hard and expert".to_owned())
}

fn paper() -> impl TypedValueParser<Value = PaperSize> {
    PossibleValuesParser::new(PaperSize::ALL.map(PaperSize::key)).map(|key| {
        let paper = PaperSize::ALL.into_iter().find(|paper| paper.key() == key);
        paper.unwrap_or_default()
    })
}

/// The keys of the puzzles that have challenges.
pub fn listed_puzzles(kinds: Kinds) -> String {
    let able: Vec<&str> = kinds.all().iter().filter(|kind| book::has_books(kind)).map(|kind| kind.key).collect();
    able.join(", ")
}

/// Makes the book and writes the file.
pub fn run(arguments: &BookArguments, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let target = Target::new(&arguments.output, arguments.force)?;
    let kind = puzzle(streams.kinds, &arguments.puzzle)?;
    if !book::has_books(kind) {
        return Err(Failure::Complaint(format!(
            "quincunx: {} has no challenges to print; puzzles that have: {}",
            arguments.puzzle,
            listed_puzzles(streams.kinds)
        )));
    }
    let figure = figure(kind, arguments.figure.as_deref(), arguments.preset.as_deref(), streams)?;
    let Some(bytes) = make(kind, arguments, figure, streams)? else { return Ok(Status::Interrupted) };
    target.write(&bytes, streams)?;
    Ok(Status::Done)
}

/// Makes the book; none if it was interrupted.
fn make(
    kind: &'static Kind,
    arguments: &BookArguments,
    figure: Option<SaveFile<State>>,
    streams: &Streams<'_>,
) -> Result<Option<Vec<u8>>, Failure> {
    let BookArguments { preset, difficulty, count, seed, explanations, paper, .. } = arguments;
    let document = figure.unwrap_or_else(|| SaveFile { title: default_title(kind), ..SaveFile::untitled((kind.empty)()) });
    let source = match (&arguments.figure, preset) {
        (Some(path), _) => Source::file(&path.display().to_string()),
        (None, Some(key)) => Source::preset(key),
        (None, None) => Source::Default,
    };
    let order = Order { figure: document.state, grades: *difficulty, count: *count, seed: *seed, explanations: *explanations };
    let deadline = Deadline::after(None, streams.interrupt);
    let mut making = Making { deadline, meter: Meter::new(streams.progress.map(|show| (show, Noun("challenge")))), count: *count };
    let challenges = match book::make::<()>(kind, &order, &mut making) {
        ControlFlow::Break(()) => return Ok(None),
        ControlFlow::Continue(Ok(challenges)) => challenges,
        ControlFlow::Continue(Err(why)) => return Err(Failure::Complaint(no_book(&why, kind.key, source.option()))),
    };
    drop(making);
    let command = book::command(kind.key, &source, &order, *paper);
    let book = Book { kind, order, figure: document.title, source, command, challenges };
    Ok(Some(pdf::write(&book::pages(&book, *paper), &book.title())))
}

/// Why a book can't be made. `figure` is the option that names the figure.
fn no_book(why: &NoBook, puzzle: &str, figure: Option<&str>) -> String {
    let figure = figure.map_or_else(|| puzzle.to_owned(), |figure| format!("{puzzle} {figure}"));
    match why {
        NoBook::NoChallenges => words::no_challenges(puzzle),
        NoBook::NoneOf(grade) => format!("quincunx: --difficulty: {figure} has no {} challenge", grade.key()),
        NoBook::Only(count, grade) => {
            let challenges = counted(*count as u64, &format!("{} challenge", grade.key()));
            format!("quincunx: --count: {figure} has only {challenges} for this seed; ask for fewer")
        }
    }
}

/// The title of the default figure: that of the preset with the same figure.
fn default_title(kind: &Kind) -> Option<String> {
    let document = preset_document(kind, kind.presets.first()?.key).ok()?;
    book::is_same_figure(kind, &document.state, &(kind.empty)()).then_some(document.title).flatten()
}

/// Shows how many challenges are made, until Ctrl+C is pressed.
struct Making {
    deadline: Deadline,
    meter: Meter,
    count: usize,
}

impl Observer<()> for Making {
    fn found(&mut self, (): ()) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, _tally: &Tally) -> ControlFlow<()> {
        let made = (done * self.count as f32).round() as u64;
        self.meter.update(done, made);
        if self.deadline.has_passed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
