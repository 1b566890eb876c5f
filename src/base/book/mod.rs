//! A book of challenges to print: which challenges it has, and its pages; and a walkthrough to print. Knows no puzzle and no file format.
//!
//! The same order gives the same book in every version that has the same rater, apart from how the pages look.

mod paper;
mod pages;
mod handout;

use std::{fmt, ops::ControlFlow};

pub use handout::{HandoutStep, handout};
pub use pages::pages;

use crate::{
    challenge::Grade,
    erased::{Kind, Problem, Solution, State},
    picture::{Vec2, at},
    puzzle::Steps,
    search::{Observer, Tally, TraceStep, first},
};

/// The most challenges of a book.
pub const MAX_COUNT: usize = 500;
/// The numbers of challenges that begin with the number of a book: book 7 has the challenges from 7000.
const SEEDS: u64 = 1000;
/// How many seeds in a row may give challenges that the book already has.
const MOST_REPEATS: u64 = 50;

/// What a book should contain.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// A position with the figure and the pieces. What is placed on it doesn't matter.
    pub figure: State,
    /// The grades.
    pub grades: Grades,
    /// How many challenges, from 1 to [`MAX_COUNT`].
    pub count: usize,
    /// The seed: another one gives other challenges.
    pub seed: u64,
    /// Whether each solution is explained step by step, after all solutions.
    pub explanations: bool,
}

/// All grades from the easiest to the hardest one; none if that is easier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grades {
    /// The easiest one.
    pub easiest: Grade,
    /// The hardest one.
    pub hardest: Grade,
}

impl Grades {
    /// All grades.
    pub const ALL: Self = Self { easiest: Grade::Easy, hardest: Grade::Expert };

    /// The grades from this one on, and this one at least.
    pub fn from(self, easiest: Grade) -> Self {
        Self { easiest, hardest: self.hardest.max(easiest) }
    }

    /// The grades up to this one, and this one at least.
    pub fn up_to(self, hardest: Grade) -> Self {
        Self { easiest: self.easiest.min(hardest), hardest }
    }

    /// Reads the form of the command line: `hard`, or `easy..expert`.
    pub fn parse(text: &str) -> Option<Self> {
        let grade = |key: &str| Grade::ALL.into_iter().find(|grade| grade.key() == key);
        let (easiest, hardest) = text.split_once("..").unwrap_or((text, text));
        let (easiest, hardest) = (grade(easiest)?, grade(hardest)?);
        (easiest <= hardest).then_some(Self { easiest, hardest })
    }

    /// The grades, easiest first.
    pub fn iter(self) -> impl Iterator<Item = Grade> {
        Grade::ALL.into_iter().filter(move |grade| (self.easiest..=self.hardest).contains(grade))
    }

    /// The form of people: "easy to expert".
    pub fn title(self) -> String {
        let [easiest, hardest] = [self.easiest.key(), self.hardest.key()];
        if easiest == hardest { easiest.to_owned() } else { format!("{easiest} to {hardest}") }
    }
}

/// The form of the command line.
impl fmt::Display for Grades {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.easiest.key())?;
        if self.easiest == self.hardest { Ok(()) } else { write!(f, "..{}", self.hardest.key()) }
    }
}

/// The size of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PaperSize {
    /// 210 by 297 millimetres.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl PaperSize {
    /// All sizes.
    pub const ALL: [Self; 2] = [Self::A4, Self::Letter];

    /// The name on the command line.
    pub fn key(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
        }
    }

    /// The name that people read.
    pub fn title(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "Letter",
        }
    }

    /// Width and height in points, of which an inch has 72.
    pub fn points(self) -> Vec2 {
        match self {
            Self::A4 => at(595.0, 842.0),
            Self::Letter => at(612.0, 792.0),
        }
    }
}

/// A challenge of a book.
pub struct Challenge {
    /// The figure with the given pieces.
    pub state: State,
    /// Its solution.
    pub solution: Solution,
    /// Its grade.
    pub grade: Grade,
    /// The seed that gives the same challenge by itself.
    pub seed: u64,
    /// The steps that lead to the solution, in words; empty if none are ordered.
    pub explanation: Vec<String>,
}

/// How the command that makes a book names its figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// Not at all: it is the puzzle's default figure.
    Default,
    /// By this option, for a preset or a file.
    Option(String),
    /// By a file that the reader has to save: the figure is in none that is known here.
    Unsaved,
}

impl Source {
    /// A preset.
    pub fn preset(key: &str) -> Self {
        Self::Option(format!("--preset {key}"))
    }

    /// A file, in quotes if a shell needs them.
    pub fn file(path: &str) -> Self {
        let is_plain = path.chars().all(|character| character.is_alphanumeric() || "-_./\\:".contains(character));
        Self::Option(if is_plain { format!("--figure {path}") } else { format!("--figure \"{path}\"") })
    }

    /// The option, if there is one.
    pub fn option(&self) -> Option<&str> {
        match self {
            Self::Default => None,
            Self::Option(option) => Some(option),
            Self::Unsaved => Some("--figure FILE"),
        }
    }
}

/// A book that is ready to be laid out.
pub struct Book {
    /// What it is about.
    pub kind: &'static Kind,
    /// What was ordered.
    pub order: Order,
    /// The name of the figure, if it has one.
    pub figure: Option<String>,
    /// How the command names the figure.
    pub source: Source,
    /// The command that makes the same book.
    pub command: String,
    /// The challenges, easiest first.
    pub challenges: Vec<Challenge>,
}

impl Book {
    /// The name of the book. Some figures are named after their puzzle.
    pub fn title(&self) -> String {
        match self.figure.as_deref() {
            None => self.kind.title.to_owned(),
            Some(figure) if figure.starts_with(self.kind.title) => figure.to_owned(),
            Some(figure) => format!("{}: {figure}", self.kind.title),
        }
    }
}

/// Why there is no such book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoBook {
    /// The puzzle has no challenges.
    NoChallenges,
    /// The figure has no challenge of this grade.
    NoneOf(Grade),
    /// The figure has only this many challenges of this grade, as far as is known.
    Only(usize, Grade),
}

/// Returns whether both positions have the same figure and pieces, whatever is placed on it.
pub fn is_same_figure(kind: &Kind, one: &State, other: &State) -> bool {
    kind.board_extras.printed.as_ref().is_some_and(|printed| (printed.emptied)(one) == (printed.emptied)(other))
}

/// Returns whether books of this puzzle can be made.
pub fn has_books(kind: &Kind) -> bool {
    kind.extras.challenges.is_some() && kind.board_extras.printed.is_some()
}

/// Makes the challenges of a book, easiest first. The grades are spread evenly, and no challenge is there twice, not even turned or
/// reflected.
///
/// It tells the observer only the share of the challenges that are made, and breaks when that stops it. The count is limited to
/// [`MAX_COUNT`].
///
/// # Errors
/// Why there is no such book.
pub fn make<R>(kind: &Kind, order: &Order, observer: &mut dyn Observer<R>) -> ControlFlow<(), Result<Vec<Challenge>, NoBook>> {
    let Some(challenges) = &kind.extras.challenges else { return ControlFlow::Continue(Err(NoBook::NoChallenges)) };
    let grades: Vec<Grade> = order.grades.iter().collect();
    let offered = (challenges.grades)(&order.figure);
    if let Some(&lacking) = grades.iter().find(|grade| !offered.contains(grade)) {
        return ControlFlow::Continue(Err(NoBook::NoneOf(lacking)));
    }
    let count = order.count.clamp(1, MAX_COUNT);
    let mut made: Vec<Challenge> = Vec::with_capacity(count);
    let mut seed = order.seed.wrapping_mul(SEEDS);
    let mut repeats = 0;
    while made.len() < count {
        let grade = grades[made.len() * grades.len() / count];
        let done = made.len() as f32 / count as f32;
        let mut progress = |_, tally: &Tally| observer.progress(done, tally);
        let state = first(|first| (challenges.make)(&order.figure, grade, seed, first), &mut progress)?;
        let Some(state) = state else { return ControlFlow::Continue(Err(NoBook::NoneOf(grade))) };
        let images = (challenges.images)(&state);
        if made.iter().any(|other| other.state == state || images.contains(&other.state)) {
            repeats += 1;
            if repeats == MOST_REPEATS {
                let of_grade = made.iter().filter(|challenge| challenge.grade == grade).count();
                return ControlFlow::Continue(Err(NoBook::Only(of_grade, grade)));
            }
        } else if let Ok(problem) = (kind.check)(&state)
            && let Some(solution) = first(|first| (kind.techniques[0].search)(&problem, first), &mut progress)?
        {
            let explanation = if order.explanations { explanation(kind, &problem, &solution, &mut progress)? } else { Vec::new() };
            made.push(Challenge { state, solution, grade, seed, explanation });
            repeats = 0;
        }
        seed = seed.wrapping_add(1);
    }
    observer.progress(1.0, &Tally::default())?;
    ControlFlow::Continue(Ok(made))
}

/// The steps by which a person finds this solution, in words; none if the puzzle explains no positions.
fn explanation(
    kind: &Kind,
    problem: &Problem,
    solution: &Solution,
    progress: &mut dyn FnMut(f32, &Tally) -> ControlFlow<()>,
) -> ControlFlow<(), Vec<String>> {
    let mut told = Told { remarks: Vec::new(), progress };
    match kind.extras.walkthroughs.iter().find(|walkthrough| walkthrough.steps.explain_position()).map(|walkthrough| &walkthrough.steps) {
        Some(Steps::OfPosition(steps)) => steps(problem, &mut told)?,
        Some(Steps::TowardsSolution(steps)) => steps(problem, Some(solution), &mut told)?,
        Some(Steps::OfSolution(_)) | None => {}
    }
    ControlFlow::Continue(told.remarks)
}

/// Keeps what the steps of a walkthrough say.
struct Told<'a> {
    remarks: Vec<String>,
    progress: &'a mut dyn FnMut(f32, &Tally) -> ControlFlow<()>,
}

impl<A, S> Observer<TraceStep<A, S>> for Told<'_> {
    fn found(&mut self, step: TraceStep<A, S>) -> ControlFlow<()> {
        self.remarks.push(step.remark);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        (self.progress)(done, tally)
    }
}

/// Returns the command that makes a book of the puzzle with this key.
pub fn command(puzzle: &str, source: &Source, order: &Order, paper: PaperSize) -> String {
    let Order { grades, count, seed, explanations, .. } = order;
    let figure = source.option().map(|figure| format!(" {figure}")).unwrap_or_default();
    let explanations = if *explanations { " --explanations" } else { "" };
    let paper = paper.key();
    format!("quincunx book {puzzle}{figure} --difficulty {grades} --count {count} --seed {seed}{explanations} --paper {paper} -o book.pdf")
}
