//! The symmetries of a position with its pinned pieces: solutions that differ only by one of these are the same for a person.

use glam::IVec3;

use crate::model::{
    isometry::reading_order,
    pieces::Piece,
    problem::{Problem, color_for},
    state::{FREE, OUTSIDE},
    symmetry::{self, Symmetries},
};
use cover::{Copies, challenges::Symmetry};

/// Returns the symmetries that map the figure to itself and pinned pieces to pinned pieces of the right shape, without the identity. Cells
/// and pieces are numbered as in the problem; of equal pieces only the first counts.
pub fn of_position(problem: &Problem) -> Vec<Symmetry> {
    let grid = &problem.grid;
    let cells: Vec<IVec3> = grid.extent.cells().zip(&grid.marks).filter(|&(_, &mark)| mark != OUTSIDE).map(|(cell, _)| cell).collect();
    let set_pieces = problem.state.set_pieces();
    let pinned = grid.pinned().filter_map(|name| set_pieces.iter().find(|piece| piece.mark == name).cloned());
    let pieces: Vec<Piece> = problem.pieces.iter().cloned().chain(pinned).collect();
    let whole = Symmetries::of(grid.extent, &cells, &pieces);
    // What pinned pieces cover, and how often pieces are used with them, has no choice left.
    let may_stay_empty: Vec<bool> = cells.iter().map(|&cell| grid.mark(cell) == Some(FREE) && grid.is_optional(cell)).collect();
    let mut copies = vec![Copies::default(); pieces.len()];
    for (piece, own) in problem.copies.iter().enumerate() {
        copies[whole.equal_pieces.first(piece)].least += own.least;
    }
    let colors: Vec<char> = cells.iter().map(|&cell| color_for(&pieces, grid, cell)).collect();
    let whole = whole.keeping(&may_stay_empty, &colors, &copies);
    let position = Position { problem, whole: &whole, cells: &cells, pieces: &pieces };
    whole.all.iter().filter_map(|symmetry| position.restricted(symmetry)).filter(|symmetry| !is_identity(symmetry)).collect()
}

fn is_identity(symmetry: &Symmetry) -> bool {
    symmetry.cells.iter().enumerate().all(|(cell, &image)| cell == usize::from(image))
}

struct Position<'a> {
    problem: &'a Problem,
    /// The symmetries of the figure without pinned pieces.
    whole: &'a Symmetries,
    /// All cells of the figure.
    cells: &'a [IVec3],
    /// The remaining pieces as in the problem, then the pinned ones.
    pieces: &'a [Piece],
}

impl Position<'_> {
    /// The symmetry on the free cells and the remaining pieces; `None` unless it keeps the pinned pieces.
    fn restricted(&self, symmetry: &symmetry::Symmetry) -> Option<Symmetry> {
        let image = |cell: &IVec3| {
            let place = self.cells.iter().position(|other| other == cell)?;
            self.cells.get(symmetry.target(place)).copied()
        };
        let remaining = self.problem.pieces.len();
        for piece in remaining..self.pieces.len() {
            let covered = |piece: usize| self.problem.grid.cells_of(self.pieces[piece].mark);
            let mut cells: Vec<IVec3> = covered(piece).iter().filter_map(image).collect();
            cells.sort_unstable_by_key(reading_order);
            let is_image = |&other: &usize| covered(other) == cells && self.are_equal(other, symmetry.becomes(piece));
            (remaining..self.pieces.len()).find(is_image)?;
        }
        let number = |cell: IVec3| self.problem.cells.iter().position(|&other| other == cell);
        let cells = self.problem.cells.iter().map(|cell| Some(number(image(cell)?)? as u16)).collect::<Option<Vec<u16>>>()?;
        let becomes = |piece: usize| (0..remaining).find(|&other| self.are_equal(other, symmetry.becomes(piece)));
        Some(Symmetry { cells, pieces: (0..remaining).map(becomes).collect::<Option<Vec<usize>>>()? })
    }

    fn are_equal(&self, piece: usize, other: usize) -> bool {
        self.whole.equal_pieces.first(piece) == self.whole.equal_pieces.first(other)
    }
}
