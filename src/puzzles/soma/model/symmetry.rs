//! What turns and mirrors do to solutions, and how solutions are counted that differ by no more than that.
//!
//! Every search finds solutions one by one; of those that are images of one another only the smallest is kept. This holds
//! for any search that finds all solutions, whatever the symmetries of single placements are, and gives exact counts:
//! a class has as many solutions as there are symmetries, divided by how many of them leave its solutions as they are.

mod images;

use std::{cmp::Ordering, sync::Arc};

use glam::IVec3;
use images::{Images, Leading};

use super::{
    cells::Cells,
    equals::Equals,
    geometry::{Extent, Kind, Turn, lower_corner},
    pieces::Piece,
};

/// Which piece covers each cell, both by their places in the problem.
pub type Cover = Vec<u8>;

/// A way to move solutions onto solutions.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// Whether it needs a mirror.
    pub kind: Kind,
    /// For each cell of the image, the cell that comes to lie there.
    source: Vec<u16>,
    /// For each cell, where it comes to lie.
    target: Vec<u16>,
    /// For each piece, the piece that it becomes: itself, or in the mirror perhaps its twin.
    becomes: Vec<u8>,
}

/// All symmetries of a problem; they form a group.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// At least the one that changes nothing, which is the first.
    pub all: Vec<Arc<Symmetry>>,
    /// The pieces that may be exchanged for one another.
    pub equals: Equals,
    /// All images of a solution side by side.
    images: Arc<Images>,
    /// Whether solutions are counted up to these symmetries.
    pub counting: Counting,
}

/// What counts as one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// Each is one, since a pinned piece tells left from right.
    Each,
    /// All images of one another together are one.
    Classes,
}

/// How many solutions one stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// All its images, itself included.
    pub solutions: u32,
    /// These up to rotation.
    pub up_to_rotation: u32,
}

impl Symmetries {
    /// The symmetries of a figure that keep the collection of pieces as it is. The cells are in reading order.
    pub fn of(extent: Extent, cells: &[IVec3], pieces: &[Piece]) -> Self {
        let unchanged: Vec<u8> = (0..pieces.len()).map(|i| i as u8).collect();
        let shapes: Vec<Vec<IVec3>> = pieces.iter().map(Piece::shape).collect();
        let twins = mirror_twins(pieces, &shapes);
        let mut numbers = vec![None; extent.volume()];
        for (number, &cell) in cells.iter().enumerate() {
            if let Some(index) = extent.index(cell) {
                numbers[index] = Some(number as u16);
            }
        }
        let number = |cell: IVec3| extent.index(cell).and_then(|index| numbers[index]);
        let symmetry = |turn: Turn| {
            let becomes = if turn.kind() == Kind::Rotation { unchanged.clone() } else { twins.clone()? };
            Some(Arc::new(Symmetry::new(turn.kind(), targets(turn, cells, number)?, becomes)))
        };
        Self::new(Turn::all().filter_map(symmetry).collect(), Equals::of_shapes(&shapes), Counting::Classes)
    }

    /// No turn and no mirror but the one that changes nothing.
    pub fn none(cells: usize, pieces: &[Piece]) -> Self {
        let becomes = (0..pieces.len()).map(|piece| piece as u8).collect();
        let target = (0..cells).map(|cell| cell as u16).collect();
        Self::new(vec![Arc::new(Symmetry::new(Kind::Rotation, target, becomes))], Equals::of(pieces), Counting::Each)
    }

    fn new(all: Vec<Arc<Symmetry>>, equals: Equals, counting: Counting) -> Self {
        Self { images: Arc::new(Images::new(&all)), all, equals, counting }
    }

    /// The image of a solution under one of the symmetries, with equal pieces in order.
    pub fn image(&self, symmetry: &Symmetry, cover: &[u8]) -> Cover {
        self.in_order(symmetry.images(cover).collect())
    }

    /// The same solution with equal pieces in order.
    pub fn in_order(&self, cover: Cover) -> Cover {
        if self.equals.is_empty() { cover } else { self.equals.in_order(cover.into_iter()).collect() }
    }

    /// How the image of a solution under one of the symmetries compares with the solution, whose equal pieces are in order.
    pub fn compare_image(&self, symmetry: &Symmetry, cover: &[u8]) -> Ordering {
        let images = symmetry.images(cover);
        let solution = cover.iter().copied();
        if self.equals.is_empty() { images.cmp(solution) } else { self.equals.in_order(images).cmp(solution) }
    }

    /// All images of a solution, each once, itself among them.
    pub fn images(&self, cover: &Cover) -> Vec<Cover> {
        let mut images: Vec<Cover> = self.all.iter().map(|symmetry| self.image(symmetry, cover)).collect();
        images.sort_unstable();
        images.dedup();
        images
    }

    /// What leads to the smallest image of a solution, its class's only one, and how many solutions that stands for: orbits and
    /// stabilizers.
    pub fn to_smallest_image(&self, cover: &[u8]) -> (&Symmetry, Orbit) {
        let Leading { symmetry, rotations: leading_rotations, reflections: leading_reflections } = self.leading(cover);
        let rotations = self.images.rotations();
        // Those that lead to the same image are as many as those that keep the solution, and either all of one kind or half of each;
        // so the larger number is that of the rotations that keep it.
        let solutions = self.all.len() as u32 / (leading_rotations + leading_reflections);
        // Rotations are a normal subgroup, so that all their orbits within the one orbit have the same size.
        let up_to_rotation = solutions / (rotations / leading_rotations.max(leading_reflections));
        (&self.all[symmetry], Orbit { solutions, up_to_rotation })
    }

    /// Which symmetries lead to the smallest image of a solution. With equal pieces, names depend on all cells before: then each image
    /// is made as a whole.
    fn leading(&self, cover: &[u8]) -> Leading {
        if self.equals.is_empty() {
            return self.images.leading(cover);
        }
        let images: Vec<Cover> = self.all.iter().map(|symmetry| self.image(symmetry, cover)).collect();
        let smallest = images.iter().min();
        let leading = || (0..).zip(&self.all).zip(&images).filter(|&(_, image)| Some(image) == smallest).map(|(symmetry, _)| symmetry);
        let of_kind = |kind| leading().filter(|(_, symmetry)| symmetry.kind == kind).count() as u32;
        Leading {
            symmetry: leading().next().map_or(0, |(number, _)| number),
            rotations: of_kind(Kind::Rotation),
            reflections: of_kind(Kind::Reflection),
        }
    }

    #[cfg(test)]
    fn smallest_image(&self, cover: &Cover) -> (Cover, Orbit) {
        let (symmetry, orbit) = self.to_smallest_image(cover);
        (self.image(symmetry, cover), orbit)
    }
}

impl Symmetry {
    fn new(kind: Kind, target: Vec<u16>, becomes: Vec<u8>) -> Self {
        let mut source = vec![0; target.len()];
        for (cell, &image) in target.iter().enumerate() {
            source[usize::from(image)] = cell as u16;
        }
        Self { kind, source, target, becomes }
    }

    /// Where it moves a placement.
    pub fn image_of_mask<C: Cells>(&self, mask: C) -> C {
        mask.cells().fold(C::EMPTY, |image, cell| image.with(usize::from(self.target[cell])))
    }

    /// Whether the piece is its own mirror image, as far as this symmetry is concerned.
    pub fn keeps_piece(&self, piece: usize) -> bool {
        usize::from(self.becomes[piece]) == piece
    }

    /// Whether it moves a placement of the piece onto itself.
    pub fn fixes<C: Cells>(&self, piece: usize, mask: C) -> bool {
        self.keeps_piece(piece) && self.image_of_mask(mask) == mask
    }

    #[cfg(test)]
    fn image(&self, cover: &Cover) -> Cover {
        self.images(cover).collect()
    }

    /// Which piece covers each cell of the image.
    pub fn images(&self, cover: &[u8]) -> impl Iterator<Item = u8> {
        self.source.iter().map(|&source| self.becomes[usize::from(cover[usize::from(source)])])
    }
}

/// For each cell of the figure the one onto which the turn brings it, if it brings the figure onto itself.
fn targets(turn: Turn, cells: &[IVec3], number: impl Fn(IVec3) -> Option<u16>) -> Option<Vec<u16>> {
    let turned: Vec<IVec3> = cells.iter().map(|&cell| turn.apply(cell)).collect();
    let shift = lower_corner(cells) - lower_corner(&turned);
    turned.into_iter().map(|image| number(image + shift)).collect()
}

/// For each piece the one that a mirror makes of it; none if the pieces are not their own mirror image as a whole.
///
/// Pieces of the same shape are paired in their order, so that doing it twice brings each back.
fn mirror_twins(pieces: &[Piece], shapes: &[Vec<IVec3>]) -> Option<Vec<u8>> {
    let twin = |piece: usize| {
        let mirrored = pieces[piece].mirrored().shape();
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
    use crate::puzzles::soma::model::pieces::{Set, drawn};

    fn symmetries_of_the_cube(pieces: &[Piece]) -> Symmetries {
        let extent = Extent::new(3, 3, 3);
        Symmetries::of(extent, &extent.cells().collect::<Vec<_>>(), pieces)
    }

    #[test]
    fn the_cube_has_48_and_fewer_without_a_twin() {
        let mut pieces = Set::Soma.pieces();
        assert_eq!(symmetries_of_the_cube(&pieces).all.len(), 48);
        pieces.retain(|piece| piece.name != 'B');
        assert_eq!(symmetries_of_the_cube(&pieces).all.len(), 24);
    }

    #[test]
    fn several_twins_are_paired_in_order() {
        let [a, b] =
            ["A", "B"].map(|name| Set::Soma.pieces().into_iter().find(|piece| name.starts_with(piece.name)).expect("a Soma piece"));
        let bar = drawn('I', &[["III"]]);
        let twins = |pieces: &[Piece]| mirror_twins(pieces, &pieces.iter().map(Piece::shape).collect::<Vec<_>>());
        assert_eq!(twins(&[a.clone(), bar, a.clone(), b.clone(), b.clone()]), Some(vec![3, 1, 4, 0, 2]));
        assert_eq!(twins(&[a.clone(), a, b]), None, "one of the two has no twin");
    }

    #[test]
    fn twice_the_same_mirror_is_no_change() {
        let cover: Cover = (0..27_u32).map(|i| (i * i % 7) as u8).collect();
        let symmetries = symmetries_of_the_cube(&Set::Soma.pieces());
        let smallest = symmetries.smallest_image(&cover);
        for symmetry in &symmetries.all {
            assert_eq!(symmetries.smallest_image(&symmetry.image(&cover)), smallest);
            let is_a_mirror = symmetry.source.iter().enumerate().all(|(i, &j)| usize::from(symmetry.source[usize::from(j)]) == i);
            assert!(!is_a_mirror || symmetry.image(&symmetry.image(&cover)) == cover);
        }
    }

    #[test]
    fn orbits_are_as_large_as_the_images_are_many() {
        let symmetries = symmetries_of_the_cube(&Set::Soma.pieces());
        let twins = symmetries.all.iter().find_map(|symmetry| (symmetry.kind == Kind::Reflection).then(|| symmetry.becomes.clone()));
        let [twin_a, twin_b] = twins.expect("the cube has mirrors")[4..6] else { panic!("two pieces") };
        assert_eq!([twin_a, twin_b], [5, 4]);
        // All the same, halves, a corner, a twin in a corner, and no order at all.
        let covers: [&dyn Fn(usize) -> u8; 5] =
            [&|_| 0, &|i| u8::from(i < 9), &|i| u8::from(i == 0), &|i| if i == 0 { 4 } else { 0 }, &|i| (i * i % 7) as u8];
        for cover in covers {
            let cover: Cover = (0..27).map(cover).collect();
            let images: HashSet<Cover> = symmetries.all.iter().map(|symmetry| symmetry.image(&cover)).collect();
            let rotated = |cover: &Cover| -> Option<Cover> {
                symmetries.all.iter().filter(|symmetry| symmetry.kind == Kind::Rotation).map(|symmetry| symmetry.image(cover)).min()
            };
            let up_to_rotation: HashSet<Option<Cover>> = images.iter().map(rotated).collect();
            let (smallest, orbit) = symmetries.smallest_image(&cover);
            assert_eq!(Some(&smallest), images.iter().min());
            assert_eq!(orbit, Orbit { solutions: images.len() as u32, up_to_rotation: up_to_rotation.len() as u32 });
        }
    }
}
