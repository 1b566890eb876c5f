//! All pieces of a number of cells.

use std::collections::HashSet;

use glam::IVec3;

use super::{isometry::reading_order, lattice::Lattice, pieces::Piece};

/// Returns the cells of all pieces of this many cells, each once, in reading order; `None` if there are more than `most`.
///
/// Pieces that may be turned over are free polyforms, the others one-sided ones. Each piece less one of its cells is connected for some
/// cell, so all are found by adding a cell to those with one less.
pub fn polyforms(lattice: &'static Lattice, cells: usize, may_flip: bool, most: usize) -> Option<Vec<Vec<IVec3>>> {
    let shape = |cells: Vec<IVec3>| Piece { may_flip, ..Piece::new('P', lattice, cells) }.canonical_shape();
    let mut all: Vec<Vec<IVec3>> = vec![vec![IVec3::ZERO]];
    for _ in 1..cells {
        let mut larger = HashSet::new();
        for cells in &all {
            let around = cells.iter().flat_map(|&cell| lattice.steps.iter().map(move |&step| cell + step));
            for cell in around.filter(|cell| !cells.contains(cell)) {
                larger.insert(shape([&cells[..], &[cell]].concat()));
                if most < larger.len() {
                    return None;
                }
            }
        }
        all = larger.into_iter().collect();
    }
    all.sort_unstable_by_key(|cells| cells.iter().map(reading_order).collect::<Vec<_>>());
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packing::model::lattice::{CUBES, HEXAGONS, SQUARES};

    /// The numbers of the On-Line Encyclopedia of Integer Sequences: A000105, A000988, A000228, A006535 and A000162.
    #[test]
    fn all_polyforms_are_found() {
        for (lattice, may_flip, counts) in [
            (&SQUARES, true, &[1, 1, 2, 5, 12, 35, 108][..]),
            (&SQUARES, false, &[1, 1, 2, 7, 18, 60, 196]),
            (&HEXAGONS, true, &[1, 1, 3, 7, 22, 82]),
            (&HEXAGONS, false, &[1, 1, 3, 10, 33, 147]),
            (&CUBES, false, &[1, 1, 2, 8, 29, 166]),
        ] {
            let found: Vec<usize> =
                (1..=counts.len()).map(|cells| polyforms(lattice, cells, may_flip, 200).map_or(0, |all| all.len())).collect();
            assert_eq!(found, counts, "{}, {may_flip}", lattice.cell);
        }
        assert_eq!(polyforms(&SQUARES, 7, true, 107), None);
    }
}
