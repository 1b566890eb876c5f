//! All placements of each piece as sets of cells: the input of every search.

use glam::IVec3;

use super::{colors::ColorRules, pieces::Piece, problem::Problem, state::Grid};
use base::bits::{Bits, Word};

/// All placements of all pieces, as sets of cells of one width.
#[derive(Clone, Debug)]
pub struct PlacementTable<W: Word> {
    /// The cells that must be covered.
    pub required: Bits<W>,
    /// The cells that may be covered, or stay empty.
    pub optional: Bits<W>,
    /// The pieces, in the order of the problem.
    pub pieces: Vec<Placements<W>>,
}

/// A piece with all its placements.
#[derive(Clone, Debug)]
pub struct Placements<W: Word> {
    /// Its mark.
    pub mark: char,
    /// The number of its cells.
    pub size: u32,
    /// The cells of each placement, ordered by the lowest cell.
    pub masks: Vec<Bits<W>>,
}

impl<W: Word> PlacementTable<W> {
    /// Places each remaining piece in every possible way on the free cells.
    pub fn new(problem: &Problem) -> Self {
        let Problem { grid: Grid { extent, .. }, cells, pieces, .. } = problem;
        let mut numbers = vec![None; extent.volume()];
        for (number, &cell) in cells.iter().enumerate() {
            if let Some(index) = extent.index(cell) {
                numbers[index] = Some(number);
            }
        }
        let number = |cell: IVec3| extent.index(cell).and_then(|index| numbers[index]);
        let rules = ColorRules::of(&problem.state, &problem.grid, &problem.state.set_pieces());
        let placements = |piece: &Piece| {
            let with_colorings = |cells: Vec<IVec3>| (piece.colorings(&cells), cells);
            let orientations: Vec<_> = piece.orientations().into_iter().map(with_colorings).collect();
            // Putting the lowest cell of every orientation on every cell yields each placement once, ordered by its lowest cell.
            let fit = |(colorings, orientation): &(Vec<Vec<char>>, Vec<IVec3>), cell: IVec3| {
                let shift = cell - *orientation.first()?;
                let mask = orientation.iter().try_fold(Bits::NONE, |mask, &part| Some(mask.with(number(part + shift)?)))?;
                let may_lie = colorings.is_empty() || {
                    let cells: Vec<IVec3> = orientation.iter().map(|&part| part + shift).collect();
                    rules.fit(colorings, &cells) && rules.touching(piece, &cells).is_none()
                };
                may_lie.then_some(mask)
            };
            let masks = cells.iter().flat_map(|&cell| orientations.iter().filter_map(move |orientation| fit(orientation, cell))).collect();
            Placements { mark: piece.mark, size: piece.cells.len() as u32, masks }
        };
        let mut placed: Vec<Placements<W>> = Vec::with_capacity(pieces.len());
        for (number, piece) in pieces.iter().enumerate() {
            let copy = pieces[..number].iter().position(|other| other.name == piece.name);
            placed.push(copy.map_or_else(|| placements(piece), |copy| Placements { mark: piece.mark, ..placed[copy].clone() }));
        }
        let [optional, required] = [true, false].map(|kind| (0..cells.len()).filter(|&cell| problem.optional[cell] == kind).collect());
        Self { required, optional, pieces: placed }
    }

    /// Returns how many more cells the pieces have than must be covered; `None` if the pieces are too small to fill it.
    ///
    /// Not every piece has to be used: pieces with this many cells in total stay out of every solution.
    pub fn slack(&self) -> Option<u32> {
        let sizes: u32 = self.pieces.iter().map(|piece| piece.size).sum();
        sizes.checked_sub(self.required.len() as u32)
    }
}
