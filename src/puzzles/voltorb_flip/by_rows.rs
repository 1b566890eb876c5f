//! Listing boards row by row, each row with all its patterns at once, and checking the columns after each row.

use std::ops::ControlFlow;

use crate::search::{Observer, Stage, Tally};

use super::{
    answer::{Answer, Scale},
    patterns::{self, Pattern, allowed},
    problem::Problem,
    rules::{Board, Clue, SIDE},
};

/// Lists all boards that fit.
pub fn search(problem: &Problem, observer: &mut dyn Observer<Answer>) -> ControlFlow<()> {
    let mut search = Search {
        patterns: std::array::from_fn(|row| patterns::patterns(problem, row)),
        scale: Scale::new(problem),
        observer,
        tally: Tally { stages: vec![Stage::default(); SIDE], ..Tally::default() },
        done: 0.0,
    };
    if problem.clues.columns.iter().all(|clue| clue.excess().is_some()) {
        search.fill(0, Board::ONES, problem.clues.columns, 1.0)?;
    }
    search.observer.progress(1.0, &search.tally)
}

struct Search<'a> {
    patterns: [Vec<Pattern>; SIDE],
    scale: Scale,
    observer: &'a mut dyn Observer<Answer>,
    tally: Tally,
    /// The share of the tree that lies behind.
    done: f64,
}

impl Search<'_> {
    /// Fills this row and all below it in every way that leaves nothing of the columns' clues; `share` is how much of the
    /// tree hangs here.
    fn fill(&mut self, row: usize, board: Board, columns: [Clue; SIDE], share: f64) -> ControlFlow<()> {
        if row == SIDE {
            self.done += share;
            return self.observer.found(self.scale.answer(board));
        }
        let share = share / self.patterns[row].len() as f64;
        for index in 0..self.patterns[row].len() {
            let pattern = self.patterns[row][index];
            self.tally.explored += 1;
            self.tally.stages[row].explored += 1;
            self.observer.progress(self.done as f32, &self.tally)?;
            match rest(columns, &pattern, (SIDE - 1 - row) as u8) {
                Some(columns) => {
                    self.tally.kept += 1;
                    self.tally.stages[row].kept += 1;
                    self.fill(row + 1, patterns::put(board, row, &pattern), columns, share)?;
                }
                None => self.done += share,
            }
        }
        ControlFlow::Continue(())
    }
}

/// What the columns still need below this row, if that can be met by so many tiles in each.
fn rest(mut columns: [Clue; SIDE], pattern: &Pattern, below: u8) -> Option<[Clue; SIDE]> {
    for (clue, &value) in columns.iter_mut().zip(pattern) {
        let tiles = below + 1 - clue.voltorbs;
        if allowed(clue.voltorbs, clue.sum - tiles, below) & 1 << value as u8 == 0 {
            return None;
        }
        clue.sum -= value.points();
        clue.voltorbs -= u8::from(value == super::rules::Value::Voltorb);
    }
    Some(columns)
}
