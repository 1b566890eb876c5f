//! The searches as they are watched: every piece placed, every dead end with its reason, every piece removed.
//!
//! Each is the search itself with a tracer that turns its steps into steps. Of the frontier graph, only the walk along its
//! moves can be shown: the graph is built level by level and has no one board that grows and shrinks.

use std::ops::{ControlFlow, Range};

use super::{
    half_turn, reasons, techniques,
    tracer::{Step, Tracer},
};
use crate::{
    puzzle::Trace,
    puzzles::meteor::{
        Meteor,
        model::{geometry::Cell, pieces::Placement, problem::Problem, solution::Solution},
    },
    search::{Event, Observer, Tally, TraceStep},
};

type Moments<'a> = &'a mut dyn Observer<TraceStep<Solution, Cell>>;
type Solutions<'a> = &'a mut dyn Observer<Solution>;
type Number = ControlFlow<(), u64>;

/// Technique `plain`, watched.
pub const PLAIN: Trace<Meteor> = |problem, range, observer| {
    shoot(problem, range, observer, PLAIN_WORDS, |trace, solutions| techniques::plain(problem, solutions, trace))
};

/// Technique `edge-islands`, watched.
pub const EDGE_ISLANDS: Trace<Meteor> = |problem, range, observer| {
    shoot(problem, range, observer, EDGE_WORDS, |trace, solutions| techniques::edge_islands(problem, solutions, trace))
};

/// Technique `half-turn-set`, watched.
pub const HALF_TURN_SET: Trace<Meteor> = |problem, range, observer| {
    let found = if half_turn::known_number(problem).is_some() { TWO_SOLUTIONS } else { ONE_SOLUTION };
    shoot(problem, range, observer, Words { found, ..EDGE_WORDS }, |trace, solutions| techniques::half_turn_set(problem, solutions, trace))
};

/// Technique `half-turn-piece`, watched.
pub const HALF_TURN_PIECE: Trace<Meteor> = |problem, range, observer| {
    let words = Words { found: found_by_twins(problem), ..EDGE_WORDS };
    shoot(problem, range, observer, words, |trace, solutions| techniques::half_turn_piece(problem, solutions, trace))
};

/// Technique `regions`, watched.
pub const REGIONS: Trace<Meteor> = |problem, range, observer| {
    shoot(problem, range, observer, REGION_WORDS, |trace, solutions| techniques::regions(problem, solutions, trace))
};

/// Technique `position`, watched.
pub const POSITION: Trace<Meteor> = |problem, range, observer| {
    let words = Words { found: found_by_twins(problem), ..REGION_WORDS };
    shoot(problem, range, observer, words, |trace, solutions| techniques::position(problem, solutions, trace))
};

/// Technique `frontier`, watched: the walk along those moves after which the pieces left fill the rest.
pub const FRONTIER: Trace<Meteor> = |problem, range, observer| {
    let words = Words { found: found_by_twins(problem), placed: ": the rest can be filled", ..PLAIN_WORDS };
    shoot(problem, range, observer, words, |trace, solutions| techniques::frontier(problem, solutions, trace))
};

/// What a trace says that differs from technique to technique.
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

/// Runs the search and tells the observer the steps of its steps whose numbers are in the range. Returns how many there are.
fn shoot(
    problem: &Problem,
    range: Range<u64>,
    observer: Moments<'_>,
    words: Words,
    search: impl FnOnce(&mut SearchTrace<'_>, Solutions<'_>) -> ControlFlow<()>,
) -> Number {
    let mut trace = SearchTrace { problem, range, steps: 0, placed: Vec::new(), words, observer };
    search(&mut trace, &mut Unheard)?;
    ControlFlow::Continue(trace.steps)
}

/// Turns the steps of a search into steps, counts them and hands on those that are wanted.
struct SearchTrace<'a> {
    problem: &'a Problem,
    range: Range<u64>,
    steps: u64,
    placed: Vec<Placement>,
    words: Words,
    observer: Moments<'a>,
}

impl Tracer for SearchTrace<'_> {
    const IS_WATCHING: bool = true;

    fn step(&mut self, step: Step, tally: &Tally) -> ControlFlow<()> {
        match step {
            Step::Place(placement) => self.placed.push(placement),
            Step::TakeBack(_) => drop(self.placed.pop()),
            Step::Hole(_) | Step::Starved(_) | Step::WrongNumber | Step::Found => {}
        }
        let number = self.steps;
        self.steps += 1;
        if !self.range.contains(&number) {
            return ControlFlow::Continue(());
        }
        let (event, remark, spots) = self.tell(step);
        let partial = self.problem.solution(&self.placed);
        self.observer.found(TraceStep { event, partial, remark, spots, explored: tally.explored, kept: tally.kept })
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

impl SearchTrace<'_> {
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

impl Observer<Solution> for Unheard {
    fn found(&mut self, _solution: Solution) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
