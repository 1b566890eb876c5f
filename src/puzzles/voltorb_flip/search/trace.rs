//! Search traces: the steps of a search as boards and remarks.

use std::ops::{ControlFlow, Range};

use super::{
    listener::{Attempt, Check, Comparison, LineFill, Listener, Rejection, Step},
    weigher::Weigher,
};
use crate::{
    model::{
        problem::{Problem, Spot},
        rules::{Board, Line, column_of, row_of, tile_name},
        solution::Solution,
    },
    words,
};
use base::{
    search::{Event, Observer, StepCounter, Tally, TraceStep},
    text::counted,
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
            let (points, voltorbs, left) = (words::points(clue.sum), words::voltorbs(clue.voltorbs), counted(empty.into(), "tile"));
            format!("{line} has {} of {points} and {} of {voltorbs}, {left} still empty", has.sum, has.voltorbs)
        };
        let [row, column] = lines_of(tile).map(of_line);
        format!("{}{value} at {}: {row}; {column}", after_looking_at(looked_at), tile_name(tile))
    }

    fn rejected(&self, Attempt { tile, value, looked_at }: Attempt, Rejection { line, check, filled }: Rejection) -> String {
        let (clue, LineFill { has, empty }) = (self.problem.clues.line(line), filled);
        let missing = clue.voltorbs.saturating_sub(has.voltorbs);
        let left = counted(empty.into(), "tile");
        let reason = match check {
            Check::Sum => format!("{line} reaches {}, but its clue is {}", words::points(has.sum), clue.sum),
            Check::Voltorbs => format!("{line} uses {}, but its clue is {}", words::voltorbs(has.voltorbs), clue.voltorbs),
            Check::SumInReach => {
                let reserved = if missing == 0 { String::new() } else { format!(", less {}", words::voltorbs(missing)) };
                let (points, most) = (words::points(has.sum), has.sum + 3 * empty.saturating_sub(missing));
                format!("{line} has {points} and {left} still empty{reserved}, so it reaches at most {most} of its {}", clue.sum)
            }
            Check::VoltorbsInReach => format!("{line} still needs {}, but has {left} left", words::voltorbs(missing)),
        };
        format!("{}{value} at {}: {reason}", after_looking_at(looked_at), tile_name(tile))
    }
}

/// Says how the next empty tile was found: by looking at this many tiles. Empty for all values but the first.
fn after_looking_at(tiles: Option<usize>) -> String {
    tiles.map_or_else(String::new, |tiles| format!("looked at {} to find the next empty one; ", counted(tiles as u64, "tile")))
}

fn compared(comparison: Comparison) -> String {
    let Comparison { board, place, tile, shown, remaining } = comparison;
    let (number, value, tile) = (place + 1, board.value(tile), tile_name(tile));
    if comparison.is_kept() {
        return format!("board {number} has the {shown} at {tile}, so it stays");
    }
    let remaining = counted(remaining as u64, "board");
    format!("board {number} has a {value} at {tile}, not the {shown} shown: swapped with the last one and removed; {remaining} in the list")
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
            Step::Empty(tile, value) => {
                let remark = format!("back: all boards with the {value} at {} are done", tile_name(tile));
                (Event::Remove, remark, vec![Spot::Tile(tile)])
            }
            Step::Mismatch => (Event::DeadEnd, "the board is complete, but doesn't match all clues".to_owned(), Vec::new()),
            Step::List(number) => (Event::Place, format!("board {number} matches the clues"), Vec::new()),
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
