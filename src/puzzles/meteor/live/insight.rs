//! What is known about a position without listing its solutions.

use serde::Serialize;

use super::placement_counts::PlacementCounts;

/// The results of the analysis; a field is empty until it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Insight {
    /// Whether there is a solution.
    pub solvable: Option<bool>,
    /// The number of solutions.
    pub solutions: Option<u64>,
    /// The number of solutions that were found, where counting all would take too long.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// The number of solutions that have each placement.
    #[serde(skip)]
    pub placement_counts: Option<PlacementCounts>,
}

impl Insight {
    /// What is known after counting was given up at this many solutions.
    pub fn incomplete(solutions: u64) -> Self {
        Self { solvable: (solutions > 0).then_some(true), at_least: Some(solutions), ..Self::default() }
    }
}
