//! Listing boards tile by tile, as the article "Voltorb Flip - Optimizations" (2010) does it: each tile tries all four
//! values, and after each the row and the column of the tile are checked for whether they can still come out right.

use std::ops::ControlFlow;

use crate::search::{Observer, Stage, Tally};

use super::{
    answer::{Answer, Scale},
    problem::Problem,
    rules::{Board, Clue, Clues, SIDE, TILES, Value, column_of, row_of},
};

/// Lists all boards that fit.
pub fn search(problem: &Problem, observer: &mut dyn Observer<Answer>) -> ControlFlow<()> {
    let mut search = Search {
        problem,
        scale: Scale::new(problem),
        observer,
        tally: Tally { stages: vec![Stage::default(); TILES], ..Tally::default() },
        filled: Clues::default(),
        done: 0.0,
    };
    search.fill(0, Board::ONES, 1.0)?;
    search.observer.progress(1.0, &search.tally)
}

struct Search<'a> {
    problem: &'a Problem,
    scale: Scale,
    observer: &'a mut dyn Observer<Answer>,
    tally: Tally,
    /// Points and Voltorbs of each line so far.
    filled: Clues,
    /// The share of the tree that lies behind.
    done: f64,
}

impl Search<'_> {
    /// Fills this tile and all after it in every way; `share` is how much of the tree hangs here.
    fn fill(&mut self, tile: usize, board: Board, share: f64) -> ControlFlow<()> {
        if tile == TILES {
            self.done += share;
            return self.observer.found(self.scale.answer(board));
        }
        let shown = self.problem.tiles[tile];
        let choices = Value::ALL.into_iter().filter(|&value| shown.is_none_or(|shown| shown == value));
        let share = share / if shown.is_some() { 1.0 } else { Value::ALL.len() as f64 };
        for value in choices {
            self.tally.explored += 1;
            self.tally.stages[tile].explored += 1;
            self.observer.progress(self.done as f32, &self.tally)?;
            let before = self.filled;
            self.put(tile, value);
            if self.is_open(tile) {
                self.tally.kept += 1;
                self.tally.stages[tile].kept += 1;
                self.fill(tile + 1, board.with(tile, value), share)?;
            } else {
                self.done += share;
            }
            self.filled = before;
        }
        ControlFlow::Continue(())
    }

    fn put(&mut self, tile: usize, value: Value) {
        for clue in [&mut self.filled.rows[row_of(tile)], &mut self.filled.columns[column_of(tile)]] {
            clue.sum += value.points();
            clue.voltorbs += u8::from(value == Value::Voltorb);
        }
    }

    /// Whether both lines of the tile that was filled last can still come out right.
    fn is_open(&self, tile: usize) -> bool {
        let (row, column) = (row_of(tile), column_of(tile));
        let clues = &self.problem.clues;
        can_come_out(self.filled.rows[row], clues.rows[row], SIDE - 1 - column)
            && can_come_out(self.filled.columns[column], clues.columns[column], SIDE - 1 - row)
    }
}

/// Whether a line with these tiles so far, and so many more to come, may fit its clue: neither its points nor its
/// Voltorbs are too many, and both are in reach if all the rest were Voltorbs, as far as they are missing, and 3s.
fn can_come_out(filled: Clue, clue: Clue, rest: usize) -> bool {
    let (Some(points), Some(voltorbs)) = (clue.sum.checked_sub(filled.sum), clue.voltorbs.checked_sub(filled.voltorbs)) else {
        return false;
    };
    (rest as u8).checked_sub(voltorbs).is_some_and(|others| points <= 3 * others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_check_of_a_line_bites() {
        let clue = |sum, voltorbs| Clue { sum, voltorbs };
        assert!(can_come_out(clue(2, 0), clue(5, 1), 2));
        assert!(!can_come_out(clue(6, 0), clue(5, 1), 2), "too many points");
        assert!(!can_come_out(clue(2, 2), clue(5, 1), 2), "too many Voltorbs");
        assert!(!can_come_out(clue(1, 0), clue(5, 1), 2), "one Voltorb and a 3 are not enough");
        assert!(!can_come_out(clue(5, 0), clue(5, 2), 1), "no room for two Voltorbs");
        assert!(can_come_out(clue(5, 2), clue(5, 2), 0));
    }
}
