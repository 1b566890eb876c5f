//! What isometries do to solutions, and how solutions that differ only by an isometry are counted.
//!
//! Every search finds solutions one by one, and of those that are images of one another only the canonical one is kept: the smallest. Where
//! all are listed, only that one counts for them up to symmetry. This holds for any search that finds all solutions, whatever the
//! symmetries of single placements are, and gives exact counts: the size of a class is the number of symmetries divided by the number of
//! symmetries that fix one of its solutions.

mod images;

use std::{cmp::Ordering, sync::Arc};

use glam::IVec3;
use images::{CanonicalMaps, Images};

use super::{
    equal_pieces::{EqualPieces, NO_PIECE, canonical_shapes},
    geometry::Extent,
    isometry::{Isometry, Kind, lower_corner},
    pieces::{Colored, Piece},
};
use base::bits::{Bits, Word};
use cover::Copies;

/// The piece that covers each cell, both by their index in the problem; [`NO_PIECE`] where a cell stays empty.
pub type Cover = Vec<u8>;

/// An isometry that maps solutions to solutions.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// Whether it is a rotation or needs a mirror.
    pub kind: Kind,
    /// For each cell of the image, the cell that moves there.
    source: Vec<u16>,
    /// For each cell, the cell to which it moves.
    target: Vec<u16>,
    /// For each piece, the piece that it becomes: itself or, in a mirror, possibly its twin. No piece stays no piece.
    becomes: Vec<u8>,
}

/// All symmetries of a problem; they form a group.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// All symmetries, the identity first.
    pub all: Vec<Arc<Symmetry>>,
    /// Which pieces are interchangeable.
    pub equal_pieces: EqualPieces,
    /// The table with which all images of a solution are compared at once.
    images: Arc<Images>,
    /// Whether solutions are counted up to these symmetries.
    pub counting: Counting,
}

/// What counts as one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Each solution counts, since pinned pieces break the symmetry.
    Each,
    /// All images of a solution count as one.
    Classes,
    /// Each solution is listed, and the canonical one of its images stands for them all in counts up to symmetry.
    Images,
}

/// How many solutions one solution stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// The number of its distinct images that it is listed for, itself included.
    pub solutions: u32,
    /// The number of its images up to rotation; 0 if another image is listed that stands for them.
    pub up_to_rotation: u32,
}

impl Symmetries {
    /// Finds the symmetries of a figure that map the set of pieces to itself. The cells are in reading order.
    pub fn of(extent: Extent, cells: &[IVec3], pieces: &[Piece]) -> Self {
        let unchanged: Vec<u8> = (0..pieces.len()).map(|i| i as u8).collect();
        let shapes = canonical_shapes(pieces);
        let may_flip = pieces.iter().all(|piece| piece.may_flip);
        // On a flat board, a solution that is turned over is another one unless that may be done to every piece, which then stays the same.
        let twins = if extent.lattice.is_flat { may_flip.then(|| unchanged.clone()) } else { mirror_twins(pieces, &shapes) };
        let mut numbers = vec![None; extent.volume()];
        for (number, &cell) in cells.iter().enumerate() {
            if let Some(index) = extent.index(cell) {
                numbers[index] = Some(number as u16);
            }
        }
        let number = |cell: IVec3| extent.index(cell).and_then(|index| numbers[index]);
        let symmetry = |isometry: Isometry| {
            let becomes = if isometry.kind() == Kind::Rotation { unchanged.clone() } else { twins.clone()? };
            Some(Arc::new(Symmetry::new(isometry.kind(), targets(isometry, cells, number)?, becomes)))
        };
        let all = extent.lattice.isometries.iter().copied().filter_map(symmetry).collect();
        let counting = if extent.lattice.lists_images { Counting::Images } else { Counting::Classes };
        Self::new(all, EqualPieces::of_shapes(pieces, &shapes), counting)
    }

    /// The identity alone.
    pub fn none(cells: usize, pieces: &[Piece]) -> Self {
        let becomes = (0..pieces.len()).map(|piece| piece as u8).collect();
        let target = (0..cells).map(|cell| cell as u16).collect();
        Self::new(vec![Arc::new(Symmetry::new(Kind::Rotation, target, becomes))], EqualPieces::of(pieces), Counting::Each)
    }

    /// Returns the same symmetries, with pieces of one shape told apart by their names.
    pub fn telling_names_apart(self, pieces: &[Piece]) -> Self {
        Self { equal_pieces: EqualPieces::of_names(pieces), ..self }
    }

    /// Returns those symmetries that move cells which may stay empty to such cells, cells of a colour to such cells, and that exchange only
    /// pieces which must be used as often.
    pub fn keeping(self, optional: &[bool], colors: &[char], copies: &[Copies]) -> Self {
        let used = |piece: usize| copies[self.equal_pieces.first(piece)];
        let keeps = |symmetry: &&Arc<Symmetry>| {
            let stays = |cell: usize, image: usize| optional[cell] == optional[image] && colors[cell] == colors[image];
            (0..optional.len()).all(|cell| stays(cell, symmetry.target(cell)))
                && (0..copies.len()).all(|piece| used(piece) == used(symmetry.becomes(piece)))
        };
        let kept: Vec<Arc<Symmetry>> = self.all.iter().filter(keeps).cloned().collect();
        if kept.len() == self.all.len() { self } else { Self::new(kept, self.equal_pieces, self.counting) }
    }

    fn new(all: Vec<Arc<Symmetry>>, equal_pieces: EqualPieces, counting: Counting) -> Self {
        Self { images: Arc::new(Images::new(&all)), all, equal_pieces, counting }
    }

    /// Returns the image of a solution under one of the symmetries, with the names of equal pieces in order.
    pub fn image(&self, symmetry: &Symmetry, cover: &[u8]) -> Cover {
        self.in_order(symmetry.images(cover).collect())
    }

    /// Returns the same solution with the names of equal pieces in order.
    pub fn in_order(&self, cover: Cover) -> Cover {
        if self.equal_pieces.is_empty() { cover } else { self.equal_pieces.in_order(cover.into_iter()).collect() }
    }

    /// Compares the image of a solution under one of the symmetries with the solution itself, in which equal pieces are in order.
    pub fn compare_image(&self, symmetry: &Symmetry, cover: &[u8]) -> Ordering {
        let images = symmetry.images(cover);
        let solution = cover.iter().copied();
        if self.equal_pieces.is_empty() { images.cmp(solution) } else { self.equal_pieces.in_order(images).cmp(solution) }
    }

    /// Returns the distinct images of a solution, itself among them.
    pub fn images(&self, cover: &Cover) -> Vec<Cover> {
        let mut images: Vec<Cover> = self.all.iter().map(|symmetry| self.image(symmetry, cover)).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// Returns a symmetry that maps a solution to its canonical image, the smallest in its class, and the size of its orbit, by the
    /// orbit-stabilizer theorem. It is the identity, the first of all symmetries, if the solution is that image.
    pub fn to_canonical(&self, cover: &[u8]) -> (&Symmetry, Orbit) {
        let CanonicalMaps { symmetry, rotations: leading_rotations, reflections: leading_reflections } = self.canonical_maps(cover);
        let rotations = self.images.rotations();
        // As many symmetries map to the canonical image as fix the solution, and they are either all of one kind or half of each kind. So
        // the larger of the two numbers is the number of rotations that fix the solution.
        let solutions = self.all.len() as u32 / (leading_rotations + leading_reflections);
        // Rotations are a normal subgroup, so all their orbits within one orbit have the same size.
        let up_to_rotation = solutions / (rotations / leading_rotations.max(leading_reflections));
        (&self.all[symmetry], Orbit { solutions, up_to_rotation })
    }

    /// Returns the symmetries that map a solution to its canonical image. With equal pieces, a name depends on all cells before it, so each
    /// image is computed as a whole.
    fn canonical_maps(&self, cover: &[u8]) -> CanonicalMaps {
        if self.equal_pieces.is_empty() {
            return self.images.canonical_maps(cover);
        }
        let images: Vec<Cover> = self.all.iter().map(|symmetry| self.image(symmetry, cover)).collect();
        let smallest = images.iter().min();
        let leading = || (0..).zip(&self.all).zip(&images).filter(|&(_, image)| Some(image) == smallest).map(|(symmetry, _)| symmetry);
        let of_kind = |kind| leading().filter(|(_, symmetry)| symmetry.kind == kind).count() as u32;
        CanonicalMaps {
            symmetry: leading().next().map_or(0, |(number, _)| number),
            rotations: of_kind(Kind::Rotation),
            reflections: of_kind(Kind::Reflection),
        }
    }

    #[cfg(test)]
    fn canonical_image(&self, cover: &Cover) -> (Cover, Orbit) {
        let (symmetry, orbit) = self.to_canonical(cover);
        (self.image(symmetry, cover), orbit)
    }
}

impl Symmetry {
    fn new(kind: Kind, target: Vec<u16>, mut becomes: Vec<u8>) -> Self {
        becomes.resize(usize::from(NO_PIECE) + 1, NO_PIECE);
        let mut source = vec![0; target.len()];
        for (cell, &image) in target.iter().enumerate() {
            source[usize::from(image)] = cell as u16;
        }
        Self { kind, source, target, becomes }
    }

    /// Returns the image of a placement.
    pub fn image_of_mask<W: Word>(&self, mask: Bits<W>) -> Bits<W> {
        mask.iter().map(|cell| usize::from(self.target[cell])).collect()
    }

    /// Returns the cell to which a cell moves.
    pub fn target(&self, cell: usize) -> usize {
        usize::from(self.target[cell])
    }

    /// Returns the piece that a piece becomes; of equal pieces, any.
    pub fn becomes(&self, piece: usize) -> usize {
        usize::from(self.becomes[piece])
    }

    /// Whether this symmetry maps the piece to itself.
    pub fn keeps_piece(&self, piece: usize) -> bool {
        usize::from(self.becomes[piece]) == piece
    }

    /// Whether it maps a placement of the piece to itself.
    pub fn fixes<W: Word>(&self, piece: usize, mask: Bits<W>) -> bool {
        self.keeps_piece(piece) && self.image_of_mask(mask) == mask
    }

    #[cfg(test)]
    fn image(&self, cover: &Cover) -> Cover {
        self.images(cover).collect()
    }

    /// Iterates over the piece on each cell of the image.
    pub fn images(&self, cover: &[u8]) -> impl Iterator<Item = u8> {
        self.source.iter().map(|&source| self.becomes[usize::from(cover[usize::from(source)])])
    }
}

/// For each cell of the figure, returns the cell to which the isometry moves it; `None` if it does not map the figure to itself.
fn targets(isometry: Isometry, cells: &[IVec3], number: impl Fn(IVec3) -> Option<u16>) -> Option<Vec<u16>> {
    let turned: Vec<IVec3> = cells.iter().map(|&cell| isometry.apply(cell)).collect();
    let shift = lower_corner(cells) - lower_corner(&turned);
    turned.into_iter().map(|image| number(image + shift)).collect()
}

/// For each piece, returns its mirror twin, possibly itself; `None` if the pieces as a whole are not their own mirror image.
///
/// Pieces of the same shape are paired in order, so that applying it twice returns each piece to itself.
fn mirror_twins(pieces: &[Piece], shapes: &[Colored]) -> Option<Vec<u8>> {
    let twin = |piece: usize| {
        let mirrored = pieces[piece].mirrored().canonical();
        if mirrored == shapes[piece] {
            return Some(piece as u8);
        }
        let rank = shapes[..piece].iter().filter(|shape| **shape == shapes[piece]).count();
        let mut twins = (0..pieces.len()).filter(|&other| shapes[other] == mirrored);
        twins.nth(rank).map(|other| other as u8)
    };
    (0..pieces.len()).map(twin).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::model::{
        lattice::CUBES,
        pieces::{Set, parse_piece},
    };

    fn symmetries_of_the_cube(pieces: &[Piece]) -> Symmetries {
        let extent = Extent::new(3, 3, 3);
        Symmetries::of(extent, &extent.cells().collect::<Vec<_>>(), pieces)
    }

    #[test]
    fn the_cube_has_48_symmetries_and_24_without_a_twin() {
        let mut pieces = Set::Soma.pieces(&CUBES);
        assert_eq!(symmetries_of_the_cube(&pieces).all.len(), 48);
        pieces.retain(|piece| piece.name != 'B');
        assert_eq!(symmetries_of_the_cube(&pieces).all.len(), 24);
    }

    #[test]
    fn several_twins_are_paired_in_order() {
        let [a, b] =
            ["A", "B"].map(|name| Set::Soma.pieces(&CUBES).into_iter().find(|piece| name.starts_with(piece.name)).expect("a Soma piece"));
        let bar = parse_piece(&CUBES, 'I', &[["III"]]);
        let twins = |pieces: &[Piece]| mirror_twins(pieces, &pieces.iter().map(Piece::canonical).collect::<Vec<_>>());
        assert_eq!(twins(&[a.clone(), bar, a.clone(), b.clone(), b.clone()]), Some(vec![3, 1, 4, 0, 2]));
        assert_eq!(twins(&[a.clone(), a, b]), None, "one of the two has no twin");
    }

    #[test]
    fn reflecting_twice_changes_nothing() {
        let cover: Cover = (0..27_u32).map(|i| (i * i % 7) as u8).collect();
        let symmetries = symmetries_of_the_cube(&Set::Soma.pieces(&CUBES));
        let smallest = symmetries.canonical_image(&cover);
        for symmetry in &symmetries.all {
            assert_eq!(symmetries.canonical_image(&symmetry.image(&cover)), smallest);
            let is_a_mirror = symmetry.source.iter().enumerate().all(|(i, &j)| usize::from(symmetry.source[usize::from(j)]) == i);
            assert!(!is_a_mirror || symmetry.image(&symmetry.image(&cover)) == cover);
        }
    }

    #[test]
    fn orbits_count_the_distinct_images() {
        let symmetries = symmetries_of_the_cube(&Set::Soma.pieces(&CUBES));
        let twins = symmetries.all.iter().find_map(|symmetry| (symmetry.kind == Kind::Reflection).then(|| symmetry.becomes.clone()));
        let [twin_a, twin_b] = twins.expect("the cube has mirrors")[4..6] else { panic!("two pieces") };
        assert_eq!([twin_a, twin_b], [5, 4]);
        // Uniform, in halves, one corner, a twin in a corner, and no pattern at all.
        let covers: [&dyn Fn(usize) -> u8; 5] =
            [&|_| 0, &|i| u8::from(i < 9), &|i| u8::from(i == 0), &|i| if i == 0 { 4 } else { 0 }, &|i| (i * i % 7) as u8];
        for cover in covers {
            let cover: Cover = (0..27).map(cover).collect();
            let images: HashSet<Cover> = symmetries.all.iter().map(|symmetry| symmetry.image(&cover)).collect();
            let rotated = |cover: &Cover| -> Option<Cover> {
                symmetries.all.iter().filter(|symmetry| symmetry.kind == Kind::Rotation).map(|symmetry| symmetry.image(cover)).min()
            };
            let up_to_rotation: HashSet<Option<Cover>> = images.iter().map(rotated).collect();
            let (smallest, orbit) = symmetries.canonical_image(&cover);
            assert_eq!(Some(&smallest), images.iter().min());
            assert_eq!(orbit, Orbit { solutions: images.len() as u32, up_to_rotation: up_to_rotation.len() as u32 });
        }
    }
}
