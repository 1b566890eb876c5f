//! Search traces: the steps of a search as boards and remarks.

use std::ops::{ControlFlow, Range};

use super::{
    listener::{Attempt, Check, Comparison, LineFill, Listener, Rejection, Step},
    weigher::Weigher,
};
use crate::{
    puzzles::voltorb_flip::{
        model::{
            problem::{Problem, Spot},
            rules::{Board, Line, column_of, row_of, tile_name},
            solution::Solution,
        },
        words::trace as words,
    },
    search::{Event, Observer, StepCounter, Tally, TraceStep},
};

/// Runs the search and emits the steps whose numbers are in the range; the others are only counted. Returns the number of steps.
pub fn record<'a>(
    problem: &'a Problem,
    range: Range<u64>,
    observer: &'a mut dyn Observer<TraceStep<Solution, Spot>>,
    search: impl FnOnce(&mut Trace<'a>) -> ControlFlow<()>,
) -> ControlFlow<(), u64> {
    let mut trace = Trace { problem, weigher: Weigher::new(problem), counter: StepCounter::new(range), observer };
    search(&mut trace)?;
    ControlFlow::Continue(trace.counter.steps())
}

/// Records the steps of a search.
pub struct Trace<'a> {
    problem: &'a Problem,
    weigher: Weigher,
    counter: StepCounter,
    observer: &'a mut dyn Observer<TraceStep<Solution, Spot>>,
}

impl Trace<'_> {
    /// Describes both lines of the tile that was filled.
    fn filled(&self, Attempt { tile, value, looked_at }: Attempt, partial: &Solution) -> String {
        let of_line = |line: Line| {
            let (LineFill { has, empty }, clue) = (LineFill::of(line, |tile| partial.value(tile)), self.problem.clues.line(line));
            words::line(line, (has.sum, clue.sum), (has.voltorbs, clue.voltorbs), empty)
        };
        let [row, column] = lines_of(tile).map(of_line);
        words::filled(looked_at, value, tile_name(tile), &row, &column)
    }

    fn rejected(&self, Attempt { tile, value, looked_at }: Attempt, Rejection { line, check, filled }: Rejection) -> String {
        let (clue, LineFill { has, empty }) = (self.problem.clues.line(line), filled);
        let missing = clue.voltorbs.saturating_sub(has.voltorbs);
        let reason = match check {
            Check::Sum => words::too_many_points(line, has.sum, clue.sum),
            Check::Voltorbs => words::too_many_voltorbs(line, has.voltorbs, clue.voltorbs),
            Check::SumInReach => words::sum_out_of_reach(line, has.sum, clue.sum, empty, missing),
            Check::VoltorbsInReach => words::no_room_for_voltorbs(line, missing, empty),
        };
        words::rejected(looked_at, value, tile_name(tile), &reason)
    }
}

fn compared(comparison: Comparison) -> String {
    let Comparison { board, place, tile, shown, remaining } = comparison;
    if comparison.is_kept() {
        words::kept(place + 1, tile_name(tile), shown)
    } else {
        words::removed(place + 1, tile_name(tile), board.value(tile), shown, remaining)
    }
}

fn lines_of(tile: usize) -> [Line; 2] {
    [Line::Row(row_of(tile)), Line::Column(column_of(tile))]
}

impl Listener for Trace<'_> {
    fn step(&mut self, step: Step, partial: impl FnOnce() -> Solution, tally: &Tally) -> ControlFlow<()> {
        if !self.counter.count() {
            return ControlFlow::Continue(());
        }
        let partial = partial();
        let (event, remark, spots) = match step {
            Step::Fill(attempt) => (Event::Place, self.filled(attempt, &partial), vec![Spot::Tile(attempt.tile)]),
            Step::Reject(attempt, rejection) => {
                let clue = match rejection.check {
                    Check::Sum | Check::SumInReach => Spot::Sum(rejection.line),
                    Check::Voltorbs | Check::VoltorbsInReach => Spot::Voltorbs(rejection.line),
                };
                (Event::DeadEnd, self.rejected(attempt, rejection), vec![Spot::Tile(attempt.tile), clue])
            }
            Step::Empty(tile, value) => (Event::Remove, words::emptied(value, tile_name(tile)), vec![Spot::Tile(tile)]),
            Step::Mismatch => (Event::DeadEnd, "the board is complete, but doesn't match all clues".to_owned(), Vec::new()),
            Step::List(number) => (Event::Place, words::listed(number), Vec::new()),
            Step::Compare(comparison) => {
                let event = if comparison.is_kept() { Event::Place } else { Event::DeadEnd };
                (event, compared(comparison), vec![Spot::Tile(comparison.tile)])
            }
        };
        self.observer.found(TraceStep { event, partial, remark, spots, explored: tally.explored, kept: tally.kept })
    }

    fn found(&mut self, board: Board, tally: &Tally) -> ControlFlow<()> {
        if !self.counter.count() {
            return ControlFlow::Continue(());
        }
        let (event, partial, remark) = (Event::Found, self.weigher.solution(board), "a board that matches".to_owned());
        self.observer.found(TraceStep { event, partial, remark, spots: Vec::new(), explored: tally.explored, kept: tally.kept })
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}
