//! One solution at once, where there is one near: a short search in depth, before anything is built.

use super::fits::Fits;
use crate::puzzles::meteor::model::{
    geometry::Cells,
    pieces::{PIECES, PieceSet, Placement},
    problem::Problem,
};

/// After so many boards the search gives up; then the graph, which takes about a hundred times as long, knows better. From the
/// empty board, it takes 34.
const BOARDS: usize = 400;

/// The placements of a solution, if one is found soon.
pub fn near_solution(problem: &Problem) -> Option<Vec<Placement>> {
    problem.needed()?;
    let mut search = InDepth { fits: Fits::new(problem), placed: Vec::with_capacity(PIECES), boards_left: BOARDS };
    search.fill(!problem.free(), problem.left()).then_some(search.placed)
}

struct InDepth {
    fits: Fits,
    placed: Vec<Placement>,
    boards_left: usize,
}

impl InDepth {
    /// Whether the board was filled; `placed` then tells how.
    fn fill(&mut self, covered: Cells, left: PieceSet) -> bool {
        if covered == Cells::ALL {
            return true;
        }
        let mut placements = Vec::new();
        self.fits.each(covered, |lowest, shape| placements.push(Placement { piece: shape.piece, cells: shape.cells(lowest) }));
        for placement in placements.into_iter().filter(|placement| left.contains(placement.piece)) {
            let covered = covered | placement.cells;
            if !(!covered).regions_are_fives() {
                continue;
            }
            if self.boards_left == 0 {
                return false;
            }
            self.boards_left -= 1;
            self.placed.push(placement);
            if self.fill(covered, left.without(placement.piece)) {
                return true;
            }
            self.placed.pop();
        }
        false
    }
}
