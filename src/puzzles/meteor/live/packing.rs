//! A problem as exact cover sees it: cells and pieces as numbers.

use crate::{
    cover,
    puzzles::meteor::model::{
        pieces::{PIECE_CELLS, PIECES, Piece, Placement},
        problem::Problem,
    },
};

/// A problem as exact cover sees it. Placements keep their order; pieces keep their numbers.
pub struct Packing {
    /// The placements, by their places in `cover`.
    pub placements: Vec<Placement>,
    /// The problem.
    pub cover: cover::Problem<u64>,
}

impl Packing {
    /// The problem with all its placements.
    pub fn new(problem: &Problem) -> Self {
        let placements: Vec<Placement> = problem.placements().collect();
        let copies = |piece: Piece| usize::from(problem.left().contains(piece));
        let seen = |placement: &Placement| cover::Placement { piece: placement.piece.index(), cells: placement.cells.bits() };
        let cover = cover::Problem {
            free: problem.free().bits(),
            sizes: vec![PIECE_CELLS; PIECES],
            copies: Piece::all().map(copies).collect(),
            placements: placements.iter().map(seen).collect(),
        };
        Self { placements, cover }
    }
}
