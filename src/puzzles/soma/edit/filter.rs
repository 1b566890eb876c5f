//! Which solutions are listed, and in which order: those with certain pieces in certain places, or those that can be assembled.

use glam::IVec3;

use crate::{
    board::{By, Order},
    puzzles::soma::{
        Soma,
        live::assembly::order,
        model::{solution::Solution, state::State},
        words,
    },
};

/// What a solution must have to be listed; by default nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Required pieces with the cells that they, or equal pieces, must cover; in reading order.
    pub required: Vec<(char, Vec<IVec3>)>,
    /// Only solutions that can be assembled piece by piece.
    pub can_be_assembled: bool,
    /// Only solutions that stand for fewer solutions than this, which are the symmetric ones.
    pub fewer_than: Option<u32>,
}

impl Filter {
    /// Requires the piece on these cells, or no longer requires it if it was required anywhere.
    pub fn toggle(&mut self, piece: char, cells: Vec<IVec3>) {
        let was_required = self.requires(piece);
        self.required.retain(|(other, _)| *other != piece);
        if !was_required && !cells.is_empty() {
            self.required.push((piece, cells));
            self.required.sort_unstable_by_key(|&(piece, _)| piece);
        }
    }

    /// Whether the piece is required somewhere.
    pub fn requires(&self, piece: char) -> bool {
        self.required.iter().any(|(other, _)| *other == piece)
    }

    /// Whether every solution is listed.
    pub fn is_off(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the solution is listed.
    pub fn accepts(&self, solution: &Solution) -> bool {
        let grid = solution.grid();
        // Whatever covers exactly these cells has the required shape: the piece itself or an equal one.
        let has = |(_, cells): &(char, Vec<IVec3>)| {
            cells.first().and_then(|&cell| grid.mark(cell)).is_some_and(|mark| grid.cells_of(mark) == *cells)
        };
        let is_symmetric = self.fewer_than.is_none_or(|all| solution.orbit.is_some_and(|orbit| orbit.solutions < all));
        is_symmetric && self.required.iter().all(has) && (!self.can_be_assembled || order(solution).is_ok())
    }
}

/// The orders of the list, apart from the order in which solutions were found.
pub static ORDERS: [Order<Soma>; 3] = [
    Order { title: words::BY_PIECES, by: By::<Soma>::Number(by_pieces) },
    Order {
        title: words::MOST_SOLUTIONS_FIRST,
        by: By::<Soma>::Number(|_, solution| -f64::from(solution.orbit.map_or(1, |orbit| orbit.solutions))),
    },
    Order { title: words::MOST_FLAT_PIECES_FIRST, by: By::<Soma>::Number(|_, solution| -(lying_flat(solution) as f64)) },
];

/// Combines the names of the pieces on the first cells into a number.
fn by_pieces(_state: &State, solution: &Solution) -> f64 {
    const CELLS: usize = 7;
    let mut grid = solution.marks.bytes().filter(|&mark| mark != b'#');
    (0..CELLS).fold(0.0, |key, _| key * 128.0 + f64::from(grid.next().unwrap_or(0)))
}

/// Returns the number of pieces that lie within one layer.
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
    fn a_piece_is_required_at_its_cells() {
        let mut filter = Filter::default();
        let shown = &cubes()[100];
        let cells = shown.grid().cells_of('L');
        filter.toggle('L', cells.clone());
        assert!(filter.accepts(shown) && !filter.is_off());
        let listed: Vec<&Solution> = cubes().iter().filter(|solution| filter.accepts(solution)).collect();
        assert!(!listed.is_empty() && listed.len() < 240);
        assert!(listed.iter().all(|solution| solution.grid().cells_of('L') == cells));
        filter.toggle('L', Vec::new());
        assert!(filter.is_off());
    }

    #[test]
    fn every_cube_can_be_assembled_and_is_asymmetric() {
        let listed = |filter: Filter| cubes().iter().filter(|solution| filter.accepts(solution)).count();
        assert_eq!(listed(Filter { can_be_assembled: true, ..Filter::default() }), 240);
        assert_eq!(listed(Filter { fewer_than: Some(48), ..Filter::default() }), 0);
        assert_eq!(listed(Filter { fewer_than: Some(49), ..Filter::default() }), 240);
    }

    #[test]
    fn ordering_by_pieces_is_alphabetical() {
        let mut solutions: Vec<&Solution> = cubes().iter().collect();
        solutions.sort_by(|a, b| by_pieces(&State::default(), a).total_cmp(&by_pieces(&State::default(), b)));
        assert!(solutions.windows(2).all(|pair| pair[0].marks[..7] <= pair[1].marks[..7]));
        let flat: Vec<usize> = cubes().iter().map(lying_flat).collect();
        assert!(flat.iter().any(|&count| count != flat[0]), "all solutions have the same number of flat pieces");
    }
}
