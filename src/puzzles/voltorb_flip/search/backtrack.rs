//! Listing boards tile by tile, as the article "Voltorb Flip - Optimizations" (2010) does it: each tile tries all four
//! values, and after each the row and the column of the tile are checked for whether they can still come out right.
//!
//! The article's first way looks for the next empty tile from the start of the board, its second goes on from the last one. What
//! each check is good for shows when it is left out.

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

/// Where the next empty tile is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scan {
    FromStart,
    FromLast,
}

/// What is checked of a line after each tile. A whole board is checked for everything.
#[derive(Clone, Copy)]
struct Checks {
    /// Its points are not too many.
    sum: bool,
    /// Its Voltorbs are not too many.
    voltorbs: bool,
    /// Enough points are in reach if all the remaining were Voltorbs, as far as they are missing, and 3s.
    sum_in_reach: bool,
    /// There is room for the Voltorbs that are missing.
    voltorbs_in_reach: bool,
}

const ALL: Checks = Checks { sum: true, voltorbs: true, sum_in_reach: true, voltorbs_in_reach: true };

/// Lists all boards that fit, looking for the next empty tile from the start.
pub fn search(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromStart, ALL, observer)
}

/// The same, going on from the last tile.
pub fn resume(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromLast, ALL, observer)
}

/// Does not look whether the points of a line are too many.
pub fn without_sum(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromStart, Checks { sum: false, ..ALL }, observer)
}

/// Does not look whether the Voltorbs of a line are too many.
pub fn without_voltorbs(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromStart, Checks { voltorbs: false, ..ALL }, observer)
}

/// Does not look whether the points of a line are in reach.
pub fn without_sum_in_reach(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromStart, Checks { sum_in_reach: false, ..ALL }, observer)
}

/// Does not look whether the Voltorbs of a line are in reach.
pub fn without_voltorbs_in_reach(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list(problem, Scan::FromStart, Checks { voltorbs_in_reach: false, ..ALL }, observer)
}

/// Lists the boards as [`resume`] does, without their chances.
pub fn boards(problem: &Problem, observer: &mut dyn Observer<Board>) -> ControlFlow<()> {
    fill_all(problem, Scan::FromLast, ALL, observer)
}

fn list(problem: &Problem, scan: Scan, checks: Checks, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    fill_all(problem, scan, checks, &mut Weighing { weigher: Weigher::new(problem), observer })
}

/// Hands each board on with its chance.
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
    /// What is face up or filled in.
    tiles: [Option<Value>; TILES],
    /// The share of the tree that lies behind.
    done: f64,
}

impl Search<'_> {
    /// Fills all empty tiles, of which none lies before `last`, in every way; `share` is how much of the tree hangs here.
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

    /// Tells the full board if it fits.
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
    /// Whether a line with these tiles so far, and so many more to come, may fit its clue, as far as it is checked.
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
    fn each_check_of_a_line_bites() {
        let clue = |sum, voltorbs| Clue { sum, voltorbs };
        let without: [Checks; 4] = [
            Checks { sum: false, ..ALL },
            Checks { voltorbs: false, ..ALL },
            Checks { sum_in_reach: false, ..ALL },
            Checks { voltorbs_in_reach: false, ..ALL },
        ];
        // So far, the clue, how many are to come, and which check says no.
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
