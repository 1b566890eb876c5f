//! Search traces: every piece placed, every dead end with its reason, every piece removed.
//!
//! Each is the search itself with a listener that puts its steps into remarks. Of the frontier graph, only the walk along its moves can be
//! shown: the graph is built level by level, without one board that pieces are placed on and removed from.

use std::ops::{ControlFlow, Range};

use super::{
    half_turn,
    listener::{Listener, Step},
    techniques,
};
use crate::{
    Meteor,
    model::{
        geometry::{Cell, Cells},
        pieces::{PIECE_CELLS, Placement},
        problem::Problem,
    },
};
use base::{
    puzzle::Trace,
    search::{Event, Observer, StepCounter, Tally, TraceStep},
    text::counted,
};
use packing::{
    model::{problem as general, solution::Solution, spot::Spot},
    search::{first_cell, prepared::Prepared},
};

type TraceSteps<'a> = &'a mut dyn Observer<TraceStep<Solution, Spot>>;
type StepCount = ControlFlow<(), u64>;

/// The trace of technique `plain`.
pub const PLAIN: Trace<Meteor> = &|prepared, range, observer| trace_search(prepared, range, observer, |_| PLAIN_REMARKS, techniques::plain);

/// The trace of technique `edge-islands`.
pub const EDGE_ISLANDS: Trace<Meteor> =
    &|prepared, range, observer| trace_search(prepared, range, observer, |_| EDGE_REMARKS, techniques::edge_islands);

/// The trace of technique `half-turn-set`.
pub const HALF_TURN_SET: Trace<Meteor> = &|prepared, range, observer| {
    let remarks = |problem: &Problem| {
        let found = if half_turn::known_solution_count(problem).is_some() { FOUND_WITH_TWIN } else { FOUND };
        Remarks { found, ..EDGE_REMARKS }
    };
    trace_search(prepared, range, observer, remarks, techniques::half_turn_set)
};

/// The trace of technique `half-turn-piece`.
pub const HALF_TURN_PIECE: Trace<Meteor> = &|prepared, range, observer| {
    let remarks = |problem: &Problem| Remarks { found: found_by_twins(problem), ..EDGE_REMARKS };
    trace_search(prepared, range, observer, remarks, techniques::half_turn_piece)
};

/// The trace of technique `regions`.
pub const REGIONS: Trace<Meteor> =
    &|prepared, range, observer| trace_search(prepared, range, observer, |_| REGION_REMARKS, techniques::regions);

/// The trace of technique `position`.
pub const POSITION: Trace<Meteor> = &|prepared, range, observer| {
    let remarks = |problem: &Problem| Remarks { found: found_by_twins(problem), ..REGION_REMARKS };
    trace_search(prepared, range, observer, remarks, techniques::position)
};

/// The trace of technique `frontier`: the walk along the moves after which the remaining pieces fill the board.
pub const FRONTIER: Trace<Meteor> = &|prepared, range, observer| {
    let remarks =
        |problem: &Problem| Remarks { found: found_by_twins(problem), placed: "; the other cells can be filled", ..PLAIN_REMARKS };
    trace_search(prepared, range, observer, remarks, techniques::frontier)
};

/// At a solution.
const FOUND: &str = "every cell is covered: a solution";
/// The same where the search found two solutions at once.
const FOUND_WITH_TWIN: &str = "every cell is covered: a solution, and its half turn is another";

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

const PLAIN_REMARKS: Remarks = Remarks { found: FOUND, no_options: "no remaining piece can cover this cell", placed: "" };
const EDGE_REMARKS: Remarks =
    Remarks { no_options: "no remaining piece can cover this cell without leaving a gap at an edge", ..PLAIN_REMARKS };
const REGION_REMARKS: Remarks = Remarks { no_options: "no remaining piece can cover this cell without leaving a gap", ..PLAIN_REMARKS };

/// The remark on a solution of a technique that searches for one of each pair of twins, if there are pairs.
fn found_by_twins(problem: &Problem) -> &'static str {
    if half_turn::can_break_symmetry(problem) { FOUND_WITH_TWIN } else { FOUND }
}

/// Runs the search, reports the steps whose numbers are in the range, and returns the number of all steps. If the position isn't on the
/// contest's board, it is the first cell that is traced.
fn trace_search<'a>(
    prepared: &'a Prepared,
    range: Range<u64>,
    observer: TraceSteps<'a>,
    remarks: impl FnOnce(&Problem) -> Remarks,
    search: impl FnOnce(&Problem, &mut SearchTrace<'a>) -> ControlFlow<()>,
) -> StepCount {
    let Some(problem) = Problem::of(&prepared.problem) else { return first_cell::trace(prepared, range, observer) };
    let remarks = remarks(&problem);
    let packing = &prepared.problem;
    let mut trace = SearchTrace { packing, counter: StepCounter::new(range), placed: Vec::new(), remarks, observer };
    search(&problem, &mut trace)?;
    ControlFlow::Continue(trace.counter.steps())
}

/// Counts the steps of a search, describes those in the range and reports them.
struct SearchTrace<'a> {
    packing: &'a general::Problem,
    counter: StepCounter,
    placed: Vec<Placement>,
    remarks: Remarks,
    observer: TraceSteps<'a>,
}

impl Listener for SearchTrace<'_> {
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
        let (event, remark, cells) = self.describe(step);
        let spots = cells.iter().map(|cell| Spot::Cell(self.place_of(cell) as u16)).collect();
        let partial = self.partial();
        self.observer.found(TraceStep { event, partial, remark, spots, explored: tally.explored, kept: tally.kept })
    }

    /// The steps already have it.
    fn found(&mut self, _placed: &[Placement]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

impl SearchTrace<'_> {
    fn describe(&self, step: Step) -> (Event, String, Cells) {
        let Remarks { found, no_options, placed } = self.remarks;
        match step {
            Step::Place(Placement { piece, cells }) => (Event::Place, format!("{piece} placed on the first free cell") + placed, cells),
            Step::Remove(Placement { piece, cells }) => (Event::Remove, format!("{piece} removed"), cells),
            Step::UnfillableRegion(region) => (Event::DeadEnd, about_gap(region), region),
            Step::NoOptions(cell) => (Event::DeadEnd, no_options.to_owned(), cell.into()),
            Step::WrongCellCount => (Event::DeadEnd, self.about_cell_count(), Cells::NONE),
            Step::Found => (Event::Found, found.to_owned(), Cells::NONE),
        }
    }

    /// The number of free cells, which alone rules out every solution.
    fn about_cell_count(&self) -> String {
        let free = self.packing.cells.len();
        if free.is_multiple_of(PIECE_CELLS) {
            let remaining = counted(self.packing.pieces.len() as u64, "remaining piece");
            format!("{} are too many for {remaining}", counted(free as u64, "free cell"))
        } else {
            format!("{} can't be filled: every piece has {PIECE_CELLS}", counted(free as u64, "free cell"))
        }
    }

    /// The board with the pieces placed so far.
    fn partial(&self) -> Solution {
        let cells = |cells: Cells| cells.iter().map(|cell| self.place_of(cell)).collect::<Vec<_>>();
        self.packing.partial(self.placed.iter().map(|placement| (placement.piece.digit(), cells(placement.cells))))
    }

    /// The index of a cell in the packing puzzle's box.
    fn place_of(&self, cell: Cell) -> usize {
        self.packing.grid.extent.x * cell.row() + cell.column()
    }
}

/// A region of free cells whose size isn't a multiple of five.
fn about_gap(region: Cells) -> String {
    let what = if region.len() < PIECE_CELLS { "gap" } else { "region" };
    format!("leaves a {what} of {}; every piece has {PIECE_CELLS}", counted(region.len() as u64, "cell"))
}
