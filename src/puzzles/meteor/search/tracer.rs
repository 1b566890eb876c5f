//! What a search does, step by step, for whoever watches it.
//!
//! The searches themselves tell their steps, so that what is watched is what is done: there is no second search that would have
//! to be kept alike. They are generic over who hears of it. Where nobody does, the calls are empty and nothing of them is left
//! in the compiled search.

use std::ops::ControlFlow;

use crate::{
    puzzles::meteor::model::{
        geometry::{Cell, Cells},
        pieces::Placement,
    },
    search::Tally,
};

/// A step of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// A piece is placed.
    Place(Placement),
    /// The board is given up: no pieces fill this region of free cells.
    Hole(Cells),
    /// The board is given up: nothing that the search tries fits this cell, its lowest free one.
    Starved(Cell),
    /// The position is given up: its number of free cells rules out every solution.
    WrongNumber,
    /// The piece placed last is removed.
    TakeBack(Placement),
    /// The board is full.
    Found,
}

/// Hears the steps of a search. `Break` means: stop now; the search hands it on with `?`.
pub trait Tracer {
    /// Whether anyone hears them. If not, a search doesn't work out what it doesn't need itself.
    const IS_WATCHING: bool;

    /// One more step, with the work so far.
    fn step(&mut self, step: Step, tally: &Tally) -> ControlFlow<()>;

    /// How far the search is, as [`crate::search::Observer::progress`].
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}

/// Nobody watches.
pub struct Untraced;

impl Tracer for Untraced {
    const IS_WATCHING: bool = false;

    #[inline]
    fn step(&mut self, _step: Step, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[inline]
    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
