//! What is known of a position without listing its solutions.

use serde::Serialize;

use super::kept::Kept;

/// What the analysis found out; a field is empty until it is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Insight {
    /// Whether there is a solution.
    pub solvable: Option<bool>,
    /// How many solutions there are.
    pub solutions: Option<u64>,
    /// How many were found, where it took too long to count all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_least: Option<u64>,
    /// How many of them have each placement.
    #[serde(skip)]
    pub kept: Option<Kept>,
}

impl Insight {
    /// What is known when counting is given up after this many solutions.
    pub fn giving_up(solutions: u64) -> Self {
        Self { solvable: (solutions > 0).then_some(true), at_least: Some(solutions), ..Self::default() }
    }
}
