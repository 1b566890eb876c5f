//! The view of a tab: the piece in hand, the pointer's gesture, and the filter.

use super::{filter::Filter, hand::Hand};
use crate::puzzles::meteor::model::{
    pieces::{Orientation, PIECES},
    state::{Square, Squares},
};

/// The state of a tab that is neither undone nor saved.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The piece in hand.
    pub hand: Option<Hand>,
    /// The orientation in which each piece was held last, and is taken in hand again.
    pub orientations: [Orientation; PIECES],
    /// The gesture in progress while the pointer is pressed.
    pub gesture: Option<Gesture>,
    /// The board as shown when a solution is shown on it.
    pub shown: Option<Squares>,
    /// The filter of the list.
    pub filter: Filter,
}

/// What the pointer does between press and release.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// Paints this content on every cell it enters.
    Paint(Square),
    /// Carries the piece in hand and places it where the pointer is released.
    Carry,
    /// Does nothing more: what it started is done or was cancelled.
    Done,
}
