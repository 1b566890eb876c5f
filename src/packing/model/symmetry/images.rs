//! Finds the smallest image of a solution. All images are compared at once, cell by cell; few remain after the first cell.

use std::sync::Arc;

use super::Symmetry;
use crate::model::isometry::Kind;
use base::bits::Bits;

/// A set of symmetries, of which there are at most 48.
type Set = Bits<u64>;

/// For each image, the cells that its cells come from.
///
/// A *place* is a cell of the solution, numbered from 0, or of its mirrored solution, in which the pieces are exchanged but not moved;
/// those numbers follow.
#[derive(Clone, Debug)]
pub struct Images {
    /// The piece that each piece becomes in a mirror; empty if no symmetry is a reflection.
    mirrored: Vec<u8>,
    /// The places from which the first cell of an image can come, each with a bit set of the symmetries that bring it there.
    first: Vec<(u16, Set)>,
    /// For each cell and then for each symmetry, the place that it comes from.
    from: Vec<u16>,
    symmetries: usize,
    /// The symmetries that are rotations.
    rotations: Set,
}

/// The symmetries that map a solution to its canonical image.
pub struct CanonicalMaps {
    /// One of them; the identity if it is among them.
    pub symmetry: usize,
    /// The number of rotations among them.
    pub rotations: u32,
    /// The number of reflections among them.
    pub reflections: u32,
}

impl Images {
    /// Builds the table for a group of at most 48 symmetries.
    pub fn new(all: &[Arc<Symmetry>]) -> Self {
        let cells = all.first().map_or(0, |symmetry| symmetry.source.len());
        let is_mirror = |symmetry: &Symmetry| symmetry.kind == Kind::Reflection;
        let place = |symmetry: &Symmetry, cell: usize| symmetry.source[cell] + if is_mirror(symmetry) { cells as u16 } else { 0 };
        let mut first: Vec<(u16, Set)> = Vec::new();
        for (number, symmetry) in all.iter().enumerate().filter(|_| cells > 0) {
            let place = place(symmetry, 0);
            match first.iter_mut().find(|(other, _)| *other == place) {
                Some((_, symmetries)) => *symmetries |= number.into(),
                None => first.push((place, number.into())),
            }
        }
        Self {
            mirrored: all.iter().find(|symmetry| is_mirror(symmetry)).map(|symmetry| symmetry.becomes.clone()).unwrap_or_default(),
            first,
            from: (0..cells).flat_map(|cell| all.iter().map(move |symmetry| place(symmetry, cell))).collect(),
            symmetries: all.len(),
            rotations: all.iter().enumerate().filter(|(_, symmetry)| !is_mirror(symmetry)).map(|(number, _)| number).collect(),
        }
    }

    /// Returns the number of rotations in the group.
    pub fn rotations(&self) -> u32 {
        self.rotations.len() as u32
    }

    /// Returns the symmetries that map the solution to its canonical image.
    pub fn canonical_maps(&self, cover: &[u8]) -> CanonicalMaps {
        let piece = |place: u16| match usize::from(place).checked_sub(cover.len()) {
            None => cover[usize::from(place)],
            Some(mirrored) => self.mirrored[usize::from(cover[mirrored])],
        };
        let mut leading = with_smallest(self.first.iter().map(|&(place, symmetries)| (piece(place), symmetries)));
        for from in self.from.chunks_exact(self.symmetries).skip(1) {
            if leading == leading.lowest() {
                break;
            }
            leading = with_smallest(leading.iter().map(|number| (piece(from[number]), number.into())));
        }
        let rotations = (leading & self.rotations).len() as u32;
        CanonicalMaps { symmetry: leading.first().unwrap_or_default(), rotations, reflections: leading.len() as u32 - rotations }
    }
}

/// Returns all symmetries that bring the smallest piece.
fn with_smallest(brought: impl Iterator<Item = (u8, Set)>) -> Set {
    let (mut smallest, mut all) = (u8::MAX, Set::NONE);
    for (piece, symmetries) in brought {
        if piece < smallest {
            (smallest, all) = (piece, symmetries);
        } else if piece == smallest {
            all |= symmetries;
        }
    }
    all
}
