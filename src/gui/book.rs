//! A book of challenges on the figure of a document: what the user chooses, and the job that makes it.

use std::ops::{ControlFlow, RangeInclusive};

use super::{
    files::suggested_name,
    now::seed,
    words::{book as words, unavailable},
};
use crate::{
    board::Board,
    book::{self, Book, Grades, Order, PaperSize},
    challenge::Grade,
    export::pdf,
    search::Observer,
    workbench::{
        file,
        job::{Job, NoThread, Wake},
    },
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
    /// The size of the paper.
    pub paper: PaperSize,
}

impl BookOptions {
    /// The options at first, for a figure with these grades, easiest first. The seed is random.
    pub fn new(grades: &[Grade]) -> Self {
        let grades =
            Grades::ALL.from(grades.first().copied().unwrap_or(Grade::Easy)).up_to(grades.last().copied().unwrap_or(Grade::Expert));
        Self { grades, count: 24, seed: SEEDS.start() + seed() % SEEDS.end(), paper: PaperSize::default() }
    }
}

/// The PDF file, or the reason why there is none.
pub type Made = Result<Vec<u8>, String>;

/// Returns the grades of which the figure of this position has challenges to print, easiest first.
///
/// # Errors
/// Why it has none.
pub fn grades<B: Board>(figure: &B::State) -> Result<&'static [Grade], &'static str> {
    let challenges = B::EXTRAS.challenges.as_ref().filter(|_| book::has_books::<B>()).ok_or(unavailable::NO_CHALLENGES)?;
    Some((challenges.grades)(figure)).filter(|grades| !grades.is_empty()).ok_or(unavailable::NO_GRADES)
}

/// Begins to make a book on the figure of a position, whose document has this name.
///
/// # Errors
/// When the system refuses a thread.
pub fn start<B: Board>(figure: B::State, name: String, options: BookOptions, wake: Wake) -> Result<Job<Made>, NoThread> {
    Job::start(format!("{} book", B::KEY), wake, move |observer| {
        let made = make::<B>(figure, &name, options, observer)?;
        observer.found(made)
    })
}

fn make<B: Board>(figure: B::State, name: &str, options: BookOptions, observer: &mut dyn Observer<Made>) -> ControlFlow<(), Made> {
    let BookOptions { grades, count, seed, paper } = options;
    let (option, title) = named::<B>(&figure, name);
    let order = Order { figure, grades, count, seed };
    let challenges = match book::make::<B, _>(&order, observer)? {
        Ok(challenges) => challenges,
        Err(why) => return ControlFlow::Continue(Err(words::no_book(&why))),
    };
    let command = book::command::<B>(option.as_deref(), &order, paper);
    let book = Book { order, figure: title, command, challenges };
    ControlFlow::Continue(Ok(pdf::write(&book::pages(&book, paper), &book.title())))
}

/// Returns the option that names a figure on the command line, and the figure's title. The default figure has neither.
fn named<B: Board>(figure: &B::State, name: &str) -> (Option<String>, Option<String>) {
    let Some(printed) = &B::BOARD_EXTRAS.printed else { return (None, None) };
    let is_figure = |other: &B::State| (printed.emptied)(other) == (printed.emptied)(figure);
    if is_figure(&B::State::default()) {
        return (None, None);
    }
    for preset in B::presets() {
        if let Some(document) = file::read::<B>(preset.ron).ok().filter(|document| is_figure(&document.state)) {
            return (Some(book::preset_option(preset.key)), document.title);
        }
    }
    (Some(book::figure_option(&suggested_name(name))), Some(name.to_owned()))
}
