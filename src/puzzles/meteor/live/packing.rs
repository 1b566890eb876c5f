//! The board as exact cover sees it: cells and pieces as numbers, and the holes that pieces of five cannot fill.

use crate::{
    cover,
    puzzles::meteor::model::{
        geometry::{Cell, Cells},
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
    /// The problem with those of its placements that are wanted.
    pub fn new(problem: &Problem, wanted: impl Fn(&Placement) -> bool) -> Self {
        let placements: Vec<Placement> = problem.placements().filter(wanted).collect();
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

/// A region of these free cells whose size is no multiple of five. Pieces lie wholly inside a region or wholly outside.
pub fn hole(free: u64) -> Option<u64> {
    let mut rest = Cells::on_board(free);
    while let Some(first) = rest.first() {
        let region = rest.region(first.into());
        if !region.len().is_multiple_of(PIECE_CELLS) {
            return Some(region.bits());
        }
        rest = rest - region;
    }
    None
}

/// The cells of a set as spots.
pub fn spots(cells: u64) -> Vec<Cell> {
    Cells::on_board(cells).iter().collect()
}
