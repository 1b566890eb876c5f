//! What a search does, as it reports it.

use std::ops::ControlFlow;

use base::{
    bits::{Bits, Word},
    search::Tally,
};

/// A placement of a solution: the number of its piece, and its cells.
pub type Chosen<W> = (u16, Bits<W>);

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
    /// A step, and the placements after it. The row list reports none, since it handles many placements at once.
    #[inline]
    fn step(&mut self, _step: Step<W>, _chosen: &[Chosen<W>], _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A solution.
    fn found(&mut self, solution: &[Chosen<W>], tally: &Tally) -> ControlFlow<()>;

    /// How far the search is, from 0 to 1.
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}
