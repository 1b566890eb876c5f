//! Sets of sets of pieces that are all of one size, as 512 bits.
//!
//! Whoever has such sets knows their size, and so whether the last piece is in one of them: its other pieces are as many, or
//! one fewer. So a set's place is the sum of two to the power of each of its pieces but the last.

use crate::puzzles::meteor::model::pieces::{PIECES, Piece, PieceSet};

const WORDS: usize = (1 << LAST_PIECE) / WORD;
const WORD: usize = u64::BITS as usize;
const LAST_PIECE: usize = PIECES - 1;
/// Pieces below this one change a set's place within its word; this one and those after it change the word.
const FIRST_PIECE_OF_WORDS: usize = WORD.ilog2() as usize;
/// For each of the first six pieces the places within a word of the sets that lack it.
const LACKING: [u64; FIRST_PIECE_OF_WORDS] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];
/// The places of sets with an even number of pieces.
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

/// A piece that is put into sets: from the second of a pair of numbers, which is in one list, into the first, in another.
pub type Pair = (u32, u32);

impl PieceSets {
    /// No set at all.
    pub const NONE: Self = Self([0; WORDS]);
    /// The set of no pieces, alone.
    pub const EMPTY_SET: Self = {
        let mut words = [0; WORDS];
        words[0] = 1;
        Self(words)
    };

    /// Whether this set of pieces, which has the size of all, is among them.
    #[inline]
    pub fn contains(&self, pieces: PieceSet) -> bool {
        let place = pieces.index() % (1 << LAST_PIECE);
        self.0[place / WORD] >> (place % WORD) & 1 == 1
    }

    /// Puts the piece into those sets of each pair's second, of this size, that lack it, and adds them to the pair's first.
    ///
    /// To put a piece into a set is to move its place on by two to the power of the piece: for all sets at once a shift,
    /// within each word or by whole words. The last piece does not change the place, and is lacking where the other pieces
    /// are as many as the size says; that their number is even or odd as the size is tells it from one fewer.
    ///
    /// What is done to the words is the same for all pairs, so it is chosen once.
    pub fn put_into_each(piece: Piece, size: usize, pairs: impl Iterator<Item = Pair>, to: &mut [Self], from: &[Self]) {
        match piece.index() {
            LAST_PIECE if size.is_multiple_of(2) => put_into_each(pairs, to, from, |to, from| to.add_common(from, &EVEN.0)),
            LAST_PIECE => put_into_each(pairs, to, from, |to, from| to.add_common(from, &EVEN.0.map(|word| !word))),
            8 => put_into_each(pairs, to, from, Self::add_shifted_words::<4>),
            7 => put_into_each(pairs, to, from, Self::add_shifted_words::<2>),
            FIRST_PIECE_OF_WORDS => put_into_each(pairs, to, from, Self::add_shifted_words::<1>),
            piece => put_into_each(pairs, to, from, |to, from| to.add_shifted_bits(from, LACKING[piece], 1 << piece)),
        }
    }

    fn add_common(&mut self, others: &Self, places: &[u64; WORDS]) {
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
fn put_into_each(pairs: impl Iterator<Item = Pair>, to: &mut [PieceSets], from: &[PieceSets], put: impl Fn(&mut PieceSets, &PieceSets)) {
    for (one, other) in pairs {
        put(&mut to[one as usize], &from[other as usize]);
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

    /// Puts pieces one by one into the empty set.
    fn made_of(sets: &[PieceSet]) -> PieceSets {
        let mut all = PieceSets::NONE;
        for pieces in sets {
            let mut made = PieceSets::EMPTY_SET;
            for (size, piece) in pieces.iter().enumerate() {
                made = with(piece, size, &made);
            }
            all.add_common(&made, &[u64::MAX; WORDS]);
        }
        all
    }

    fn with(piece: Piece, size: usize, sets: &PieceSets) -> PieceSets {
        let mut to = [PieceSets::NONE];
        PieceSets::put_into_each(piece, size, [(0, 0)].into_iter(), &mut to, std::slice::from_ref(sets));
        let [made] = to;
        made
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
        fn a_piece_is_put_into_each_set_that_lacks_it((size, sets) in sets_of_one_size(), piece in (0..PIECES).prop_map(|index| Piece::new(index).unwrap())) {
            let made = made_of(&sets);
            prop_assert_eq!(listed(&made, size), sets.iter().copied().collect());
            let one_by_one = sets.into_iter().filter(|pieces| !pieces.contains(piece)).map(|pieces| pieces.with(piece));
            prop_assert_eq!(listed(&with(piece, size, &made), size + 1), one_by_one.collect());
        }
    }
}
