//! What the piece in hand keeps of the solutions, wherever it may be put down: dead ends are seen before the drop.

use glam::IVec3;

use super::view::{Hand, View, fits};
use crate::{
    puzzles::soma::{
        live::insight::Insight,
        model::state::{Grid, State},
    },
    text::{counted, grouped},
};

/// For each cell how many solutions are kept if the piece in hand is put down there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heat {
    /// By places in the box; none where the piece cannot lie.
    kept: Vec<Option<u64>>,
    /// All solutions of the position.
    pub solutions: u64,
    /// The most that can be kept.
    pub most: u64,
}

impl Heat {
    /// Of the piece in hand as it is held; none without one, while it lies on the board, or as long as solutions are not counted.
    pub fn new(state: &State, grid: &Grid, view: &View, insight: Option<&Insight>) -> Option<Self> {
        let (Hand { piece, .. }, insight) = (view.hand?, insight?);
        let counts = insight.kept.as_ref()?;
        if !state.pieces.contains(piece) || grid.marks.contains(&piece) {
            return None;
        }
        let shape = view.hand?.cells_at(IVec3::ZERO, state);
        let kept_at = |cell: IVec3| {
            let cells: Vec<IVec3> = shape.iter().map(|&part| part + cell).collect();
            fits(piece, &cells, grid).ok().map(|()| counts.by(piece, &cells))
        };
        let kept: Vec<Option<u64>> = grid.extent.cells().map(kept_at).collect();
        let most = kept.iter().flatten().copied().max().unwrap_or(0);
        Some(Self { kept, solutions: insight.counted.raw, most })
    }

    /// How many solutions are kept by putting it down in the cell at this place; none where the piece cannot lie.
    pub fn at(&self, place: usize) -> Option<u64> {
        self.kept.get(place).copied().flatten()
    }

    /// How many solutions have the piece turned as it is held, wherever it lies.
    pub fn anywhere(&self) -> u64 {
        self.kept.iter().flatten().sum()
    }

    /// How hot a number of solutions is, from 0 for the fewest to 1 for the most; as powers go, since counts differ by them.
    pub fn share(&self, kept: u64) -> f32 {
        let power = |count: u64| (1.0 + count as f32).ln();
        power(kept) / power(self.most).max(f32::EPSILON)
    }

    /// A word on what comes of putting it down there.
    pub fn word(&self, kept: u64) -> String {
        let all = grouped(self.solutions);
        match kept {
            0 => "dead end: no solution has it here".to_owned(),
            kept if kept == self.solutions => format!("in every solution: all {all} stay"),
            kept => format!("{} of {all} stay", counted(kept, "solution")),
        }
    }

    /// What a screen reader says of putting it down there.
    pub fn spoken(&self, place: usize) -> String {
        match self.at(place) {
            None => String::new(),
            Some(0) => ", the piece in hand is a dead end here".to_owned(),
            Some(kept) => format!(", the piece in hand keeps {} here", counted(kept, "solution")),
        }
    }
}
