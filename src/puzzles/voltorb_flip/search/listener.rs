//! Receives what the article's searches do.
//!
//! They are generic over their listener, so a trace shows the search itself, and where only boards are wanted everything else is compiled
//! away.

use std::ops::ControlFlow;

use crate::model::{
    problem::Problem,
    rules::{Board, Clue, Line, SIDE, Value},
    solution::Solution,
};
use base::search::{Observer, Tally};

use super::weigher::Weigher;

/// A step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Fills a tile, and no check rejects the value.
    Fill(Attempt),
    /// Fills a tile, and a check rejects the value.
    Reject(Attempt, Rejection),
    /// Empties a tile after everything was tried with this value.
    Empty(usize, Value),
    /// Finds that the complete board doesn't match all clues, since a check was left out.
    Mismatch,
    /// Adds a board to the list that will be filtered; it is the board with this number, from 1.
    List(usize),
    /// Compares a listed board with a flip.
    Compare(Comparison),
}

/// A value tried on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// The tile.
    pub tile: usize,
    /// The value.
    pub value: Value,
    /// For the first value, the number of tiles looked at to find this empty one.
    pub looked_at: Option<usize>,
}

/// The first check that rejects a value, with the numbers that it looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The line that the check is about.
    pub line: Line,
    /// The check.
    pub check: Check,
    /// What the line has so far.
    pub filled: LineFill,
}

/// A check of a line after each tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// The points don't exceed the clue.
    Sum,
    /// The Voltorbs don't exceed the clue.
    Voltorbs,
    /// The points can still be reached.
    SumInReach,
    /// The missing Voltorbs have room.
    VoltorbsInReach,
}

/// What a line has so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineFill {
    /// The points and the Voltorbs of its filled tiles.
    pub has: Clue,
    /// The number of its empty tiles.
    pub empty: u8,
}

impl LineFill {
    /// Adds up the values on the tiles of this line.
    pub fn of(line: Line, value: impl Fn(usize) -> Option<Value>) -> Self {
        let mut fill = Self::default();
        for place in 0..SIDE {
            match value(line.tile(place)) {
                None => fill.empty += 1,
                Some(value) => {
                    fill.has.sum += value.points();
                    fill.has.voltorbs += u8::from(value == Value::Voltorb);
                }
            }
        }
        fill
    }
}

/// A listed board compared with a flip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The board.
    pub board: Board,
    /// Its place in the list, from 0.
    pub place: usize,
    /// The flipped tile.
    pub tile: usize,
    /// The value that it shows.
    pub shown: Value,
    /// The number of boards in the list after the comparison: one less if this board is removed.
    pub remaining: usize,
}

impl Comparison {
    /// Returns whether the board stays in the list.
    pub fn is_kept(&self) -> bool {
        self.board.value(self.tile) == self.shown
    }
}

/// Receives what a search does, and decides at each call whether the search continues.
pub trait Listener {
    /// A step. `partial` returns the board after it; it is only called if it is needed.
    fn step(&mut self, step: Step, partial: impl FnOnce() -> Solution, tally: &Tally) -> ControlFlow<()>;

    /// A board that matches the position.
    fn found(&mut self, board: Board, tally: &Tally) -> ControlFlow<()>;

    /// How far the search is, as [`Observer::progress`].
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}

/// Adds the probability to each board and reports it to an observer.
pub struct SolutionListener<'a> {
    weigher: Weigher,
    observer: &'a mut dyn Observer<Solution>,
}

impl<'a> SolutionListener<'a> {
    /// Reports the boards of this problem to the observer.
    pub fn of(problem: &Problem, observer: &'a mut dyn Observer<Solution>) -> Self {
        Self { weigher: Weigher::new(problem), observer }
    }
}

impl Listener for SolutionListener<'_> {
    #[inline]
    fn step(&mut self, _step: Step, _partial: impl FnOnce() -> Solution, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn found(&mut self, board: Board, _tally: &Tally) -> ControlFlow<()> {
        self.observer.found(self.weigher.solution(board))
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}
