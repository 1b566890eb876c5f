//! A problem made ready for searching: its placements, and what is decided about them before a search.
//!
//! Both are made when they are first needed and then kept, since several techniques, the analysis and every task of a search use them.

use std::sync::{Arc, OnceLock};

use super::opening::Decided;
use crate::puzzles::soma::model::{cells::Wide, layout::Layout, problem::Problem, symmetry::Symmetries};

/// A problem with what its searches share. Clones share it, too.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// What is to be searched.
    pub problem: Problem,
    /// Laid when it is needed first: in a large box that takes longer than a check may.
    laid: Arc<OnceLock<Laid>>,
}

/// A layout in the narrowest sets that can hold the figure, and what was decided with it.
#[derive(Debug)]
pub enum Laid {
    /// Up to 64 cells.
    Single(Layout<u64>, Decided<u64>),
    /// Up to 128 cells.
    Double(Layout<Wide<2>>, Decided<Wide<2>>),
    /// Up to 256 cells.
    Fourfold(Layout<Wide<4>>, Decided<Wide<4>>),
    /// Up to 512 cells, which no box exceeds.
    Eightfold(Layout<Wide<8>>, Decided<Wide<8>>),
}

/// Does the same with the layout of a prepared problem, and with what was decided if that is asked for, whatever the width of its sets.
macro_rules! with_layout {
    ($prepared:expr, $layout:ident => $body:expr) => {
        $crate::puzzles::soma::search::prepared::with_layout!($prepared, $layout, _ => $body)
    };
    ($prepared:expr, $layout:ident, $decided:tt => $body:expr) => {
        match $prepared.laid() {
            $crate::puzzles::soma::search::prepared::Laid::Single($layout, $decided) => $body,
            $crate::puzzles::soma::search::prepared::Laid::Double($layout, $decided) => $body,
            $crate::puzzles::soma::search::prepared::Laid::Fourfold($layout, $decided) => $body,
            $crate::puzzles::soma::search::prepared::Laid::Eightfold($layout, $decided) => $body,
        }
    };
}
pub(in crate::puzzles::soma) use with_layout;

impl From<Problem> for Prepared {
    fn from(problem: Problem) -> Self {
        Self { problem, laid: Arc::default() }
    }
}

impl Prepared {
    /// Where each piece may lie, and what was decided about that.
    pub fn laid(&self) -> &Laid {
        self.laid.get_or_init(|| Laid::of(&self.problem))
    }

    /// The problem for a search that tries the placements of this layout, in its order of the pieces, and counts every solution.
    pub fn relaid(problem: Problem, layout: Layout<u64>) -> Self {
        let mut pieces = problem.pieces;
        pieces.sort_by_key(|piece| layout.pieces.iter().position(|other| other.name == piece.name));
        let symmetries = Symmetries::none(problem.cells.len(), &pieces);
        let laid = Laid::Single(layout, Decided::default());
        Self { problem: Problem { pieces, symmetries, ..problem }, laid: Arc::new(OnceLock::from(laid)) }
    }
}

impl Laid {
    fn of(problem: &Problem) -> Self {
        match problem.cells.len() {
            0..=64 => Self::Single(Layout::new(problem), Decided::default()),
            65..=128 => Self::Double(Layout::new(problem), Decided::default()),
            129..=256 => Self::Fourfold(Layout::new(problem), Decided::default()),
            _ => Self::Eightfold(Layout::new(problem), Decided::default()),
        }
    }
}
