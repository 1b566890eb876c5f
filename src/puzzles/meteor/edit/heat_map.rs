//! The heat map: how many solutions remain wherever the piece in hand may be dropped, so that dead ends show before the drop.

use super::{hand::Hand, view::View};
use crate::puzzles::meteor::{
    live::insight::Insight,
    model::{
        geometry::{CELLS, Cell},
        pieces::{Orientation, Piece, Placement},
        state::State,
    },
};

/// For each cell, the number of solutions that remain if the piece in hand is dropped there.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    kept: [Option<u64>; CELLS],
    /// The number of all solutions of the position.
    pub solutions: u64,
    /// The highest number on the map.
    pub most: u64,
}

impl HeatMap {
    /// The heat map of the piece in hand in its orientation. `None` without one, while the piece is on the board, or until solutions are
    /// counted.
    pub fn new(state: &State, view: &View, insight: Option<&Insight>) -> Option<Self> {
        Self::of(state, view.hand?, insight?)
    }

    fn of(state: &State, hand: Hand, insight: &Insight) -> Option<Self> {
        if !can_be_placed(state, hand.piece) {
            return None;
        }
        let counts = insight.placement_counts.as_ref()?;
        let mut kept = [None; CELLS];
        for over in Cell::all() {
            kept[over.index()] = hand.placement(state, over).map(|placement| counts.of(placement));
        }
        Some(Self { kept, solutions: insight.solutions?, most: kept.iter().flatten().copied().max().unwrap_or(0) })
    }

    /// The number of solutions that remain after a drop on this cell; `None` where the piece doesn't fit.
    pub fn at(&self, over: Cell) -> Option<u64> {
        self.kept[over.index()]
    }

    /// The intensity of a number of solutions, from 0 for none to 1 for the highest; logarithmic, since counts differ by powers of ten.
    pub fn intensity(&self, kept: u64) -> f32 {
        let log = |count: u64| (1.0 + count as f32).ln();
        log(kept) / log(self.most).max(f32::EPSILON)
    }
}

/// The number of solutions that have the piece in this orientation; `None` until they are counted.
pub fn solutions_in_orientation(state: &State, piece: Piece, orientation: Orientation, insight: Option<&Insight>) -> Option<u64> {
    let counts = insight?.placement_counts.as_ref().filter(|_| can_be_placed(state, piece))?;
    let placement = |cell| Some(Placement { piece, cells: piece.cells(orientation, cell)? });
    Some(Cell::all().filter_map(placement).map(|placement| counts.of(placement)).sum())
}

/// Whether there are counts for the piece: only for an allowed piece that isn't on the board.
fn can_be_placed(state: &State, piece: Piece) -> bool {
    state.pieces.contains(piece) && !state.board.pinned().contains(piece)
}
