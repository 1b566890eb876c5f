//! The searches as they are watched: every piece placed, every dead end with its reason, every piece removed.
//!
//! Each is the search itself with a tracer that turns its steps into moments. Of the frontier graph, only the walk along its
//! moves can be shown: the graph is built level by level and has no one board that grows and shrinks.

use std::ops::{ControlFlow, Range};

use super::{
    half_turn, reasons, techniques,
    tracer::{Step, Tracer},
};
use crate::{
    puzzle::Watch,
    puzzles::meteor::{
        Meteor,
        model::{answer::Answer, geometry::Cell, pieces::Placement, problem::Problem},
    },
    search::{Event, Moment, Observer, Tally},
};

type Moments<'a> = &'a mut dyn Observer<Moment<Answer, Cell>>;
type Answers<'a> = &'a mut dyn Observer<Answer>;
type Number = ControlFlow<(), u64>;

/// Technique `plain`, watched.
pub const PLAIN: Watch<Meteor> =
    |problem, range, observer| shoot(problem, range, observer, PLAIN_WORDS, |film, answers| techniques::plain(problem, answers, film));

/// Technique `edge-islands`, watched.
pub const EDGE_ISLANDS: Watch<Meteor> = |problem, range, observer| {
    shoot(problem, range, observer, EDGE_WORDS, |film, answers| techniques::edge_islands(problem, answers, film))
};

/// Technique `half-turn-set`, watched.
pub const HALF_TURN_SET: Watch<Meteor> = |problem, range, observer| {
    let found = if half_turn::known_number(problem).is_some() { TWO_SOLUTIONS } else { ONE_SOLUTION };
    shoot(problem, range, observer, Words { found, ..EDGE_WORDS }, |film, answers| techniques::half_turn_set(problem, answers, film))
};

/// Technique `half-turn-piece`, watched.
pub const HALF_TURN_PIECE: Watch<Meteor> = |problem, range, observer| {
    let words = Words { found: found_by_twins(problem), ..EDGE_WORDS };
    shoot(problem, range, observer, words, |film, answers| techniques::half_turn_piece(problem, answers, film))
};

/// Technique `regions`, watched.
pub const REGIONS: Watch<Meteor> =
    |problem, range, observer| shoot(problem, range, observer, REGION_WORDS, |film, answers| techniques::regions(problem, answers, film));

/// Technique `position`, watched.
pub const POSITION: Watch<Meteor> = |problem, range, observer| {
    let words = Words { found: found_by_twins(problem), ..REGION_WORDS };
    shoot(problem, range, observer, words, |film, answers| techniques::position(problem, answers, film))
};

/// Technique `frontier`, watched: the walk along those moves after which the pieces left fill the rest.
pub const FRONTIER: Watch<Meteor> = |problem, range, observer| {
    let words = Words { found: found_by_twins(problem), placed: ": the rest can be filled", ..PLAIN_WORDS };
    shoot(problem, range, observer, words, |film, answers| techniques::frontier(problem, answers, film))
};

/// What a film says that differs from technique to technique.
#[derive(Clone, Copy)]
struct Words {
    /// Of a solution.
    found: &'static str,
    /// Of a cell that nothing fits.
    starved: &'static str,
    /// Behind what it says of a piece that is placed.
    placed: &'static str,
}

const PLAIN_WORDS: Words = Words { found: ONE_SOLUTION, starved: reasons::STARVED, placed: "" };
const EDGE_WORDS: Words = Words { starved: "no piece that is left fits this cell without cutting a hole at an edge", ..PLAIN_WORDS };
const REGION_WORDS: Words = Words { starved: "no piece that is left fits this cell without cutting off a hole", ..PLAIN_WORDS };

const ONE_SOLUTION: &str = "every cell is covered: a solution";
const TWO_SOLUTIONS: &str = "every cell is covered: a solution, and turned by half a turn another";

/// What is said of a solution where one of each pair of twins is searched for, if they come in pairs.
fn found_by_twins(problem: &Problem) -> &'static str {
    if half_turn::is_broken_by_one_piece(problem) { TWO_SOLUTIONS } else { ONE_SOLUTION }
}

/// Runs the search and tells the observer the moments of its steps whose numbers are in the range. Returns how many there are.
fn shoot(
    problem: &Problem,
    range: Range<u64>,
    observer: Moments<'_>,
    words: Words,
    search: impl FnOnce(&mut Film<'_>, Answers<'_>) -> ControlFlow<()>,
) -> Number {
    let mut film = Film { problem, range, moments: 0, placed: Vec::new(), words, observer };
    search(&mut film, &mut Unheard)?;
    ControlFlow::Continue(film.moments)
}

/// Turns the steps of a search into moments, counts them and hands on those that are wanted.
struct Film<'a> {
    problem: &'a Problem,
    range: Range<u64>,
    moments: u64,
    placed: Vec<Placement>,
    words: Words,
    observer: Moments<'a>,
}

impl Tracer for Film<'_> {
    const IS_WATCHING: bool = true;

    fn step(&mut self, step: Step, tally: &Tally) -> ControlFlow<()> {
        match step {
            Step::Place(placement) => self.placed.push(placement),
            Step::TakeBack(_) => drop(self.placed.pop()),
            Step::Hole(_) | Step::Starved(_) | Step::WrongNumber | Step::Found => {}
        }
        let number = self.moments;
        self.moments += 1;
        if !self.range.contains(&number) {
            return ControlFlow::Continue(());
        }
        let (event, remark, spots) = self.tell(step);
        let partial = self.problem.answer(&self.placed);
        self.observer.found(Moment { event, partial, remark, spots, explored: tally.explored, kept: tally.kept })
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

impl Film<'_> {
    fn tell(&self, step: Step) -> (Event, String, Vec<Cell>) {
        let Words { found, starved, placed } = self.words;
        match step {
            Step::Place(Placement { piece, cells }) => {
                (Event::Place, format!("{piece} is laid on the lowest free cell{placed}"), cells.iter().collect())
            }
            Step::TakeBack(Placement { piece, cells }) => (Event::TakeBack, format!("{piece} is taken back"), cells.iter().collect()),
            Step::Hole(region) => (Event::DeadEnd, reasons::hole(region), region.iter().collect()),
            Step::Starved(cell) => (Event::DeadEnd, starved.to_owned(), vec![cell]),
            Step::WrongNumber => (Event::DeadEnd, reasons::wrong_number(self.problem), Vec::new()),
            Step::Found => (Event::Found, found.to_owned(), Vec::new()),
        }
    }
}

/// Hears of the solutions of a search whose steps are watched: there they are told already.
struct Unheard;

impl Observer<Answer> for Unheard {
    fn found(&mut self, _answer: Answer) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
