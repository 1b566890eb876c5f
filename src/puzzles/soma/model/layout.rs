//! Where each piece may lie, as sets of cells: what every search begins with.

use glam::IVec3;

use super::{cells::Cells, pieces::Piece, problem::Problem, state::Grid};

/// All placements of all pieces, in sets of one width.
#[derive(Clone, Debug)]
pub struct Layout<C> {
    /// All cells that are to be covered.
    pub all: C,
    /// The pieces, in the order of the problem.
    pub pieces: Vec<Placements<C>>,
}

/// A piece with all the places where it fits.
#[derive(Clone, Debug)]
pub struct Placements<C> {
    /// Its name.
    pub name: char,
    /// The number of its cells.
    pub size: u32,
    /// The cells of each placement, ordered by the lowest cell.
    pub masks: Vec<C>,
}

impl<C: Cells> Layout<C> {
    /// Lays the pieces that are left on the cells that are to be covered.
    pub fn new(problem: &Problem) -> Self {
        let Problem { grid: Grid { extent, .. }, cells, pieces, .. } = problem;
        let mut numbers = vec![None; extent.volume()];
        for (number, &cell) in cells.iter().enumerate() {
            if let Some(index) = extent.index(cell) {
                numbers[index] = Some(number);
            }
        }
        let number = |cell: IVec3| extent.index(cell).and_then(|index| numbers[index]);
        let placements = |piece: &Piece| {
            let orientations = piece.orientations();
            // Every orientation with its lowest cell on every cell: so each placement comes once, ordered by its lowest cell.
            let fit = |orientation: &Vec<IVec3>, cell: IVec3| {
                let shift = cell - *orientation.first()?;
                orientation.iter().try_fold(C::EMPTY, |mask, &part| Some(mask.with(number(part + shift)?)))
            };
            let masks = cells.iter().flat_map(|&cell| orientations.iter().filter_map(move |orientation| fit(orientation, cell))).collect();
            Placements { name: piece.name, size: piece.cells.len() as u32, masks }
        };
        Self { all: C::first(cells.len()), pieces: pieces.iter().map(placements).collect() }
    }

    /// Cells of pieces beyond those that are needed; none if the pieces are too few to fill the figure.
    ///
    /// Pieces may be used, not must: pieces of this many cells in all stay out of every solution.
    pub fn slack(&self) -> Option<u32> {
        let sizes: u32 = self.pieces.iter().map(|piece| piece.size).sum();
        sizes.checked_sub(self.all.count())
    }
}
