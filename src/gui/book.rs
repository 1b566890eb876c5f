//! A book of challenges on the figure of a document: what the user chooses, and the job that makes it.

use std::{
    ops::{ControlFlow, RangeInclusive},
    sync::Arc,
};

use super::{now::seed, words::unavailable};
use base::{
    book::{self, Book, Grades, NoBook, Order, PaperSize, Source},
    challenge::Grade,
    erased::{Kind, State},
    search::Observer,
    text::counted,
};
use export::pdf;
use workbench::{
    file::SaveFile,
    job::{Job, NoThread, Wake},
};

/// The seeds of books: the challenges of book 999 have the last seeds that can be typed for a single challenge.
pub const SEEDS: RangeInclusive<u64> = 1..=999;

/// What the user chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookOptions {
    /// The grades.
    pub grades: Grades,
    /// How many challenges.
    pub count: usize,
    /// Another seed gives other challenges.
    pub seed: u64,
    /// Whether each solution is explained.
    pub explanations: bool,
    /// The size of the paper.
    pub paper: PaperSize,
}

impl BookOptions {
    /// The options at first, for a figure with these grades, easiest first. The seed is random.
    pub fn new(grades: &[Grade]) -> Self {
        let grades =
            Grades::ALL.from(grades.first().copied().unwrap_or(Grade::Easy)).up_to(grades.last().copied().unwrap_or(Grade::Expert));
        Self { grades, count: 24, seed: SEEDS.start() + seed() % SEEDS.end(), explanations: false, paper: PaperSize::default() }
    }
}

/// The PDF file, or the reason why there is none.
pub type Made = Result<Vec<u8>, String>;

/// Returns the grades of which the figure of this position has challenges to print, easiest first.
///
/// # Errors
/// Why it has none.
pub fn grades(kind: &Kind, figure: &State) -> Result<&'static [Grade], &'static str> {
    let challenges = kind.extras.challenges.as_ref().filter(|_| book::has_books(kind)).ok_or("This puzzle has no challenges to print")?;
    Some((challenges.grades)(figure)).filter(|grades| !grades.is_empty()).ok_or(unavailable::NO_GRADES)
}

/// What is offered before a book on the figure of a document is made.
#[derive(Clone)]
pub struct BookOffer {
    /// The grades of which the figure has challenges, easiest first.
    pub grades: &'static [Grade],
    /// The name of the figure.
    pub figure: String,
    /// The name of the document.
    pub name: String,
    /// Begins to make the book, unless the system refuses a thread.
    pub start: Arc<dyn Fn(BookOptions) -> Result<Job<Made>, NoThread> + Send + Sync>,
}

/// Returns the offer for the figure of this position, whose document has this name. The puzzle's examples come with their keys.
pub fn offer(kind: &'static Kind, examples: &[(&str, SaveFile<State>)], position: &State, name: &str, wake: Wake) -> BookOffer {
    let figure = figure(kind, examples, position, name);
    let (title, position) = (figure.title.clone(), position.clone());
    BookOffer {
        grades: grades(kind, &position).unwrap_or_default(),
        figure: title,
        name: name.to_owned(),
        start: Arc::new(move |options| start(kind, position.clone(), figure.clone(), options, wake.clone())),
    }
}

/// The figure of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Figure {
    /// Its name.
    title: String,
    /// How the command that makes the book names it.
    source: Source,
}

/// Returns what is known about the figure of a position, whose document has this name.
fn figure(kind: &Kind, examples: &[(&str, SaveFile<State>)], figure: &State, name: &str) -> Figure {
    let is_same = |other: &State| book::is_same_figure(kind, other, figure);
    let example = examples.iter().find(|(_, document)| is_same(&document.state));
    let is_example = examples.iter().any(|(_, document)| document.title.as_deref() == Some(name));
    let title = match example.and_then(|(_, document)| document.title.clone()) {
        Some(title) => title,
        None if is_example => format!("{name}, changed"),
        None => name.to_owned(),
    };
    let source = match example {
        _ if is_same(&(kind.empty)()) => Source::Default,
        Some((key, _)) => Source::Option(format!("--preset {key}")),
        // Its file may not exist, and may have another figure.
        None => Source::Unsaved,
    };
    Figure { title, source }
}

/// Begins to make a book on the figure of the position, about which this is known.
///
/// # Errors
/// When the system refuses a thread.
fn start(kind: &'static Kind, position: State, figure: Figure, options: BookOptions, wake: Wake) -> Result<Job<Made>, NoThread> {
    Job::start(format!("{} book", kind.key), wake, move |observer| {
        let made = make(kind, position, figure, options, observer)?;
        observer.found(made)
    })
}

fn make(
    kind: &'static Kind,
    position: State,
    figure: Figure,
    options: BookOptions,
    observer: &mut dyn Observer<Made>,
) -> ControlFlow<(), Made> {
    let BookOptions { grades, count, seed, explanations, paper } = options;
    let Figure { title, source } = figure;
    let order = Order { figure: position, grades, count, seed, explanations };
    let challenges = match book::make(kind, &order, observer)? {
        Ok(challenges) => challenges,
        Err(why) => return ControlFlow::Continue(Err(no_book(&why))),
    };
    let command = book::command(kind.key, &source, &order, paper);
    let book = Book { kind, order, figure: Some(title), source, command, challenges };
    ControlFlow::Continue(Ok(pdf::write(&book::pages(&book, paper), &book.title())))
}

/// Why there is no such book.
fn no_book(why: &NoBook) -> String {
    match why {
        NoBook::NoChallenges => "The puzzle has no challenges.".to_owned(),
        NoBook::NoneOf(grade) => format!("The figure has no {} challenge. Choose other grades.", grade.key()),
        NoBook::Only(count, grade) => {
            let challenges = counted(*count as u64, &format!("{} challenge", grade.key()));
            format!("The figure has only {challenges} for this seed. Choose fewer challenges, or another seed.")
        }
    }
}
