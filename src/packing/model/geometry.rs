//! Boxes of cells. Knows nothing of pieces or puzzles.

use glam::IVec3;

use super::lattice::{CUBES, Lattice};

/// The largest number of cells in a box: as many as a cube with a side of 8. Searches store a set of cells in this many bits.
pub const MOST_CELLS: usize = 512;

/// A box of cells of a lattice, with its sides in cells.
///
/// x runs to the right, y towards the viewer and z upwards, so a layer reads like a page on a table. Where rows are staggered, a cell's x
/// is counted along a line that runs down to the right: see [`Lattice::is_staggered`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    /// What the cells are.
    pub lattice: &'static Lattice,
    /// Cells in a row.
    pub x: usize,
    /// Rows in a layer.
    pub y: usize,
    /// Layers.
    pub z: usize,
}

impl Extent {
    /// A box of cubes with these sides.
    pub const fn new(x: usize, y: usize, z: usize) -> Self {
        Self::on(&CUBES, x, y, z)
    }

    /// A box of a lattice with these sides.
    pub const fn on(lattice: &'static Lattice, x: usize, y: usize, z: usize) -> Self {
        Self { lattice, x, y, z }
    }

    /// The number of cells.
    pub const fn volume(self) -> usize {
        self.x * self.y * self.z
    }

    /// The sides as a vector.
    pub fn sides(self) -> IVec3 {
        IVec3::new(self.x as i32, self.y as i32, self.z as i32)
    }

    /// Whether the cell is inside the box.
    pub fn contains(self, cell: IVec3) -> bool {
        self.index(cell).is_some()
    }

    /// The index of the cell in reading order: along x, then y, then z.
    pub fn index(self, cell: IVec3) -> Option<usize> {
        let place = self.lattice.place(cell);
        let is_inside = place.cmpge(IVec3::ZERO).all() && place.cmplt(self.sides()).all();
        is_inside.then(|| (place.x as usize) + self.x * (place.y as usize + self.y * place.z as usize))
    }

    /// The cell at this index in reading order.
    pub fn cell(self, index: usize) -> IVec3 {
        let (row, x) = (index / self.x.max(1), index % self.x.max(1));
        self.lattice.cell(IVec3::new(x as i32, (row % self.y.max(1)) as i32, (row / self.y.max(1)) as i32))
    }

    /// Iterates over all cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = IVec3> {
        (0..self.volume()).map(move |index| self.cell(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::lattice::{HEXAGONS, SQUARES};

    #[test]
    fn cells_and_indices_agree() {
        for extent in [Extent::new(4, 3, 2), Extent::on(&SQUARES, 4, 3, 1), Extent::on(&HEXAGONS, 4, 3, 1)] {
            for (index, cell) in extent.cells().enumerate() {
                assert_eq!(extent.index(cell), Some(index));
            }
        }
        let extent = Extent::new(4, 3, 2);
        assert_eq!(extent.index(IVec3::new(4, 0, 0)), None);
        assert_eq!(extent.index(IVec3::new(0, -1, 0)), None);
    }
}
