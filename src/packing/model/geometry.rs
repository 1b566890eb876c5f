//! Cells of a box, rotations and reflections. Knows nothing of pieces or puzzles.

use glam::{IVec3, ivec3};

/// The largest number of cells in a box: as many as a cube with a side of 8. Searches store a set of cells in this many bits.
pub const MOST_CELLS: usize = 512;

/// The six directions in which cells can touch.
pub const DIRECTIONS: [IVec3; 6] = [IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y, IVec3::Z, IVec3::NEG_Z];

/// The sides of a box, in cells.
///
/// x runs to the right, y towards the viewer and z upwards, so a layer reads like a page on a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Cells in a row.
    pub x: usize,
    /// Rows in a layer.
    pub y: usize,
    /// Layers.
    pub z: usize,
}

impl Extent {
    /// A box with these sides.
    pub const fn new(x: usize, y: usize, z: usize) -> Self {
        Self { x, y, z }
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
        cell.cmpge(IVec3::ZERO).all() && cell.cmplt(self.sides()).all()
    }

    /// The index of the cell in reading order: along x, then y, then z.
    pub fn index(self, cell: IVec3) -> Option<usize> {
        self.contains(cell).then(|| (cell.x as usize) + self.x * (cell.y as usize + self.y * cell.z as usize))
    }

    /// The cell at this index in reading order.
    pub fn cell(self, index: usize) -> IVec3 {
        let (row, x) = (index / self.x.max(1), index % self.x.max(1));
        IVec3::new(x as i32, (row % self.y.max(1)) as i32, (row / self.y.max(1)) as i32)
    }

    /// Iterates over all cells in reading order.
    pub fn cells(self) -> impl Iterator<Item = IVec3> {
        (0..self.volume()).map(move |index| self.cell(index))
    }
}

/// What an isometry does to handedness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Can be done with an object in the hand.
    Rotation,
    /// Needs a mirror.
    Reflection,
}

/// One of the 48 isometries that map the axes of space onto one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isometry {
    /// The axis that each coordinate of the image comes from.
    axes: [usize; 3],
    /// The sign of each coordinate.
    signs: [i32; 3],
}

impl Isometry {
    /// A quarter turn about each of the x, y and z axes.
    pub const QUARTER_TURNS: [Self; 3] = [
        Self { axes: [0, 2, 1], signs: [1, -1, 1] },
        Self { axes: [2, 1, 0], signs: [1, 1, -1] },
        Self { axes: [1, 0, 2], signs: [-1, 1, 1] },
    ];

    /// Iterates over all 48, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        const AXES: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [2, 1, 0], [1, 0, 2]];
        AXES.into_iter()
            .flat_map(|axes| (0..8).map(move |bits| Self { axes, signs: [0, 1, 2].map(|axis| if bits >> axis & 1 == 0 { 1 } else { -1 }) }))
    }

    /// Iterates over the 24 that need no mirror.
    pub fn rotations() -> impl Iterator<Item = Self> {
        Self::all().filter(|isometry| isometry.kind() == Kind::Rotation)
    }

    /// Returns the kind, which is the sign of the determinant.
    pub fn kind(self) -> Kind {
        let [a, b, c] = self.axes;
        let is_cycle = (a + 1) % 3 == b && (b + 1) % 3 == c;
        let orientation = if is_cycle { 1 } else { -1 };
        if orientation * self.signs.iter().product::<i32>() == 1 { Kind::Rotation } else { Kind::Reflection }
    }

    /// Returns the image of a cell about the origin.
    pub fn apply(self, cell: IVec3) -> IVec3 {
        let from = cell.to_array();
        let along = |axis: usize| self.signs[axis] * from[self.axes[axis]];
        ivec3(along(0), along(1), along(2))
    }

    /// Returns the images of the cells, shifted back to the origin and in reading order.
    pub fn apply_all(self, cells: &[IVec3]) -> Vec<IVec3> {
        normalized(cells.iter().map(|&cell| self.apply(cell)).collect())
    }
}

/// Returns the same shape with its smallest coordinates at 0, in reading order.
pub fn normalized(mut cells: Vec<IVec3>) -> Vec<IVec3> {
    let corner = lower_corner(&cells);
    for cell in &mut cells {
        *cell -= corner;
    }
    cells.sort_unstable_by_key(reading_order);
    cells
}

/// Returns the smallest coordinates of the cells; the origin if there are none.
pub fn lower_corner(cells: &[IVec3]) -> IVec3 {
    cells.iter().copied().reduce(IVec3::min).unwrap_or(IVec3::ZERO)
}

/// A sort key for reading order: along x, then y, then z.
pub fn reading_order(cell: &IVec3) -> [i32; 3] {
    [cell.z, cell.y, cell.x]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_all_isometries_are_rotations_and_all_differ() {
        let isometries: Vec<Isometry> = Isometry::all().collect();
        assert_eq!(isometries.len(), 48);
        assert_eq!(Isometry::rotations().count(), 24);
        let point = IVec3::new(1, 2, 3);
        assert_eq!(isometries[0].apply(point), point);
        for (i, isometry) in isometries.iter().enumerate() {
            assert!(isometries[..i].iter().all(|other| other.apply(point) != isometry.apply(point)));
        }
    }

    #[test]
    fn rotations_keep_handedness() {
        for isometry in Isometry::all() {
            let [x, y, z] = [IVec3::X, IVec3::Y, IVec3::Z].map(|axis| isometry.apply(axis));
            let expected = if isometry.kind() == Kind::Rotation { 1 } else { -1 };
            assert_eq!(x.cross(y).dot(z), expected, "{isometry:?}");
        }
        assert!(Isometry::QUARTER_TURNS.iter().all(|isometry| isometry.kind() == Kind::Rotation));
    }

    #[test]
    fn cells_and_indices_agree() {
        let extent = Extent::new(4, 3, 2);
        for (index, cell) in extent.cells().enumerate() {
            assert_eq!(extent.index(cell), Some(index));
        }
        assert_eq!(extent.index(IVec3::new(4, 0, 0)), None);
        assert_eq!(extent.index(IVec3::new(0, -1, 0)), None);
    }
}
