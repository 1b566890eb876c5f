//! Lists boards tile by tile, as in the article "Voltorb Flip - Optimizations" (2010): each tile tries all four values, and after each
//! value its row and column are checked for whether they can still match their clues.
//!
//! The article's first version looks for the next empty tile from the start of the board, its second from the last tile. The variants that
//! leave out one check show what that check contributes.

use std::ops::ControlFlow;

use crate::{
    puzzles::voltorb_flip::model::{
        problem::Problem,
        rules::{Board, Clue, Line, SIDE, TILES, Value, column_of, row_of},
        solution::Solution,
    },
    search::{Observer, Stage, Tally},
};

use super::weigher::Weigher;

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
    list(problem, Scan::FromStart, Checks { sum: false, ..ALL }, observer)
}

/// Like [`search`], without checking that the Voltorbs don't exceed the clue.
pub fn without_voltorbs(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromStart, Checks { voltorbs: false, ..ALL }, observer)
}

/// Like [`search`], without checking that the points can still be reached.
pub fn without_sum_in_reach(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromStart, Checks { sum_in_reach: false, ..ALL }, observer)
}

/// Like [`search`], without checking that the missing Voltorbs have room.
pub fn without_voltorbs_in_reach(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromStart, Checks { voltorbs_in_reach: false, ..ALL }, observer)
}

/// Lists the boards as [`resume`] does, without their probabilities.
pub fn boards(problem: &Problem, observer: &mut dyn Observer<Board>) -> ControlFlow<()> {
    fill_all(problem, Scan::FromLast, ALL, observer)
}

fn list(problem: &Problem, scan: Scan, checks: Checks, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    fill_all(problem, scan, checks, &mut Weighing { weigher: Weigher::new(problem), observer })
}

/// Adds the probability to each board and passes it on.
struct Weighing<'a> {
    weigher: Weigher,
    observer: &'a mut dyn Observer<Solution>,
}

impl Observer<Board> for Weighing<'_> {
    fn found(&mut self, board: Board) -> ControlFlow<()> {
        self.observer.found(self.weigher.solution(board))
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

fn fill_all(problem: &Problem, scan: Scan, checks: Checks, observer: &mut dyn Observer<Board>) -> ControlFlow<()> {
    let mut search = Search {
        problem,
        scan,
        checks,
        observer,
        tally: Tally { stages: vec![Stage::default(); TILES], ..Tally::default() },
        tiles: problem.tiles,
        done: 0.0,
    };
    search.fill(0, 1.0)?;
    search.observer.progress(1.0, &search.tally)
}

struct Search<'a> {
    problem: &'a Problem,
    scan: Scan,
    checks: Checks,
    observer: &'a mut dyn Observer<Board>,
    tally: Tally,
    /// The face-up tiles and those filled in so far.
    tiles: [Option<Value>; TILES],
    /// The share of the search tree that is done.
    done: f64,
}

impl Search<'_> {
    /// Fills all empty tiles in every way; none is before `last`. `share` is this subtree's part of the whole tree.
    fn fill(&mut self, last: usize, share: f64) -> ControlFlow<()> {
        let Some(tile) = self.next_empty(last) else {
            self.done += share;
            return self.finish();
        };
        let share = share / Value::ALL.len() as f64;
        for value in Value::ALL {
            self.explore(tile, 1);
            self.observer.progress(self.done as f32, &self.tally)?;
            self.tiles[tile] = Some(value);
            if self.may_fit(Line::Row(row_of(tile))) && self.may_fit(Line::Column(column_of(tile))) {
                self.tally.kept += 1;
                self.tally.stages[tile].kept += 1;
                self.fill(tile + 1, share)?;
            } else {
                self.done += share;
            }
        }
        self.tiles[tile] = None;
        ControlFlow::Continue(())
    }

    fn next_empty(&mut self, last: usize) -> Option<usize> {
        let start = if self.scan == Scan::FromStart { 0 } else { last };
        let empty = (start..TILES).find(|&tile| self.tiles[tile].is_none());
        let end = empty.map_or(TILES, |tile| tile + 1);
        self.explore(end - 1, (end - start) as u64);
        empty
    }

    fn explore(&mut self, stage: usize, count: u64) {
        self.tally.explored += count;
        self.tally.stages[stage].explored += count;
    }

    /// Reports the complete board if it is consistent.
    fn finish(&mut self) -> ControlFlow<()> {
        let values = self.tiles.iter().enumerate();
        let board = values.fold(Board::ONES, |board, (tile, value)| board.with(tile, value.unwrap_or(Value::One)));
        if self.problem.is_consistent(board) { self.observer.found(board) } else { ControlFlow::Continue(()) }
    }

    fn may_fit(&self, line: Line) -> bool {
        let (mut filled, mut remaining) = (Clue::default(), 0);
        for place in 0..SIDE {
            match self.tiles[line.tile(place)] {
                None => remaining += 1,
                Some(value) => {
                    filled.sum += value.points();
                    filled.voltorbs += u8::from(value == Value::Voltorb);
                }
            }
        }
        self.checks.pass(filled, self.problem.clues.line(line), remaining)
    }
}

impl Checks {
    /// Returns whether a line with these tiles and this many remaining ones passes the checks.
    fn pass(self, filled: Clue, clue: Clue, remaining: u8) -> bool {
        let missing = clue.voltorbs.saturating_sub(filled.voltorbs);
        (!self.sum || filled.sum <= clue.sum)
            && (!self.voltorbs || filled.voltorbs <= clue.voltorbs)
            && (!self.sum_in_reach || clue.sum <= filled.sum + 3 * remaining.saturating_sub(missing))
            && (!self.voltorbs_in_reach || missing <= remaining)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_check_rejects_what_only_it_detects() {
        let clue = |sum, voltorbs| Clue { sum, voltorbs };
        let without: [Checks; 4] = [
            Checks { sum: false, ..ALL },
            Checks { voltorbs: false, ..ALL },
            Checks { sum_in_reach: false, ..ALL },
            Checks { voltorbs_in_reach: false, ..ALL },
        ];
        // The line so far, its clue, the number of remaining tiles, and the check that rejects it.
        let cases = [
            (clue(2, 0), clue(5, 1), 2, None),
            (clue(5, 2), clue(5, 2), 0, None),
            (clue(6, 0), clue(5, 1), 2, Some(0)),
            (clue(5, 2), clue(5, 1), 2, Some(1)),
            (clue(1, 0), clue(5, 1), 2, Some(2)),
            (clue(5, 0), clue(5, 2), 1, Some(3)),
        ];
        for (filled, clue, remaining, says_no) in cases {
            assert_eq!(ALL.pass(filled, clue, remaining), says_no.is_none(), "{filled} of {clue}");
            for (check, checks) in without.iter().enumerate().filter(|_| says_no.is_some()) {
                assert_eq!(checks.pass(filled, clue, remaining), says_no == Some(check), "{filled} of {clue} without check {check}");
            }
        }
    }
}
