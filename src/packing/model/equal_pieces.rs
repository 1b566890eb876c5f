//! Pieces of the same shape. Exchanging two of them changes only names, so an arrangement counts once, no matter which piece is where.
//!
//! The names of equal pieces are assigned in order: the first name goes to the piece that comes first in reading order.

use super::pieces::{Colored, Piece};

/// Stands for a cell that stays empty, instead of the number of a piece.
pub const NO_PIECE: u8 = u8::MAX;
/// The number of numbers of pieces.
const NUMBERS: usize = NO_PIECE as usize + 1;

/// Which pieces of a problem have the same shape. Pieces are numbered by their index in the problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EqualPieces {
    /// For each piece, the first piece of its shape.
    first: Vec<u8>,
    /// For each piece, the next piece of its shape.
    next: Vec<Option<u8>>,
}

impl EqualPieces {
    /// Groups the pieces by shape.
    pub fn of(pieces: &[Piece]) -> Self {
        Self::of_shapes(pieces, &canonical_shapes(pieces))
    }

    /// Groups pieces with these shapes and colours, one per piece, as returned by [`Piece::canonical`].
    pub fn of_shapes(pieces: &[Piece], shapes: &[Colored]) -> Self {
        // Of two pieces of one shape, one may be turned over and the other not. Where that makes no difference, they are equal.
        let are_equal = |one: usize, other: usize| {
            shapes[one] == shapes[other] && (pieces[one].may_flip == pieces[other].may_flip || pieces[one].is_its_own_mirror_image())
        };
        let equal_from = |from: usize, piece: usize| (from..pieces.len()).find(|&other| are_equal(piece, other)).map(|other| other as u8);
        let first = (0..pieces.len()).map(|piece| equal_from(0, piece).unwrap_or(piece as u8)).collect();
        let next = (0..pieces.len()).map(|piece| equal_from(piece + 1, piece)).collect();
        Self { first, next }
    }

    /// Groups copies of one piece only: pieces with different names are different, even if their shapes are equal.
    pub fn of_names(pieces: &[Piece]) -> Self {
        let named_from = |from: usize, piece: usize| (from..pieces.len()).find(|&other| pieces[other].name == pieces[piece].name);
        let first = (0..pieces.len()).map(|piece| named_from(0, piece).unwrap_or(piece) as u8).collect();
        let next = (0..pieces.len()).map(|piece| named_from(piece + 1, piece).map(|other| other as u8)).collect();
        Self { first, next }
    }

    /// Whether no two pieces have the same shape.
    pub fn is_empty(&self) -> bool {
        self.next.iter().all(Option::is_none)
    }

    /// Returns the first piece of this piece's shape, which is the same for all equal pieces.
    pub fn first(&self, piece: usize) -> usize {
        usize::from(self.first[piece])
    }

    /// Returns the next piece of this piece's shape.
    pub fn next(&self, piece: usize) -> Option<usize> {
        self.next[piece].map(usize::from)
    }

    /// Returns the number of pieces of this shape, itself included.
    pub fn count(&self, piece: usize) -> usize {
        self.first.iter().filter(|&&first| first == self.first[piece]).count()
    }

    /// Iterates over the first piece of each shape.
    pub fn firsts(&self) -> impl Iterator<Item = usize> {
        (0..self.first.len()).filter(|&piece| self.first(piece) == piece)
    }

    /// Returns the same arrangement with the names of equal pieces in order. The cover has the piece on each cell.
    pub fn in_order(&self, cover: impl Iterator<Item = u8>) -> impl Iterator<Item = u8> {
        // For each piece, the piece whose name it gets; for the first piece of each shape, the piece whose name comes next.
        let mut named = [None; NUMBERS];
        let mut free = [None; NUMBERS];
        named[usize::from(NO_PIECE)] = Some(NO_PIECE);
        self.firsts().for_each(|first| free[first] = Some(first as u8));
        cover.map(move |piece| {
            *named[usize::from(piece)].get_or_insert_with(|| {
                let first = self.first(piece.into());
                let name = free[first].unwrap_or(piece);
                free[first] = self.next[usize::from(name)];
                name
            })
        })
    }
}

/// Returns the canonical shape of each piece, with its colours. Copies are compared with the first of them only.
pub fn canonical_shapes(pieces: &[Piece]) -> Vec<Colored> {
    let mut shapes: Vec<Colored> = Vec::with_capacity(pieces.len());
    for piece in pieces {
        let alike = |other: &Piece| other.name == piece.name && other.cells == piece.cells && other.colors == piece.colors;
        let known = pieces[..shapes.len()].iter().position(alike);
        shapes.push(known.map_or_else(|| piece.canonical(), |known| shapes[known].clone()));
    }
    shapes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{
        lattice::CUBES,
        pieces::{Set, parse_piece},
    };

    #[test]
    fn equal_pieces_may_be_rotated_but_not_reflected() {
        let soma = Set::Soma.pieces(&CUBES);
        assert!(EqualPieces::of(&soma).is_empty(), "A and B are mirror images");
        let pieces = [
            parse_piece(&CUBES, '1', &[["1"]]),
            parse_piece(&CUBES, '2', &[["22"]]),
            parse_piece(&CUBES, '3', &[["3"]]),
            parse_piece(&CUBES, '4', &[["4", "4"]]),
            parse_piece(&CUBES, '5', &[["5"]]),
        ];
        let equal_pieces = EqualPieces::of(&pieces);
        assert_eq!(equal_pieces.firsts().collect::<Vec<_>>(), [0, 1]);
        let pairs: Vec<(usize, usize)> = (0..5).filter_map(|piece| Some((piece, equal_pieces.next(piece)?))).collect();
        assert_eq!(pairs, [(0, 2), (1, 3), (2, 4)]);
        assert_eq!([0, 1, 4].map(|piece| equal_pieces.count(piece)), [3, 2, 3]);
    }

    #[test]
    fn names_are_assigned_in_order() {
        let pieces = [
            parse_piece(&CUBES, '1', &[["1"]]),
            parse_piece(&CUBES, '2', &[["22"]]),
            parse_piece(&CUBES, '3', &[["3"]]),
            parse_piece(&CUBES, '4', &[["4"]]),
        ];
        let equal_pieces = EqualPieces::of(&pieces);
        assert_eq!(equal_pieces.in_order([3, 1, 1, 0].into_iter()).collect::<Vec<_>>(), [0, 1, 1, 2]);
        assert_eq!(equal_pieces.in_order([2, 3, 0].into_iter()).collect::<Vec<_>>(), [0, 2, 3]);
    }
}
