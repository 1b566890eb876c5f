//! Sets of numbered boards.

/// A set of numbers below 64 times the number of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardSet<const WORDS: usize>(pub [u64; WORDS]);

impl<const WORDS: usize> BoardSet<WORDS> {
    /// The set of no boards.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Returns the set of the first boards, this many.
    pub fn first_of_all(count: usize) -> Self {
        Self(std::array::from_fn(|word| match count.saturating_sub(64 * word) {
            0 => 0,
            rest @ 1..64 => (1 << rest) - 1,
            _ => u64::MAX,
        }))
    }

    /// Returns the boards in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Returns the boards in either set.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Returns the number of boards.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Returns whether a board is in both sets.
    pub fn meets(&self, other: &Self) -> bool {
        (0..WORDS).fold(0, |both, word| both | self.0[word] & other.0[word]) != 0
    }

    /// Adds a board.
    pub fn insert(&mut self, board: usize) {
        self.0[board / 64] |= 1 << (board % 64);
    }

    /// Removes a board.
    pub fn remove(&mut self, board: usize) {
        self.0[board / 64] &= !(1 << (board % 64));
    }

    /// Returns whether this board is in the set.
    pub fn contains(&self, board: usize) -> bool {
        self.0[board / 64] >> (board % 64) & 1 != 0
    }

    /// Removes the lowest board and returns it.
    pub fn take_first(&mut self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        let board = 64 * word + self.0[word].trailing_zeros() as usize;
        self.0[word] &= self.0[word] - 1;
        Some(board)
    }

    /// The boards in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        (0..WORDS).flat_map(move |word| {
            let mut rest = self.0[word];
            std::iter::from_fn(move || {
                let board = (rest != 0).then(|| 64 * word + rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(board)
            })
        })
    }

    /// Returns a hash in which every bit matters.
    pub fn hash(&self) -> u64 {
        self.0.iter().fold(0, |hash, word| {
            let mixed = (hash ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            mixed ^ mixed >> 29
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_two_words_hold_what_was_inserted() {
        for count in [0, 1, 63, 64, 65, 127, 128] {
            let all = BoardSet::<2>::first_of_all(count);
            assert!(all.iter().eq(0..count) && all.len() == count && all.is_empty() == (count == 0));
        }
        let mut set = BoardSet::<2>::EMPTY;
        [3, 63, 64, 100].into_iter().for_each(|board| set.insert(board));
        set.remove(63);
        assert!(set.iter().eq([3, 64, 100]) && set.contains(64) && !set.contains(63));
        let high = BoardSet([0, u64::MAX]);
        assert!(set.meets(&high) && set.and(&high).iter().eq([64, 100]) && set.or(&high).len() == 65);
        assert_eq!((set.take_first(), set.take_first(), set.len()), (Some(3), Some(64), 1));
    }
}
