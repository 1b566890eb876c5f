//! A problem as exact cover, with cells and pieces as numbers.

use crate::{
    bits::Bits,
    cover,
    puzzles::meteor::model::{
        pieces::{PIECE_CELLS, PIECES, Piece, Placement},
        problem::Problem,
    },
};

/// A problem as exact cover. Placements keep their order, and pieces their numbers.
pub struct Packing {
    /// The placements, by their numbers in `cover`.
    pub placements: Vec<Placement>,
    /// The problem, for exact cover.
    pub cover: cover::Problem<u64>,
}

impl Packing {
    /// Converts the problem with all its placements.
    pub fn new(problem: &Problem) -> Self {
        let placements: Vec<Placement> = problem.placements().collect();
        let copies = |piece: Piece| cover::Copies::up_to(usize::from(problem.remaining().contains(piece)));
        let as_cover =
            |placement: &Placement| cover::Placement { piece: placement.piece.index(), cells: Bits::new(placement.cells.bits()) };
        let cover = cover::Problem {
            required: Bits::new(problem.free().bits()),
            optional: Bits::NONE,
            sizes: vec![PIECE_CELLS; PIECES],
            copies: Piece::all().map(copies).collect(),
            placements: placements.iter().map(as_cover).collect(),
        };
        Self { placements, cover }
    }
}
