//! Sets of sets of pieces, as 1024 bits: one for each set of the ten pieces.

use super::super::super::pieces::{Piece, PieceSet};

const WORDS: usize = 16;
/// Pieces below this one change a set's place within its word; this one and those after it change the word.
const FIRST_PIECE_OF_WORDS: usize = 6;
/// For each of the first six pieces the places within a word of the sets that lack it.
const LACKING: [u64; FIRST_PIECE_OF_WORDS] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

/// A set of sets of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSets([u64; WORDS]);

impl PieceSets {
    /// No set at all.
    pub const NONE: Self = Self([0; WORDS]);
    /// The set of no pieces, alone.
    pub const EMPTY_SET: Self = {
        let mut words = [0; WORDS];
        words[0] = 1;
        Self(words)
    };

    /// Whether this set of pieces is among them.
    pub fn contains(&self, pieces: PieceSet) -> bool {
        self.0[pieces.index() / 64] >> (pieces.index() % 64) & 1 == 1
    }

    /// Adds each of the other sets that lacks the piece, with the piece put in.
    ///
    /// A set's place is the sum of two to the power of each of its pieces. To put piece `p` into a set that lacks it is to
    /// move it on by two to the power of `p`: for all sets at once a shift, within each word or by whole words.
    pub fn add_with(&mut self, piece: Piece, others: &Self) {
        match LACKING.get(piece.index()) {
            Some(lacking) => self.add_shifted_bits(*lacking, 1 << piece.index(), others),
            None => self.add_shifted_words(1 << (piece.index() - FIRST_PIECE_OF_WORDS), others),
        }
    }

    fn add_shifted_bits(&mut self, lacking: u64, shift: u32, others: &Self) {
        for (word, other) in self.0.iter_mut().zip(&others.0) {
            *word |= (other & lacking) << shift;
        }
    }

    fn add_shifted_words(&mut self, shift: usize, others: &Self) {
        for (place, other) in others.0.iter().enumerate().filter(|(place, _)| place & shift == 0) {
            self.0[place | shift] |= other;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn listed(sets: &PieceSets) -> BTreeSet<PieceSet> {
        PieceSet::every().filter(|&pieces| sets.contains(pieces)).collect()
    }

    proptest! {
        #[test]
        fn a_piece_is_put_into_each_set_that_lacks_it(words: [u64; WORDS], piece in (0..10_usize).prop_map(|index| Piece::new(index).unwrap())) {
            let others = PieceSets(words);
            let mut sets = PieceSets::EMPTY_SET;
            sets.add_with(piece, &others);
            let one_by_one = listed(&others).into_iter().filter(|pieces| !pieces.contains(piece)).map(|pieces| pieces.with(piece));
            prop_assert_eq!(listed(&sets), one_by_one.chain([PieceSet::NONE]).collect());
        }
    }
}
