//! A problem made ready for searching: its placement table and its search plans.
//!
//! Both are computed on first use and kept, since several techniques, the analysis and every task of a search use them.

use std::sync::{Arc, OnceLock};

use super::search_plan::SearchPlans;
use crate::model::{placements::PlacementTable, problem::Problem};
use base::bits::Wide;

/// A problem with the tables that its searches share. Clones share them as well.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The problem to search.
    pub problem: Problem,
    /// Computed on first use: in a large box this takes longer than a check is allowed to.
    tables: Arc<OnceLock<Tables>>,
}

/// A placement table in the narrowest sets that can hold the figure, and the search plans made from it.
#[derive(Debug)]
pub enum Tables {
    /// Up to 64 cells.
    Single(PlacementTable<u64>, SearchPlans<u64>),
    /// Up to 128 cells.
    Double(PlacementTable<Wide<2>>, SearchPlans<Wide<2>>),
    /// Up to 256 cells.
    Fourfold(PlacementTable<Wide<4>>, SearchPlans<Wide<4>>),
    /// Up to 512 cells, the limit for a box.
    Eightfold(PlacementTable<Wide<8>>, SearchPlans<Wide<8>>),
}

/// Runs the same code with the placement table of a prepared problem and, if requested, its search plans, for any width of its sets.
#[macro_export]
macro_rules! with_table {
    ($prepared:expr, $table:ident => $body:expr) => {
        $crate::with_table!($prepared, $table, _ => $body)
    };
    ($prepared:expr, $table:ident, $plans:tt => $body:expr) => {
        match $prepared.tables() {
            $crate::search::prepared::Tables::Single($table, $plans) => $body,
            $crate::search::prepared::Tables::Double($table, $plans) => $body,
            $crate::search::prepared::Tables::Fourfold($table, $plans) => $body,
            $crate::search::prepared::Tables::Eightfold($table, $plans) => $body,
        }
    };
}
pub use with_table;

impl From<Problem> for Prepared {
    fn from(problem: Problem) -> Self {
        Self { problem, tables: Arc::default() }
    }
}

impl Prepared {
    /// Returns all placements and the search plans made from them.
    pub fn tables(&self) -> &Tables {
        self.tables.get_or_init(|| Tables::of(&self.problem))
    }

    /// Returns the problem for a search that tries exactly the placements of this table, in its order of pieces, and counts every solution.
    pub fn from_table(problem: Problem, table: PlacementTable<u64>) -> Self {
        let mut pieces = problem.pieces.clone();
        pieces.sort_by_key(|piece| table.pieces.iter().position(|other| other.mark == piece.mark));
        let tables = Tables::Single(table, SearchPlans::default());
        Self { problem: problem.with_pieces(pieces), tables: Arc::new(OnceLock::from(tables)) }
    }
}

impl Tables {
    fn of(problem: &Problem) -> Self {
        match problem.cells.len() {
            0..=64 => Self::Single(PlacementTable::new(problem), SearchPlans::default()),
            65..=128 => Self::Double(PlacementTable::new(problem), SearchPlans::default()),
            129..=256 => Self::Fourfold(PlacementTable::new(problem), SearchPlans::default()),
            _ => Self::Eightfold(PlacementTable::new(problem), SearchPlans::default()),
        }
    }
}
