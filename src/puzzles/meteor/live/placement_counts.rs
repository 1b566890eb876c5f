//! How many solutions each placement keeps.

use crate::puzzles::meteor::model::pieces::Placement;

/// For each placement how many solutions have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept(pub(super) Vec<u32>);

impl Kept {
    /// How many solutions have this placement.
    pub fn by(&self, placement: Placement) -> u64 {
        placement.number().map_or(0, |number| u64::from(self.0[number]))
    }
}
