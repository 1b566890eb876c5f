//! Sets of sets of pieces of one size, as 512 bits.
//!
//! The size of the sets is known from the context, so the last piece needs no bit: it is in a set if the others are one fewer than the
//! size. So the bit of a set is the sum of 2 to the power of each of its pieces except the last.

use crate::model::pieces::{OfPieces, PIECES, Piece, PieceSet};

const WORDS: usize = (1 << LAST_PIECE) / WORD;
const WORD: usize = u64::BITS as usize;
const LAST_PIECE: usize = PIECES - 1;
/// Pieces below this one change the place of a set within its word; the others change the word.
const FIRST_PIECE_OF_WORDS: usize = WORD.ilog2() as usize;
/// For each of the first six pieces, the places within a word of the sets that lack it.
const LACKING: [u64; FIRST_PIECE_OF_WORDS] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];
/// The places of sets with an even number of pieces other than the last.
const EVEN: PieceSets = {
    let mut words = [0; WORDS];
    let mut place = 0;
    while place < 1 << LAST_PIECE {
        words[place / WORD] |= (((place.count_ones() + 1) % 2) as u64) << (place % WORD);
        place += 1;
    }
    PieceSets(words)
};

/// A set of sets of pieces of one size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceSets([u64; WORDS]);

/// The index of the list to write to, and the index of the list to read from.
pub type Pair = (u32, u32);

impl PieceSets {
    /// No sets.
    pub const NONE: Self = Self([0; WORDS]);
    /// Only the empty set.
    pub const ONLY_EMPTY_SET: Self = {
        let mut words = [0; WORDS];
        words[0] = 1;
        Self(words)
    };

    /// Whether this set of pieces, which must have the common size, is among them.
    #[inline]
    pub fn contains(&self, pieces: PieceSet) -> bool {
        let place = pieces.index() % (1 << LAST_PIECE);
        self.0[place / WORD] >> (place % WORD) & 1 == 1
    }

    /// For each pair, adds the piece to those sets of the second that lack it, and adds the results to the first. `size` is the size of the
    /// sets of the second.
    ///
    /// Adding a piece moves a set's place by 2 to the power of the piece: for all sets at once that is a shift, within words or by whole
    /// words. The last piece does not change the place. A set lacks it if the others are as many as the size says, not one fewer; the
    /// parity of their number distinguishes the two.
    ///
    /// The operation on the words is the same for all pairs, so it is chosen once.
    pub fn add_to_each(piece: Piece, size: usize, pairs: impl Iterator<Item = Pair>, to: &mut [Self], from: &[Self]) {
        match piece.index() {
            LAST_PIECE if size.is_multiple_of(2) => add_to_each(pairs, to, from, |to, from| to.add_masked(from, &EVEN.0)),
            LAST_PIECE => add_to_each(pairs, to, from, |to, from| to.add_masked(from, &EVEN.0.map(|word| !word))),
            8 => add_to_each(pairs, to, from, Self::add_shifted_words::<4>),
            7 => add_to_each(pairs, to, from, Self::add_shifted_words::<2>),
            FIRST_PIECE_OF_WORDS => add_to_each(pairs, to, from, Self::add_shifted_words::<1>),
            piece => add_to_each(pairs, to, from, |to, from| to.add_shifted_bits(from, LACKING[piece], 1 << piece)),
        }
    }

    fn add_masked(&mut self, others: &Self, places: &[u64; WORDS]) {
        for ((word, other), places) in self.0.iter_mut().zip(&others.0).zip(places) {
            *word |= other & places;
        }
    }

    fn add_shifted_bits(&mut self, others: &Self, lacking: u64, shift: u32) {
        for (word, other) in self.0.iter_mut().zip(&others.0) {
            *word |= (other & lacking) << shift;
        }
    }

    fn add_shifted_words<const SHIFT: usize>(&mut self, others: &Self) {
        for place in (0..WORDS).filter(|place| place & SHIFT == 0) {
            self.0[place | SHIFT] |= others.0[place];
        }
    }
}

#[inline]
fn add_to_each(pairs: impl Iterator<Item = Pair>, to: &mut [PieceSets], from: &[PieceSets], add: impl Fn(&mut PieceSets, &PieceSets)) {
    for (one, other) in pairs {
        add(&mut to[one as usize], &from[other as usize]);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::{prelude::*, sample::subsequence};

    use super::*;

    fn of_size(size: usize) -> impl Iterator<Item = PieceSet> {
        PieceSet::every().filter(move |pieces| pieces.len() == size)
    }

    fn listed(sets: &PieceSets, size: usize) -> BTreeSet<PieceSet> {
        of_size(size).filter(|&pieces| sets.contains(pieces)).collect()
    }

    /// Builds sets by adding pieces one by one to the empty set.
    fn built_from(sets: &[PieceSet]) -> PieceSets {
        let mut all = PieceSets::NONE;
        for pieces in sets {
            let mut built = PieceSets::ONLY_EMPTY_SET;
            for (size, piece) in pieces.iter().enumerate() {
                built = with(piece, size, &built);
            }
            all.add_masked(&built, &[u64::MAX; WORDS]);
        }
        all
    }

    fn with(piece: Piece, size: usize, sets: &PieceSets) -> PieceSets {
        let mut to = [PieceSets::NONE];
        PieceSets::add_to_each(piece, size, [(0, 0)].into_iter(), &mut to, std::slice::from_ref(sets));
        let [built] = to;
        built
    }

    fn sets_of_one_size() -> impl Strategy<Value = (usize, Vec<PieceSet>)> {
        (0..PIECES).prop_flat_map(|size| {
            let all: Vec<PieceSet> = of_size(size).collect();
            let len = all.len();
            (Just(size), subsequence(all, 0..=len))
        })
    }

    proptest! {
        #[test]
        fn a_piece_is_added_to_each_set_that_lacks_it((size, sets) in sets_of_one_size(), piece in (0..PIECES).prop_map(|index| Piece::new(index).unwrap())) {
            let built = built_from(&sets);
            prop_assert_eq!(listed(&built, size), sets.iter().copied().collect());
            let expected = sets.into_iter().filter(|pieces| !pieces.contains(piece)).map(|pieces| pieces.with(piece));
            prop_assert_eq!(listed(&with(piece, size, &built), size + 1), expected.collect());
        }
    }
}
