//! The view of a tab: the piece in hand, the pointer's gesture, and the filter.

use super::{
    filter::{Filter, Marking},
    hand::Hand,
};
use crate::puzzles::meteor::model::{
    pieces::{Orientation, PIECES},
    solution::Solution,
    state::{Square, Squares, State},
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
    /// The cells that are marked for it.
    pub marking: Marking,
    /// Whether the board shows for which cells the list is filtered.
    pub shows_filter: bool,
}

/// What the pointer does between press and release.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// Paints this content on every cell it enters.
    Paint(Square),
    /// Carries the piece in hand and places it where the pointer is released.
    Carry,
    /// Marks every cell it enters for the filter.
    Mark,
    /// Does nothing more: what it started is done or was cancelled.
    Done,
}

impl View {
    /// Follows the document: undo may have put the piece in hand back on the board, and the shown solution, with the pieces that are in
    /// place, changes with every step. While the list is renewed, there are no `extremes`, and the filter stays.
    pub fn follow(&mut self, state: &State, shown: Option<(&Solution, usize)>, extremes: Option<[Solution; 2]>) {
        let pinned = state.board.pinned();
        self.hand = self.hand.filter(|hand| !pinned.contains(hand.piece));
        self.shown = shown.filter(|&(_, pieces)| 0 < pieces).map(|(solution, pieces)| solution.after(pieces));
        if let (Some(filtered), Some(now)) = (&mut self.filter.extremes, extremes) {
            *filtered = now;
        }
    }
}
