//! Which solutions are listed, and in which orders: those with certain pieces in certain places, those that can be put together.

use glam::IVec3;

use crate::{
    board::{By, Order},
    puzzles::soma::{
        Soma,
        live::assembly::order,
        model::{solution::Solution, state::State},
    },
};

/// What a solution must have to be listed. By default nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Pieces with the cells that they, or pieces equal to them, cover; in reading order.
    pub wanted: Vec<(char, Vec<IVec3>)>,
    /// Only solutions that can be put together piece by piece.
    pub can_be_assembled: bool,
    /// Only solutions that stand for fewer solutions than this: those that look the same when they are turned or mirrored.
    pub fewer_than: Option<u32>,
}

impl Filter {
    /// Wants the piece on these cells; or no longer, if it was wanted anywhere.
    pub fn toggle(&mut self, piece: char, cells: Vec<IVec3>) {
        let was_wanted = self.wants(piece);
        self.wanted.retain(|(other, _)| *other != piece);
        if !was_wanted && !cells.is_empty() {
            self.wanted.push((piece, cells));
            self.wanted.sort_unstable_by_key(|&(piece, _)| piece);
        }
    }

    /// Whether the piece is wanted somewhere.
    pub fn wants(&self, piece: char) -> bool {
        self.wanted.iter().any(|(other, _)| *other == piece)
    }

    /// Whether everything is listed.
    pub fn is_open(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the solution is listed.
    pub fn lists(&self, solution: &Solution) -> bool {
        let grid = solution.grid();
        // Whatever covers exactly these cells has the shape that is wanted there: the piece, or one that is equal to it.
        let has = |(_, cells): &(char, Vec<IVec3>)| {
            cells.first().and_then(|&cell| grid.mark(cell)).is_some_and(|mark| grid.cells_of(mark) == *cells)
        };
        let is_symmetric = self.fewer_than.is_none_or(|all| solution.orbit.is_some_and(|orbit| orbit.solutions < all));
        is_symmetric && self.wanted.iter().all(has) && (!self.can_be_assembled || order(solution).is_ok())
    }
}

/// The orders of the list, besides the one of finding.
pub static ORDERS: [Order<Soma>; 3] = [
    Order { title: "by their pieces", by: By::<Soma>::Number(by_pieces) },
    Order {
        title: "most solutions first",
        by: By::<Soma>::Number(|_, solution| -f64::from(solution.orbit.map_or(1, |orbit| orbit.solutions))),
    },
    Order { title: "most pieces lying flat first", by: By::<Soma>::Number(|_, solution| -(lying_flat(solution) as f64)) },
];

/// The names of the pieces from cell to cell, as far as a number holds them.
fn by_pieces(_state: &State, solution: &Solution) -> f64 {
    const CELLS: usize = 7;
    let mut grid = solution.marks.bytes().filter(|&mark| mark != b'#');
    (0..CELLS).fold(0.0, |key, _| key * 128.0 + f64::from(grid.next().unwrap_or(0)))
}

/// How many pieces lie within one layer.
fn lying_flat(solution: &Solution) -> usize {
    let grid = solution.grid();
    let is_flat = |name: &char| {
        let cells = grid.cells_of(*name);
        cells.iter().all(|cell| cell.z == cells[0].z)
    };
    grid.pinned().filter(is_flat).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::soma::tests::cubes;

    #[test]
    fn a_piece_is_wanted_where_it_lies() {
        let mut filter = Filter::default();
        let shown = &cubes()[100];
        let cells = shown.grid().cells_of('L');
        filter.toggle('L', cells.clone());
        assert!(filter.lists(shown) && !filter.is_open());
        let listed: Vec<&Solution> = cubes().iter().filter(|solution| filter.lists(solution)).collect();
        assert!(!listed.is_empty() && listed.len() < 240);
        assert!(listed.iter().all(|solution| solution.grid().cells_of('L') == cells));
        filter.toggle('L', Vec::new());
        assert!(filter.is_open());
    }

    #[test]
    fn every_cube_can_be_assembled_and_none_is_symmetric() {
        let listed = |filter: Filter| cubes().iter().filter(|solution| filter.lists(solution)).count();
        assert_eq!(listed(Filter { can_be_assembled: true, ..Filter::default() }), 240);
        assert_eq!(listed(Filter { fewer_than: Some(48), ..Filter::default() }), 0);
        assert_eq!(listed(Filter { fewer_than: Some(49), ..Filter::default() }), 240);
    }

    #[test]
    fn orders_put_the_letters_first_that_come_first() {
        let mut solutions: Vec<&Solution> = cubes().iter().collect();
        solutions.sort_by(|a, b| by_pieces(&State::default(), a).total_cmp(&by_pieces(&State::default(), b)));
        assert!(solutions.windows(2).all(|pair| pair[0].marks[..7] <= pair[1].marks[..7]));
        let flat: Vec<usize> = cubes().iter().map(lying_flat).collect();
        assert!(flat.iter().any(|&count| count != flat[0]), "it tells some from others");
    }
}
