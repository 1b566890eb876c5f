//! How many solutions have each placement.

use crate::puzzles::meteor::model::pieces::Placement;

/// For each placement, the number of solutions that have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementCounts(pub(super) Vec<u32>);

impl PlacementCounts {
    /// The number of solutions that have this placement.
    pub fn of(&self, placement: Placement) -> u64 {
        placement.number().map_or(0, |number| u64::from(self.0[number]))
    }
}
