//! Where each piece may lie, as sets of cells: what every search begins with.

use glam::IVec3;

use super::{
    cells::{Cells, Wide},
    geometry::Extent,
    pieces::Piece,
};
use crate::puzzles::soma::search::opening::Decided;

/// All placements of all pieces, in sets of one width.
#[derive(Clone, Debug)]
pub struct Layout<C> {
    /// All cells that are to be covered.
    pub all: C,
    /// The pieces, in the order of the problem.
    pub pieces: Vec<Placements<C>>,
    /// What was decided before a search of the problem.
    pub decided: Decided<C>,
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

/// A layout in the narrowest sets that can hold the figure.
#[derive(Clone, Debug)]
pub enum Laid {
    /// Up to 64 cells.
    Single(Layout<u64>),
    /// Up to 128 cells.
    Double(Layout<Wide<2>>),
    /// Up to 256 cells.
    Fourfold(Layout<Wide<4>>),
    /// Up to 512 cells, which no box exceeds.
    Eightfold(Layout<Wide<8>>),
}

/// Does the same with the problem's layout, whatever the width of its sets.
macro_rules! with_layout {
    ($problem:expr, $layout:ident => $body:expr) => {
        match $problem.laid() {
            $crate::puzzles::soma::model::layout::Laid::Single($layout) => $body,
            $crate::puzzles::soma::model::layout::Laid::Double($layout) => $body,
            $crate::puzzles::soma::model::layout::Laid::Fourfold($layout) => $body,
            $crate::puzzles::soma::model::layout::Laid::Eightfold($layout) => $body,
        }
    };
}
pub(in crate::puzzles::soma) use with_layout;

impl Laid {
    /// Lays the pieces on these cells of a box, in reading order.
    pub fn new(extent: Extent, cells: &[IVec3], pieces: &[Piece]) -> Self {
        match cells.len() {
            0..=64 => Self::Single(Layout::new(extent, cells, pieces)),
            65..=128 => Self::Double(Layout::new(extent, cells, pieces)),
            129..=256 => Self::Fourfold(Layout::new(extent, cells, pieces)),
            _ => Self::Eightfold(Layout::new(extent, cells, pieces)),
        }
    }
}

impl<C: Cells> Layout<C> {
    fn new(extent: Extent, cells: &[IVec3], pieces: &[Piece]) -> Self {
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
        Self { all: C::first(cells.len()), pieces: pieces.iter().map(placements).collect(), decided: Decided::default() }
    }

    /// Cells of pieces beyond those that are needed; none if the pieces are too few to fill the figure.
    ///
    /// Pieces may be used, not must: pieces of this many cells in all stay out of every solution.
    pub fn slack(&self) -> Option<u32> {
        let sizes: u32 = self.pieces.iter().map(|piece| piece.size).sum();
        sizes.checked_sub(self.all.count())
    }
}
