//! Pieces of the same shape: exchanging two of them changes nothing but names, so an arrangement counts once, whichever piece lies where.
//!
//! Among equal pieces the names are given out in order: the first goes to the piece that comes first in reading order.

use glam::IVec3;

use super::pieces::Piece;

/// Pieces have letters and digits as names, which are fewer than this.
const MOST_PIECES: usize = 64;

/// Which pieces of a problem have the same shape. Pieces are numbered by their places in the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equals {
    /// For each piece the first piece of its shape.
    first: Vec<u8>,
    /// For each piece the next piece of its shape.
    next: Vec<Option<u8>>,
    /// Each piece that has a next one, with that one.
    pairs: Vec<(usize, usize)>,
}

impl Equals {
    /// Compares the shapes of these pieces.
    pub fn of(pieces: &[Piece]) -> Self {
        Self::of_shapes(&pieces.iter().map(Piece::shape).collect::<Vec<_>>())
    }

    /// Compares these shapes, one for each piece, as [`Piece::shape`] gives them.
    pub fn of_shapes(shapes: &[Vec<IVec3>]) -> Self {
        let with_shape =
            |from: usize, shape: &Vec<IVec3>| (from..shapes.len()).find(|&piece| shapes[piece] == *shape).map(|piece| piece as u8);
        let first = shapes.iter().enumerate().map(|(piece, shape)| with_shape(0, shape).unwrap_or(piece as u8)).collect();
        let next: Vec<Option<u8>> = shapes.iter().enumerate().map(|(piece, shape)| with_shape(piece + 1, shape)).collect();
        let pairs = next.iter().enumerate().filter_map(|(piece, next)| Some((piece, usize::from((*next)?)))).collect();
        Self { first, next, pairs }
    }

    /// Whether all pieces differ.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// The first piece of this piece's shape: the same for all equal pieces.
    pub fn first(&self, piece: usize) -> usize {
        usize::from(self.first[piece])
    }

    /// The next piece of this piece's shape.
    pub fn next(&self, piece: usize) -> Option<usize> {
        self.next[piece].map(usize::from)
    }

    /// How many pieces have the shape of this one, itself included.
    pub fn count(&self, piece: usize) -> usize {
        self.first.iter().filter(|&&first| first == self.first[piece]).count()
    }

    /// The first piece of each shape.
    pub fn firsts(&self) -> impl Iterator<Item = usize> {
        (0..self.first.len()).filter(|&piece| self.first(piece) == piece)
    }

    /// Each piece with the next of its shape.
    pub fn pairs(&self) -> &[(usize, usize)] {
        &self.pairs
    }

    /// The same arrangement with the names of equal pieces in order. For each cell, the cover tells the piece on it.
    pub fn in_order(&self, cover: impl Iterator<Item = u8>) -> impl Iterator<Item = u8> {
        // For each piece, the one whose name it gets; and for the first of each shape, the one whose name is next.
        let mut named = [None; MOST_PIECES];
        let mut free = [None; MOST_PIECES];
        self.firsts().for_each(|first| free[first] = Some(first as u8));
        cover.map(move |piece| {
            let first = self.first(piece.into());
            *named[usize::from(piece)].get_or_insert_with(|| {
                let name = free[first].unwrap_or(piece);
                free[first] = self.next[usize::from(name)];
                name
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::soma::model::pieces::{Set, drawn};

    #[test]
    fn pieces_are_equal_however_they_are_turned_but_not_in_the_mirror() {
        let soma = Set::Soma.pieces();
        assert!(Equals::of(&soma).is_empty(), "A and B are mirror images");
        let pieces = [drawn('1', &[["1"]]), drawn('2', &[["22"]]), drawn('3', &[["3"]]), drawn('4', &[["4", "4"]]), drawn('5', &[["5"]])];
        let equals = Equals::of(&pieces);
        assert_eq!(equals.firsts().collect::<Vec<_>>(), [0, 1]);
        assert_eq!(equals.pairs(), [(0, 2), (1, 3), (2, 4)]);
        assert_eq!([0, 1, 4].map(|piece| equals.count(piece)), [3, 2, 3]);
    }

    #[test]
    fn names_are_given_out_in_order() {
        let pieces = [drawn('1', &[["1"]]), drawn('2', &[["22"]]), drawn('3', &[["3"]]), drawn('4', &[["4"]])];
        let equals = Equals::of(&pieces);
        assert_eq!(equals.in_order([3, 1, 1, 0].into_iter()).collect::<Vec<_>>(), [0, 1, 1, 2]);
        assert_eq!(equals.in_order([2, 3, 0].into_iter()).collect::<Vec<_>>(), [0, 2, 3]);
    }
}
