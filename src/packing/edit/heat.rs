//! A heat map of the solutions that the piece in hand keeps at each place, so that dead ends show before it is placed.

use glam::IVec3;

use super::view::{Fit, Hand, View};
use crate::{
    live::insight::Insight,
    model::state::{Grid, State},
};
use base::text::{counted, grouped};

/// For each cell, the number of solutions kept if the piece in hand is placed there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatMap {
    /// By index in the box; `None` where the piece does not fit.
    kept: Vec<Option<u64>>,
    /// All solutions of the position.
    pub solutions: u64,
    /// The most solutions that can be kept.
    pub most: u64,
}

impl HeatMap {
    /// Creates the heat map of the piece in hand in its orientation; `None` without one, while it is on the board, or until solutions are
    /// counted.
    pub fn new(state: &State, grid: &Grid, view: &View, insight: Option<&Insight>) -> Option<Self> {
        let (Hand { piece, .. }, insight) = (view.hand?, insight?);
        let counts = insight.kept.as_ref()?;
        if !state.pieces.contains(state.name_of(piece)) || grid.marks.contains(&piece) {
            return None;
        }
        let shape = view.hand?.cells_at(IVec3::ZERO, state);
        let fit = Fit::of(state, piece, &shape, grid);
        let kept_at = |cell: IVec3| {
            fit.at(cell).ok()?;
            let cells: Vec<IVec3> = shape.iter().map(|&part| part + cell).collect();
            Some(counts.solutions_with(piece, &cells))
        };
        let kept: Vec<Option<u64>> = grid.extent.cells().map(kept_at).collect();
        let most = kept.iter().flatten().copied().max().unwrap_or(0);
        Some(Self { kept, solutions: insight.counted.raw, most })
    }

    /// Returns how many solutions are kept by placing it in the cell at this index; `None` where the piece does not fit.
    pub fn at(&self, place: usize) -> Option<u64> {
        self.kept.get(place).copied().flatten()
    }

    /// Returns how many solutions have the piece in this orientation, anywhere.
    pub fn anywhere(&self) -> u64 {
        self.kept.iter().flatten().sum()
    }

    /// Returns the heat of a number of solutions, from 0 for the fewest to 1 for the most. The scale is logarithmic, since counts differ by
    /// orders of magnitude.
    pub fn share(&self, kept: u64) -> f32 {
        let heat = |count: u64| (1.0 + count as f32).ln();
        heat(kept) / heat(self.most).max(f32::EPSILON)
    }

    /// Says what placing it there would keep.
    pub fn caption(&self, kept: u64) -> String {
        match kept {
            0 => "dead end: no solution has it here".to_owned(),
            kept if kept == self.solutions => format!("keeps all {}", counted(kept, "solution")),
            kept => format!("keeps {} of {}", grouped(kept), counted(self.solutions, "solution")),
        }
    }

    /// Says the same to a screen reader.
    pub fn spoken(&self, place: usize) -> String {
        match self.at(place) {
            None => String::new(),
            Some(0) => ", the piece in hand is a dead end here".to_owned(),
            Some(kept) => format!(", the piece in hand keeps {} here", counted(kept, "solution")),
        }
    }
}
