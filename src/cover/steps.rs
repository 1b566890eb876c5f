//! What a search that can be traced does.

use std::ops::ControlFlow;

use super::row_list::Chosen;
use base::{bits::Word, search::Tally};

/// A step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<W: Word> {
    /// Places a piece.
    Place(Chosen<W>),
    /// Removes a piece after everything was tried with it there.
    Remove(Chosen<W>),
    /// Leaves this cell empty.
    LeaveEmpty(usize),
    /// Finds that no remaining piece can cover this cell.
    Uncoverable(usize),
    /// Finds that this piece fits nowhere.
    FitsNowhere(usize),
}

/// Receives what a search does. `Break` stops the search.
pub trait Listener<W: Word> {
    /// A step, and the placements after it.
    fn step(&mut self, step: Step<W>, chosen: &[Chosen<W>], tally: &Tally) -> ControlFlow<()>;

    /// A solution.
    fn found(&mut self, solution: &[Chosen<W>], tally: &Tally) -> ControlFlow<()>;

    /// How far the search is, from 0 to 1.
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}
