//! What the piece in hand keeps of the solutions, wherever it may be let go: dead ends are seen before the drop.

use super::{hand::Hand, view::View};
use crate::puzzles::meteor::{
    live::insight::Insight,
    model::{
        geometry::{CELLS, Cell},
        pieces::{Orientation, Piece, Placement},
        state::State,
    },
};

/// For each cell how many solutions are kept if the piece in hand is let go over it.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    kept: [Option<u64>; CELLS],
    /// All solutions of the position.
    pub solutions: u64,
    /// The most that can be kept.
    pub most: u64,
}

impl Heat {
    /// Of the piece in hand as it is held; none without one, while it lies on the board, or as long as solutions are not counted.
    pub fn new(state: &State, view: &View, insight: Option<&Insight>) -> Option<Self> {
        Self::of(state, view.hand?, insight?)
    }

    fn of(state: &State, hand: Hand, insight: &Insight) -> Option<Self> {
        if !may_be_laid(state, hand.piece) {
            return None;
        }
        let counts = insight.kept.as_ref()?;
        let mut kept = [None; CELLS];
        for over in Cell::all() {
            kept[over.index()] = hand.placement(state, over).map(|placement| counts.by(placement));
        }
        Some(Self { kept, solutions: insight.solutions?, most: kept.iter().flatten().copied().max().unwrap_or(0) })
    }

    /// How many solutions are kept by letting go over this cell; none where the piece cannot lie.
    pub fn at(&self, over: Cell) -> Option<u64> {
        self.kept[over.index()]
    }

    /// How hot a number of solutions is, from 0 for the fewest to 1 for the most; as powers go, since counts differ by them.
    pub fn share(&self, kept: u64) -> f32 {
        let power = |count: u64| (1.0 + count as f32).ln();
        power(kept) / power(self.most).max(f32::EPSILON)
    }
}

/// How many solutions have the piece in this orientation; none as long as they are not counted.
pub fn kept_in(state: &State, piece: Piece, orientation: Orientation, insight: Option<&Insight>) -> Option<u64> {
    let counts = insight?.kept.as_ref().filter(|_| may_be_laid(state, piece))?;
    let placement = |cell| Some(Placement { piece, cells: piece.cells(orientation, cell)? });
    Some(Cell::all().filter_map(placement).map(|placement| counts.by(placement)).sum())
}

/// Counts are about pieces that do not lie on the board.
fn may_be_laid(state: &State, piece: Piece) -> bool {
    state.pieces.contains(piece) && !state.board.pinned().contains(piece)
}
