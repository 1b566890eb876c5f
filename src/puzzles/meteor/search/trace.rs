//! Search traces: every piece placed, every dead end with its reason, every piece removed.
//!
//! Each is the search itself with a tracer that puts its steps into remarks. Of the frontier graph, only the walk along its moves can be
//! shown: the graph is built level by level, without one board that pieces are placed on and removed from.

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
        words,
    },
    search::{Event, Observer, StepCounter, Tally, TraceStep},
};

type TraceSteps<'a> = &'a mut dyn Observer<TraceStep<Solution, Cell>>;
type Solutions<'a> = &'a mut dyn Observer<Solution>;
type StepCount = ControlFlow<(), u64>;

/// The trace of technique `plain`.
pub const PLAIN: Trace<Meteor> = &|problem, range, observer| {
    trace_search(problem, range, observer, PLAIN_REMARKS, |trace, solutions| techniques::plain(problem, solutions, trace))
};

/// The trace of technique `edge-islands`.
pub const EDGE_ISLANDS: Trace<Meteor> = &|problem, range, observer| {
    trace_search(problem, range, observer, EDGE_REMARKS, |trace, solutions| techniques::edge_islands(problem, solutions, trace))
};

/// The trace of technique `half-turn-set`.
pub const HALF_TURN_SET: Trace<Meteor> = &|problem, range, observer| {
    let found = if half_turn::known_solution_count(problem).is_some() { words::FOUND_WITH_TWIN } else { words::FOUND };
    trace_search(problem, range, observer, Remarks { found, ..EDGE_REMARKS }, |trace, solutions| {
        techniques::half_turn_set(problem, solutions, trace)
    })
};

/// The trace of technique `half-turn-piece`.
pub const HALF_TURN_PIECE: Trace<Meteor> = &|problem, range, observer| {
    let remarks = Remarks { found: found_by_twins(problem), ..EDGE_REMARKS };
    trace_search(problem, range, observer, remarks, |trace, solutions| techniques::half_turn_piece(problem, solutions, trace))
};

/// The trace of technique `regions`.
pub const REGIONS: Trace<Meteor> = &|problem, range, observer| {
    trace_search(problem, range, observer, REGION_REMARKS, |trace, solutions| techniques::regions(problem, solutions, trace))
};

/// The trace of technique `position`.
pub const POSITION: Trace<Meteor> = &|problem, range, observer| {
    let remarks = Remarks { found: found_by_twins(problem), ..REGION_REMARKS };
    trace_search(problem, range, observer, remarks, |trace, solutions| techniques::position(problem, solutions, trace))
};

/// The trace of technique `frontier`: the walk along the moves after which the remaining pieces fill the board.
pub const FRONTIER: Trace<Meteor> = &|problem, range, observer| {
    let remarks = Remarks { found: found_by_twins(problem), placed: "; the other cells can be filled", ..PLAIN_REMARKS };
    trace_search(problem, range, observer, remarks, |trace, solutions| techniques::frontier(problem, solutions, trace))
};

/// The remarks that differ from technique to technique.
#[derive(Clone, Copy)]
struct Remarks {
    /// At a solution.
    found: &'static str,
    /// At a cell without options.
    no_options: &'static str,
    /// After the remark on a placed piece.
    placed: &'static str,
}

const PLAIN_REMARKS: Remarks = Remarks { found: words::FOUND, no_options: "no remaining piece can cover this cell", placed: "" };
const EDGE_REMARKS: Remarks =
    Remarks { no_options: "no remaining piece can cover this cell without leaving a gap at an edge", ..PLAIN_REMARKS };
const REGION_REMARKS: Remarks = Remarks { no_options: "no remaining piece can cover this cell without leaving a gap", ..PLAIN_REMARKS };

/// The remark on a solution of a technique that searches for one of each pair of twins, if there are pairs.
fn found_by_twins(problem: &Problem) -> &'static str {
    if half_turn::can_break_symmetry(problem) { words::FOUND_WITH_TWIN } else { words::FOUND }
}

/// Runs the search, reports the steps whose numbers are in the range, and returns the number of all steps.
fn trace_search(
    problem: &Problem,
    range: Range<u64>,
    observer: TraceSteps<'_>,
    remarks: Remarks,
    search: impl FnOnce(&mut SearchTrace<'_>, Solutions<'_>) -> ControlFlow<()>,
) -> StepCount {
    let mut trace = SearchTrace { problem, counter: StepCounter::new(range), placed: Vec::new(), remarks, observer };
    search(&mut trace, &mut IgnoreSolutions)?;
    ControlFlow::Continue(trace.counter.steps())
}

/// Counts the steps of a search, describes those in the range and reports them.
struct SearchTrace<'a> {
    problem: &'a Problem,
    counter: StepCounter,
    placed: Vec<Placement>,
    remarks: Remarks,
    observer: TraceSteps<'a>,
}

impl Tracer for SearchTrace<'_> {
    const IS_TRACING: bool = true;

    fn step(&mut self, step: Step, tally: &Tally) -> ControlFlow<()> {
        match step {
            Step::Place(placement) => self.placed.push(placement),
            Step::Remove(_) => drop(self.placed.pop()),
            Step::UnfillableRegion(_) | Step::NoOptions(_) | Step::WrongCellCount | Step::Found => {}
        }
        if !self.counter.count() {
            return ControlFlow::Continue(());
        }
        let (event, remark, spots) = self.describe(step);
        let partial = self.problem.solution(&self.placed);
        self.observer.found(TraceStep { event, partial, remark, spots, explored: tally.explored, kept: tally.kept })
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

impl SearchTrace<'_> {
    fn describe(&self, step: Step) -> (Event, String, Vec<Cell>) {
        let Remarks { found, no_options, placed } = self.remarks;
        match step {
            Step::Place(Placement { piece, cells }) => {
                (Event::Place, format!("{piece} placed on the first free cell") + placed, cells.iter().collect())
            }
            Step::Remove(Placement { piece, cells }) => (Event::Remove, format!("{piece} removed"), cells.iter().collect()),
            Step::UnfillableRegion(region) => (Event::DeadEnd, reasons::gap(region), region.iter().collect()),
            Step::NoOptions(cell) => (Event::DeadEnd, no_options.to_owned(), vec![cell]),
            Step::WrongCellCount => (Event::DeadEnd, reasons::wrong_cell_count(self.problem), Vec::new()),
            Step::Found => (Event::Found, found.to_owned(), Vec::new()),
        }
    }
}

/// Ignores solutions: the steps of the trace already have them.
struct IgnoreSolutions;

impl Observer<Solution> for IgnoreSolutions {
    fn found(&mut self, _solution: Solution) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
