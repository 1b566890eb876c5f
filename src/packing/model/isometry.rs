//! Rotations and reflections, and shapes that differ only in their place.

use glam::IVec3;

/// What an isometry does to handedness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Can be done with an object in the hand.
    Rotation,
    /// Needs a mirror.
    Reflection,
}

/// A rotation or reflection about the origin that maps a lattice to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isometry {
    /// The images of the steps along x, y and z.
    pub axes: [IVec3; 3],
}

impl Isometry {
    /// Returns the kind, which is the sign of the determinant.
    pub fn kind(self) -> Kind {
        let [x, y, z] = self.axes;
        if x.cross(y).dot(z) > 0 { Kind::Rotation } else { Kind::Reflection }
    }

    /// Returns the image of a cell about the origin.
    pub fn apply(self, cell: IVec3) -> IVec3 {
        let [x, y, z] = self.axes;
        cell.x * x + cell.y * y + cell.z * z
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
