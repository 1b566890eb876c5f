//! Lists boards row by row: tries all patterns of a row and checks the columns after each one.

use std::ops::ControlFlow;

use crate::model::{
    problem::Problem,
    rules::{Board, SIDE, Value},
    solution::Solution,
};
use base::search::{Observer, Stage, Tally};

use super::{
    patterns::{self, AllowedTable, Pattern},
    weigher::Weigher,
};

/// Lists all consistent boards.
pub fn search(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let mut search = Search {
        patterns: std::array::from_fn(|row| patterns::patterns(problem, row)),
        tables: std::array::from_fn(|row| AllowedTable::new((SIDE - 1 - row) as u8)),
        weigher: Weigher::new(problem),
        observer,
        tally: Tally { stages: vec![Stage::default(); SIDE], ..Tally::default() },
        done: 0.0,
    };
    let needs = problem.clues.columns.map(|clue| clue.excess().map(|excess| Needs { voltorbs: clue.voltorbs, excess }));
    if let [Some(a), Some(b), Some(c), Some(d), Some(e)] = needs {
        search.fill(0, Board::ONES, [a, b, c, d, e], 1.0)?;
    }
    search.observer.progress(1.0, &search.tally)
}

struct Search<'a> {
    patterns: [Vec<Pattern>; SIDE],
    /// For each row, the values that the columns allow.
    tables: [AllowedTable; SIDE],
    weigher: Weigher,
    observer: &'a mut dyn Observer<Solution>,
    tally: Tally,
    /// The share of the search tree that is done.
    done: f64,
}

/// The Voltorbs and the excess that a column still needs.
#[derive(Clone, Copy)]
struct Needs {
    voltorbs: u8,
    excess: u8,
}

impl Search<'_> {
    /// Fills this row and all rows below in every way that meets the column clues exactly. `share` is this subtree's part of the whole
    /// tree.
    fn fill(&mut self, row: usize, board: Board, columns: [Needs; SIDE], share: f64) -> ControlFlow<()> {
        if row == SIDE {
            self.done += share;
            return self.observer.found(self.weigher.solution(board));
        }
        let share = share / self.patterns[row].len() as f64;
        for index in 0..self.patterns[row].len() {
            let pattern = self.patterns[row][index];
            self.tally.explored += 1;
            self.tally.stages[row].explored += 1;
            self.observer.progress(self.done as f32, &self.tally)?;
            match remaining_needs(columns, &pattern, &self.tables[row]) {
                Some(columns) => {
                    self.tally.kept += 1;
                    self.tally.stages[row].kept += 1;
                    self.fill(row + 1, patterns::with_row(board, row, &pattern), columns, share)?;
                }
                None => self.done += share,
            }
        }
        ControlFlow::Continue(())
    }
}

/// Returns what the columns still need below this row, or `None` if the table doesn't allow the pattern.
fn remaining_needs(mut columns: [Needs; SIDE], pattern: &Pattern, table: &AllowedTable) -> Option<[Needs; SIDE]> {
    for (needs, &value) in columns.iter_mut().zip(pattern) {
        if table.get(needs.voltorbs, needs.excess) & 1 << value as u8 == 0 {
            return None;
        }
        needs.voltorbs -= u8::from(value == Value::Voltorb);
        needs.excess -= value.excess();
    }
    Some(columns)
}
