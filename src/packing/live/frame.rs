//! How assemblies are turned before they are taken apart: as BurrTools does, since the level can depend on the order of the directions.

use glam::IVec3;

use crate::packing::model::{
    isometry::{Isometry, Kind, normalized},
    problem::Problem,
    state::{OUTSIDE, State},
};

/// How the assemblies of a problem are turned: the piece with the fewest symmetries lies as it is drawn, as far as the figure can be turned
/// so.
pub struct Frame {
    /// The rotations that map the figure to itself.
    rotations: Vec<Isometry>,
    /// The name of that piece.
    fixed: char,
    /// Its orientations, the one that is drawn first.
    orientations: Vec<Vec<IVec3>>,
}

impl Frame {
    /// The frame of this problem.
    pub fn of(problem: &Problem) -> Self {
        let State { lattice, .. } = problem.state;
        let grid = &problem.grid;
        let cells = |is_optional: bool| -> Vec<IVec3> {
            grid.extent.cells().filter(|&cell| grid.mark(cell) != Some(OUTSIDE) && grid.is_optional(cell) == is_optional).collect()
        };
        // Both kinds of cells together, so that they are turned about the same point.
        let (required, all) = (cells(false), [cells(false), cells(true)].concat());
        let shifted = |isometry: &Isometry, cells: &[IVec3]| -> Vec<IVec3> {
            let corner = all.iter().map(|&cell| isometry.apply(cell)).reduce(IVec3::min).unwrap_or_default();
            let mut turned: Vec<[i32; 3]> = cells.iter().map(|&cell| (isometry.apply(cell) - corner).to_array()).collect();
            turned.sort_unstable();
            turned.into_iter().map(IVec3::from_array).collect()
        };
        let identity = lattice.isometries[0];
        let keeps = |isometry: &&Isometry| [&required, &all].iter().all(|cells| shifted(isometry, cells) == shifted(&identity, cells));
        let is_free = grid.pinned().next().is_none();
        let symmetries: Vec<Isometry> = lattice.isometries.iter().filter(|isometry| is_free && keeps(isometry)).copied().collect();
        let pieces = problem.state.distinct_pieces();
        let in_common =
            |cells: &[IVec3]| symmetries.iter().filter(|isometry| isometry.apply_all(cells) == normalized(cells.to_vec())).count();
        let fixed = pieces.iter().filter(|piece| problem.state.allows(piece)).min_by_key(|piece| in_common(&piece.cells));
        let rotations: Vec<Isometry> = symmetries.into_iter().filter(|isometry| isometry.kind() == Kind::Rotation).collect();
        let oriented = |cells: &[IVec3]| lattice.rotations().map(|rotation| rotation.apply_all(cells)).collect();
        Self {
            rotations: if rotations.is_empty() { vec![identity] } else { rotations },
            fixed: fixed.map_or(' ', |piece| piece.name),
            orientations: fixed.map_or_else(Vec::new, |piece| oriented(&piece.cells)),
        }
    }

    /// Returns how an assembly of these pieces, with these names, is turned.
    pub fn rotation(&self, names: &[char], pieces: &[Vec<IVec3>]) -> Isometry {
        let number = |rotation: &&Isometry| {
            let fixed = names.iter().position(|&name| name == self.fixed)?;
            let cells = rotation.apply_all(&pieces[fixed]);
            self.orientations.iter().position(|orientation| *orientation == cells)
        };
        // The first is the identity.
        self.rotations.iter().min_by_key(number).copied().unwrap_or(self.rotations[0])
    }
}
