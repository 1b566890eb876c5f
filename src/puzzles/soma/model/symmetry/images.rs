//! Which of all images of a solution is the smallest: they are compared cell by cell, all at once, and few are left after the first.

use std::sync::Arc;

use super::Symmetry;
use crate::puzzles::soma::model::{cells::Cells, geometry::Kind};

/// Where the cells of all images are from.
///
/// A place is a cell of the solution, or of its mirror image, for which the pieces are exchanged but not moved: they come after the cells.
#[derive(Clone, Debug)]
pub struct Images {
    /// What a piece becomes in the mirror; empty if no symmetry needs one.
    mirrored: Vec<u8>,
    /// The places from which the first cell of an image may be, each with the symmetries that bring it there, as bits.
    first: Vec<(u16, u64)>,
    /// For each cell, one symmetry after the other, the place that it is from.
    from: Vec<u16>,
    symmetries: usize,
    /// The symmetries that are rotations.
    rotations: u64,
}

/// The symmetries that lead to the smallest image.
pub struct Leading {
    /// One of them; the first of all, if that is among them.
    pub symmetry: usize,
    /// How many of them are rotations.
    pub rotations: u32,
    /// How many need a mirror.
    pub reflections: u32,
}

impl Images {
    /// Of a group of symmetries; there are 48 at most.
    pub fn new(all: &[Arc<Symmetry>]) -> Self {
        let cells = all.first().map_or(0, |symmetry| symmetry.source.len());
        let is_mirror = |symmetry: &Symmetry| symmetry.kind == Kind::Reflection;
        let place = |symmetry: &Symmetry, cell: usize| symmetry.source[cell] + if is_mirror(symmetry) { cells as u16 } else { 0 };
        let mut first: Vec<(u16, u64)> = Vec::new();
        for (number, symmetry) in all.iter().enumerate().filter(|_| cells > 0) {
            let place = place(symmetry, 0);
            match first.iter_mut().find(|(other, _)| *other == place) {
                Some((_, symmetries)) => *symmetries |= 1 << number,
                None => first.push((place, 1 << number)),
            }
        }
        Self {
            mirrored: all.iter().find(|symmetry| is_mirror(symmetry)).map(|symmetry| symmetry.becomes.clone()).unwrap_or_default(),
            first,
            from: (0..cells).flat_map(|cell| all.iter().map(move |symmetry| place(symmetry, cell))).collect(),
            symmetries: all.len(),
            rotations: (0..).zip(all).filter(|(_, symmetry)| !is_mirror(symmetry)).fold(0, |all, (number, _)| all | 1 << number),
        }
    }

    /// How many of the symmetries are rotations.
    pub fn rotations(&self) -> u32 {
        self.rotations.count()
    }

    /// Which symmetries lead to the smallest image of the solution.
    pub fn leading(&self, cover: &[u8]) -> Leading {
        let piece = |place: u16| match usize::from(place).checked_sub(cover.len()) {
            None => cover[usize::from(place)],
            Some(mirrored) => self.mirrored[usize::from(cover[mirrored])],
        };
        let mut leading = with_smallest(self.first.iter().map(|&(place, symmetries)| (piece(place), symmetries)));
        for from in self.from.chunks_exact(self.symmetries).skip(1) {
            if leading & leading.wrapping_sub(1) == 0 {
                break;
            }
            leading = with_smallest(leading.cells().map(|number| (piece(from[number]), 1 << number)));
        }
        let rotations = (leading & self.rotations).count();
        Leading { symmetry: leading.lowest().unwrap_or_default(), rotations, reflections: leading.count() - rotations }
    }
}

/// All symmetries that bring the smallest piece.
fn with_smallest(brought: impl Iterator<Item = (u8, u64)>) -> u64 {
    let (mut smallest, mut all) = (u8::MAX, 0);
    for (piece, symmetries) in brought {
        if piece < smallest {
            (smallest, all) = (piece, symmetries);
        } else if piece == smallest {
            all |= symmetries;
        }
    }
    all
}
