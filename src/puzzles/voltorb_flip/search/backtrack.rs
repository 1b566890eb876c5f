//! Lists boards tile by tile, as in the article "Voltorb Flip - Optimizations" (2010): each tile tries all four values, and after each
//! value its row and column are checked for whether they can still match their clues.
//!
//! The article's first version looks for the next empty tile from the start of the board, its second from the last tile. The variants that
//! leave out one check show what that check contributes. Every step is reported to a listener, so that a trace shows the search itself.

use std::ops::{ControlFlow, Range};

use crate::model::{
    problem::{Problem, Spot},
    rules::{Board, Clue, Line, TILES, Value, column_of, row_of},
    solution::Solution,
};
use base::search::{Observer, Stage, Tally, TraceStep};

use super::{
    listener::{Attempt, Check, LineFill, Listener, Rejection, SolutionListener, Step},
    trace,
};

/// One of the article's searches, or such a search without one of its checks.
#[derive(Clone, Copy)]
pub struct Backtracking {
    scan: Scan,
    checks: Checks,
}

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

/// Looks for the next empty tile from the start.
pub const FROM_START: Backtracking = Backtracking { scan: Scan::FromStart, checks: ALL };
/// Looks for the next empty tile from the last one.
pub const FROM_LAST: Backtracking = Backtracking { scan: Scan::FromLast, ..FROM_START };
/// Doesn't check that the points don't exceed the clue.
pub const WITHOUT_SUM: Backtracking = Backtracking { checks: Checks { sum: false, ..ALL }, ..FROM_START };
/// Doesn't check that the Voltorbs don't exceed the clue.
pub const WITHOUT_VOLTORBS: Backtracking = Backtracking { checks: Checks { voltorbs: false, ..ALL }, ..FROM_START };
/// Doesn't check that the points can still be reached.
pub const WITHOUT_SUM_IN_REACH: Backtracking = Backtracking { checks: Checks { sum_in_reach: false, ..ALL }, ..FROM_START };
/// Doesn't check that the missing Voltorbs have room.
pub const WITHOUT_VOLTORBS_IN_REACH: Backtracking = Backtracking { checks: Checks { voltorbs_in_reach: false, ..ALL }, ..FROM_START };

impl Backtracking {
    /// Lists all consistent boards.
    pub fn search(self, problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
        self.run(problem, &mut SolutionListener::of(problem, observer))
    }

    /// Records the search step by step.
    pub fn trace(
        self,
        problem: &Problem,
        range: Range<u64>,
        observer: &mut dyn Observer<TraceStep<Solution, Spot>>,
    ) -> ControlFlow<(), u64> {
        trace::record(problem, range, observer, |trace| self.run(problem, trace))
    }

    /// Runs the search for any listener.
    pub fn run<L: Listener>(self, problem: &Problem, listener: &mut L) -> ControlFlow<()> {
        let mut search = Search {
            problem,
            scan: self.scan,
            checks: self.checks,
            listener,
            tally: Tally { stages: vec![Stage::default(); TILES], ..Tally::default() },
            tiles: problem.tiles,
            done: 0.0,
        };
        search.fill(0, 1.0)?;
        search.listener.progress(1.0, &search.tally)
    }
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
            for (check, technique) in all.into_iter().zip(without).filter(|_| failing.is_some()) {
                assert_eq!(technique.checks.failing(filled, clue).is_none(), failing == Some(check), "{has} of {clue} without {check:?}");
            }
        }
    }
}
