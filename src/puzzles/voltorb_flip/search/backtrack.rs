//! Lists boards tile by tile, as in the article "Voltorb Flip - Optimizations" (2010): each tile tries all four values, and after each
//! value its row and column are checked for whether they can still match their clues.
//!
//! The article's first version looks for the next empty tile from the start of the board, its second from the last tile. The variants that
//! leave out one check show what that check contributes. Every step is reported to a listener, so that a trace shows the search itself.

use std::ops::{ControlFlow, Range};

use crate::{
    puzzles::voltorb_flip::model::{
        problem::{Problem, Spot},
        rules::{Board, Clue, Line, TILES, Value, column_of, row_of},
        solution::Solution,
    },
    search::{Observer, Stage, Tally, TraceStep},
};

use super::{
    listener::{Attempt, Check, LineFill, Listener, Rejection, SolutionListener, Step},
    trace,
};

/// Where the search for the next empty tile starts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scan {
    FromStart,
    FromLast,
}

/// The checks of a line after each tile. A complete board is always checked against all clues.
#[derive(Clone, Copy)]
struct Checks {
    /// Its points don't exceed the clue.
    sum: bool,
    /// Its Voltorbs don't exceed the clue.
    voltorbs: bool,
    /// The points can still be reached if the remaining tiles are the missing Voltorbs and otherwise 3s.
    sum_in_reach: bool,
    /// The remaining tiles have room for the missing Voltorbs.
    voltorbs_in_reach: bool,
}

const ALL: Checks = Checks { sum: true, voltorbs: true, sum_in_reach: true, voltorbs_in_reach: true };
const WITHOUT_SUM: Checks = Checks { sum: false, ..ALL };
const WITHOUT_VOLTORBS: Checks = Checks { voltorbs: false, ..ALL };
const WITHOUT_SUM_IN_REACH: Checks = Checks { sum_in_reach: false, ..ALL };
const WITHOUT_VOLTORBS_IN_REACH: Checks = Checks { voltorbs_in_reach: false, ..ALL };

/// Lists all consistent boards, looking for the next empty tile from the start.
pub fn search(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromStart, ALL, observer)
}

/// Lists all consistent boards, looking for the next empty tile from the last one.
pub fn resume(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromLast, ALL, observer)
}

/// Like [`search`], without checking that the points don't exceed the clue.
pub fn without_sum(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromStart, WITHOUT_SUM, observer)
}

/// Like [`search`], without checking that the Voltorbs don't exceed the clue.
pub fn without_voltorbs(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromStart, WITHOUT_VOLTORBS, observer)
}

/// Like [`search`], without checking that the points can still be reached.
pub fn without_sum_in_reach(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromStart, WITHOUT_SUM_IN_REACH, observer)
}

/// Like [`search`], without checking that the missing Voltorbs have room.
pub fn without_voltorbs_in_reach(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromStart, WITHOUT_VOLTORBS_IN_REACH, observer)
}

/// Lists the boards as [`resume`] does, for any listener.
pub fn list_to<L: Listener>(problem: &Problem, listener: &mut L) -> ControlFlow<()> {
    fill_all(problem, Scan::FromLast, ALL, listener)
}

/// The observer of a trace.
type Steps<'a> = &'a mut dyn Observer<TraceStep<Solution, Spot>>;

/// Records [`search`] step by step.
pub fn trace_search(problem: &Problem, range: Range<u64>, observer: Steps<'_>) -> ControlFlow<(), u64> {
    record(problem, Scan::FromStart, ALL, range, observer)
}

/// Records [`resume`] step by step.
pub fn trace_resume(problem: &Problem, range: Range<u64>, observer: Steps<'_>) -> ControlFlow<(), u64> {
    record(problem, Scan::FromLast, ALL, range, observer)
}

/// Records [`without_sum`] step by step.
pub fn trace_without_sum(problem: &Problem, range: Range<u64>, observer: Steps<'_>) -> ControlFlow<(), u64> {
    record(problem, Scan::FromStart, WITHOUT_SUM, range, observer)
}

/// Records [`without_voltorbs`] step by step.
pub fn trace_without_voltorbs(problem: &Problem, range: Range<u64>, observer: Steps<'_>) -> ControlFlow<(), u64> {
    record(problem, Scan::FromStart, WITHOUT_VOLTORBS, range, observer)
}

/// Records [`without_sum_in_reach`] step by step.
pub fn trace_without_sum_in_reach(problem: &Problem, range: Range<u64>, observer: Steps<'_>) -> ControlFlow<(), u64> {
    record(problem, Scan::FromStart, WITHOUT_SUM_IN_REACH, range, observer)
}

/// Records [`without_voltorbs_in_reach`] step by step.
pub fn trace_without_voltorbs_in_reach(problem: &Problem, range: Range<u64>, observer: Steps<'_>) -> ControlFlow<(), u64> {
    record(problem, Scan::FromStart, WITHOUT_VOLTORBS_IN_REACH, range, observer)
}

fn record(problem: &Problem, scan: Scan, checks: Checks, range: Range<u64>, observer: Steps<'_>) -> ControlFlow<(), u64> {
    trace::record(problem, range, observer, |trace| fill_all(problem, scan, checks, trace))
}

fn list(problem: &Problem, scan: Scan, checks: Checks, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    fill_all(problem, scan, checks, &mut SolutionListener::of(problem, observer))
}

fn fill_all<L: Listener>(problem: &Problem, scan: Scan, checks: Checks, listener: &mut L) -> ControlFlow<()> {
    let mut search = Search {
        problem,
        scan,
        checks,
        listener,
        tally: Tally { stages: vec![Stage::default(); TILES], ..Tally::default() },
        tiles: problem.tiles,
        done: 0.0,
    };
    search.fill(0, 1.0)?;
    search.listener.progress(1.0, &search.tally)
}

struct Search<'a, L> {
    problem: &'a Problem,
    scan: Scan,
    checks: Checks,
    listener: &'a mut L,
    tally: Tally,
    /// The face-up tiles and those filled in so far.
    tiles: [Option<Value>; TILES],
    /// The share of the search tree that is done.
    done: f64,
}

impl<L: Listener> Search<'_, L> {
    /// Fills all empty tiles in every way; none is before `last`. `share` is this subtree's part of the whole tree.
    fn fill(&mut self, last: usize, share: f64) -> ControlFlow<()> {
        let (next, looked_at) = self.next_empty(last);
        let Some(tile) = next else {
            self.done += share;
            return self.finish();
        };
        let mut looked_at = Some(looked_at);
        let share = share / Value::ALL.len() as f64;
        for value in Value::ALL {
            self.explore(tile, 1);
            self.listener.progress(self.done as f32, &self.tally)?;
            self.tiles[tile] = Some(value);
            let attempt = Attempt { tile, value, looked_at: looked_at.take() };
            if let Some(rejection) = self.rejection(tile) {
                self.step(Step::Reject(attempt, rejection))?;
                self.done += share;
                continue;
            }
            self.tally.kept += 1;
            self.tally.stages[tile].kept += 1;
            self.step(Step::Fill(attempt))?;
            self.fill(tile + 1, share)?;
            self.tiles[tile] = None;
            self.step(Step::Empty(tile, value))?;
        }
        self.tiles[tile] = None;
        ControlFlow::Continue(())
    }

    fn step(&mut self, step: Step) -> ControlFlow<()> {
        self.listener.step(step, || Solution::partial(&self.tiles), &self.tally)
    }

    /// Returns the next empty tile, and how many tiles were looked at to find it.
    fn next_empty(&mut self, last: usize) -> (Option<usize>, usize) {
        let start = if self.scan == Scan::FromStart { 0 } else { last };
        let empty = (start..TILES).find(|&tile| self.tiles[tile].is_none());
        let end = empty.map_or(TILES, |tile| tile + 1);
        self.explore(end - 1, (end - start) as u64);
        (empty, end - start)
    }

    fn explore(&mut self, stage: usize, count: u64) {
        self.tally.explored += count;
        self.tally.stages[stage].explored += count;
    }

    /// Reports the complete board if it is consistent.
    fn finish(&mut self) -> ControlFlow<()> {
        let values = self.tiles.iter().enumerate();
        let board = values.fold(Board::ONES, |board, (tile, value)| board.with(tile, value.unwrap_or(Value::One)));
        if self.problem.is_consistent(board) { self.listener.found(board, &self.tally) } else { self.step(Step::Mismatch) }
    }

    /// Returns the first check of the tile's row and column that fails.
    fn rejection(&self, tile: usize) -> Option<Rejection> {
        [Line::Row(row_of(tile)), Line::Column(column_of(tile))].into_iter().find_map(|line| {
            let filled = LineFill::of(line, |tile| self.tiles[tile]);
            let check = self.checks.failing(filled, self.problem.clues.line(line))?;
            Some(Rejection { line, check, filled })
        })
    }
}

impl Checks {
    /// Returns the first check that fails for a line with these tiles.
    fn failing(self, LineFill { has, empty }: LineFill, clue: Clue) -> Option<Check> {
        let missing = clue.voltorbs.saturating_sub(has.voltorbs);
        if self.sum && clue.sum < has.sum {
            Some(Check::Sum)
        } else if self.voltorbs && clue.voltorbs < has.voltorbs {
            Some(Check::Voltorbs)
        } else if self.sum_in_reach && has.sum + 3 * empty.saturating_sub(missing) < clue.sum {
            Some(Check::SumInReach)
        } else if self.voltorbs_in_reach && empty < missing {
            Some(Check::VoltorbsInReach)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_check_rejects_what_only_it_detects() {
        let clue = |sum, voltorbs| Clue { sum, voltorbs };
        let without = [WITHOUT_SUM, WITHOUT_VOLTORBS, WITHOUT_SUM_IN_REACH, WITHOUT_VOLTORBS_IN_REACH];
        let all = [Check::Sum, Check::Voltorbs, Check::SumInReach, Check::VoltorbsInReach];
        // The line so far, its clue, the number of empty tiles, and the check that fails.
        let cases = [
            (clue(2, 0), clue(5, 1), 2, None),
            (clue(5, 2), clue(5, 2), 0, None),
            (clue(6, 0), clue(5, 1), 2, Some(Check::Sum)),
            (clue(5, 2), clue(5, 1), 2, Some(Check::Voltorbs)),
            (clue(1, 0), clue(5, 1), 2, Some(Check::SumInReach)),
            (clue(5, 0), clue(5, 2), 1, Some(Check::VoltorbsInReach)),
        ];
        for (has, clue, empty, failing) in cases {
            let filled = LineFill { has, empty };
            assert_eq!(ALL.failing(filled, clue), failing, "{has} of {clue}");
            for (check, checks) in all.into_iter().zip(without).filter(|_| failing.is_some()) {
                assert_eq!(checks.failing(filled, clue).is_none(), failing == Some(check), "{has} of {clue} without {check:?}");
            }
        }
    }
}
