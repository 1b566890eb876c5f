//! What turns and mirrors do to solutions, and how solutions are counted that differ by no more than that.
//!
//! Every search finds solutions one by one; of those that are images of one another only the smallest is kept. This holds
//! for any search that finds all solutions, whatever the symmetries of single placements are, and gives exact counts:
//! a class has as many solutions as there are symmetries, divided by how many of them leave its solutions as they are.

use glam::IVec3;

use super::{
    answer::bits,
    geometry::{Kind, Turn, lower_corner, reading_order},
    pieces::Piece,
    problem::{MOST_CELLS, Mask},
};

/// Which piece covers each cell of the figure, by its place in the problem.
pub type Cover = [u8; MOST_CELLS];

/// In a [`Cover`]: no piece that the search has placed.
pub const NO_PIECE: u8 = u8::MAX;

/// A way to move solutions onto solutions.
#[derive(Clone, Debug)]
pub struct Symmetry {
    /// Whether it needs a mirror.
    pub kind: Kind,
    /// For each cell of the image, the cell that comes to lie there.
    source: Vec<u8>,
    /// For each cell, where it comes to lie.
    target: Vec<u8>,
    /// For each piece, the piece that it becomes: itself, or in the mirror perhaps its twin.
    becomes: Vec<u8>,
}

/// All symmetries of a problem; they form a group.
#[derive(Clone, Debug)]
pub struct Symmetries {
    /// At least the one that changes nothing, which is the first.
    pub all: Vec<Symmetry>,
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
    /// The symmetries of a figure that keep the collection of pieces as it is.
    pub fn of(cells: &[IVec3], pieces: &[&Piece]) -> Self {
        let unchanged: Vec<u8> = (0..pieces.len()).map(|i| i as u8).collect();
        let twins = mirror_twins(pieces);
        let symmetry = |turn: Turn| {
            let becomes = if turn.kind() == Kind::Rotation { unchanged.clone() } else { twins.clone()? };
            Some(Symmetry::new(turn.kind(), targets(turn, cells)?, becomes))
        };
        Self { all: Turn::all().filter_map(symmetry).collect(), counting: Counting::Classes }
    }

    /// No symmetry at all but the one that changes nothing.
    pub fn none(cells: usize, pieces: usize) -> Self {
        let numbered = |count: usize| (0..count).map(|i| i as u8).collect();
        Self { all: vec![Symmetry::new(Kind::Rotation, numbered(cells), numbered(pieces))], counting: Counting::Each }
    }

    /// How many solutions this one stands for: orbits and stabilizers.
    pub fn orbit(&self, cover: &Cover) -> Orbit {
        let [mut all, mut rotations, mut keeping, mut rotations_keeping] = [0; 4];
        for symmetry in &self.all {
            let keeps = u32::from(symmetry.compare_image(cover).is_eq());
            let is_rotation = u32::from(symmetry.kind == Kind::Rotation);
            all += 1;
            rotations += is_rotation;
            keeping += keeps;
            rotations_keeping += is_rotation * keeps;
        }
        let solutions = all / keeping;
        // Rotations are a normal subgroup, so that all their orbits within the one orbit have the same size.
        Orbit { solutions, up_to_rotation: solutions / (rotations / rotations_keeping) }
    }

    /// The smallest image of a solution, its class's only one.
    pub fn smallest_image(&self, cover: &Cover) -> Cover {
        let mut smallest = *cover;
        for symmetry in &self.all {
            if symmetry.compare_image_with(cover, &smallest).is_lt() {
                smallest = symmetry.image(cover);
            }
        }
        smallest
    }
}

impl Symmetry {
    fn new(kind: Kind, target: Vec<u8>, becomes: Vec<u8>) -> Self {
        let mut source = vec![0; target.len()];
        for (cell, &image) in target.iter().enumerate() {
            source[usize::from(image)] = cell as u8;
        }
        Self { kind, source, target, becomes }
    }

    /// Where it moves a placement.
    pub fn image_of_mask(&self, mask: Mask) -> Mask {
        bits(mask).fold(0, |image, cell| image | 1 << self.target[cell])
    }

    /// Whether the piece is its own mirror image, as far as this symmetry is concerned.
    pub fn keeps_piece(&self, piece: usize) -> bool {
        usize::from(self.becomes[piece]) == piece
    }

    /// Whether it moves a placement of the piece onto itself.
    pub fn fixes(&self, piece: usize, mask: Mask) -> bool {
        self.keeps_piece(piece) && self.image_of_mask(mask) == mask
    }

    /// How the image of a solution compares with the solution.
    pub fn compare_image(&self, cover: &Cover) -> std::cmp::Ordering {
        self.compare_image_with(cover, cover)
    }

    fn compare_image_with(&self, cover: &Cover, other: &Cover) -> std::cmp::Ordering {
        let image = self.source.iter().map(|&source| self.piece_in_image(cover, source));
        image.cmp(other[..self.source.len()].iter().copied())
    }

    fn image(&self, cover: &Cover) -> Cover {
        let mut image = [NO_PIECE; MOST_CELLS];
        for (slot, &source) in image.iter_mut().zip(&self.source) {
            *slot = self.piece_in_image(cover, source);
        }
        image
    }

    fn piece_in_image(&self, cover: &Cover, source: u8) -> u8 {
        let piece = cover[usize::from(source)];
        self.becomes.get(usize::from(piece)).copied().unwrap_or(piece)
    }
}

/// For each cell of the figure the one onto which the turn brings it, if it brings the figure onto itself.
fn targets(turn: Turn, cells: &[IVec3]) -> Option<Vec<u8>> {
    let turned: Vec<IVec3> = cells.iter().map(|&cell| turn.apply(cell)).collect();
    let shift = lower_corner(cells) - lower_corner(&turned);
    let place = |cell: IVec3| cells.binary_search_by_key(&reading_order(&cell), reading_order).ok();
    turned.into_iter().map(|image| place(image + shift).map(|target| target as u8)).collect()
}

/// For each piece the one that a mirror makes of it; none if the pieces are not their own mirror image as a whole.
///
/// Pieces of the same shape are paired in their order, so that doing it twice brings each back.
fn mirror_twins(pieces: &[&Piece]) -> Option<Vec<u8>> {
    let shapes: Vec<Vec<IVec3>> = pieces.iter().map(|piece| piece.shape()).collect();
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
    use super::*;
    use crate::puzzles::soma::pieces::{Set, drawn};

    fn symmetries_of(cells: &[IVec3], pieces: &[Piece]) -> Symmetries {
        Symmetries::of(cells, &pieces.iter().collect::<Vec<_>>())
    }

    #[test]
    fn the_cube_has_48_and_fewer_without_a_twin() {
        let cube: Vec<IVec3> = crate::puzzles::soma::geometry::Extent::new(3, 3, 3).cells().collect();
        let mut pieces = Set::Soma.pieces();
        assert_eq!(symmetries_of(&cube, &pieces).all.len(), 48);
        pieces.retain(|piece| piece.name != 'B');
        assert_eq!(symmetries_of(&cube, &pieces).all.len(), 24);
    }

    #[test]
    fn several_twins_are_paired_in_order() {
        let [a, b] =
            ["A", "B"].map(|name| Set::Soma.pieces().into_iter().find(|piece| name.starts_with(piece.name)).expect("a Soma piece"));
        let bar = drawn('I', &[["III"]]);
        assert_eq!(mirror_twins(&[&a, &bar, &a, &b, &b]), Some(vec![3, 1, 4, 0, 2]));
        assert_eq!(mirror_twins(&[&a, &a, &b]), None, "one of the two has no twin");
    }

    #[test]
    fn twice_the_same_mirror_is_no_change() {
        let cube: Vec<IVec3> = crate::puzzles::soma::geometry::Extent::new(3, 3, 3).cells().collect();
        let mut cover = [NO_PIECE; MOST_CELLS];
        for (i, slot) in cover[..27].iter_mut().enumerate() {
            *slot = (i * i % 7) as u8;
        }
        let symmetries = symmetries_of(&cube, &Set::Soma.pieces());
        let smallest = symmetries.smallest_image(&cover);
        for symmetry in &symmetries.all {
            assert_eq!(symmetries.smallest_image(&symmetry.image(&cover)), smallest);
            let is_a_mirror = symmetry.source.iter().enumerate().all(|(i, &j)| usize::from(symmetry.source[usize::from(j)]) == i);
            assert!(!is_a_mirror || symmetry.image(&symmetry.image(&cover)) == cover);
        }
    }
}
