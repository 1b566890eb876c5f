//! What belongs to a tab only: the piece in hand, the gesture of the pointer, and which solutions are listed.

use super::{filter::Filter, hand::Hand};
use crate::puzzles::meteor::model::{
    pieces::Orientation,
    state::{Square, Squares},
};

/// What belongs to a tab only.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// The piece in hand.
    pub hand: Option<Hand>,
    /// How the last piece in hand was turned and flipped: so the next one comes.
    pub orientation: Orientation,
    /// What the pointer, held down, is doing.
    pub gesture: Option<Gesture>,
    /// What is seen on the board when a solution is shown on it.
    pub seen: Option<Squares>,
    /// Which solutions are listed.
    pub filter: Filter,
}

/// What the pointer does between being pressed and let go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// It puts the same on every cell that it comes over.
    Paint(Square),
    /// It carries the piece in hand and puts it down where it is let go.
    Carry,
    /// It does no more: what it began was called off or is done.
    Over,
}
