//! Sets of cells as bits: one machine word for figures of up to 64 cells, several words for larger ones.

use std::{
    fmt::Debug,
    ops::{BitAnd, BitOr, BitXor, Not},
};

/// A set of cells of a figure. Cells are numbered from 0.
pub trait Cells:
    Copy + Debug + Eq + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self> + 'static
{
    /// The number of cells that it can hold.
    const CAPACITY: usize;
    /// The empty set.
    const EMPTY: Self;

    /// Returns the set with this cell added.
    fn with(self, cell: usize) -> Self;

    /// Whether the set is empty.
    fn is_empty(self) -> bool;

    /// Returns the number of cells.
    fn count(self) -> u32;

    /// Returns the lowest cell, or `None` if the set is empty.
    fn lowest(self) -> Option<usize>;

    /// Returns a set of the lowest cell alone, or the empty set if there is none.
    fn only_lowest(self) -> Self;

    /// Returns the set if the condition holds, else the empty set, without branching.
    fn when(self, condition: bool) -> Self;

    /// Whether the two sets share a cell.
    fn intersects(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns the set of the first `count` cells.
    fn first(count: usize) -> Self {
        (0..count).fold(Self::EMPTY, Self::with)
    }

    /// Iterates over the cells in ascending order.
    fn cells(mut self) -> impl Iterator<Item = usize> {
        std::iter::from_fn(move || {
            let lowest = self.lowest()?;
            self = self & !self.only_lowest();
            Some(lowest)
        })
    }

    /// Whether the sorted list of its cells comes lexicographically before the other set's.
    fn precedes(self, other: Self) -> bool {
        self.intersects((self ^ other).only_lowest())
    }
}

impl Cells for u64 {
    const CAPACITY: usize = 64;
    const EMPTY: Self = 0;

    fn with(self, cell: usize) -> Self {
        self | 1 << cell
    }

    fn is_empty(self) -> bool {
        self == 0
    }

    fn count(self) -> u32 {
        self.count_ones()
    }

    fn lowest(self) -> Option<usize> {
        (self != 0).then(|| self.trailing_zeros() as usize)
    }

    fn only_lowest(self) -> Self {
        self & self.wrapping_neg()
    }

    fn when(self, condition: bool) -> Self {
        self & Self::from(condition).wrapping_neg()
    }
}

/// A set of 64 cells for each word, the lowest cells in the first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wide<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Wide<WORDS> {
    fn join(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| join(self.0[word], other.0[word])))
    }
}

impl<const WORDS: usize> BitAnd for Wide<WORDS> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.join(other, |a, b| a & b)
    }
}

impl<const WORDS: usize> BitOr for Wide<WORDS> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.join(other, |a, b| a | b)
    }
}

impl<const WORDS: usize> BitXor for Wide<WORDS> {
    type Output = Self;

    fn bitxor(self, other: Self) -> Self {
        self.join(other, |a, b| a ^ b)
    }
}

impl<const WORDS: usize> Not for Wide<WORDS> {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const WORDS: usize> Cells for Wide<WORDS> {
    const CAPACITY: usize = 64 * WORDS;
    const EMPTY: Self = Self([0; WORDS]);

    fn with(mut self, cell: usize) -> Self {
        self.0[cell / 64] |= 1 << (cell % 64);
        self
    }

    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn lowest(self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(64 * word + self.0[word].trailing_zeros() as usize)
    }

    fn only_lowest(self) -> Self {
        self.lowest().map_or(Self::EMPTY, |lowest| Self::EMPTY.with(lowest))
    }

    fn when(self, condition: bool) -> Self {
        let all = u64::from(condition).wrapping_neg();
        Self(self.0.map(|word| word & all))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn check<C: Cells>(a: &BTreeSet<usize>, b: &BTreeSet<usize>) {
        let fitting = |cells: &BTreeSet<usize>| -> BTreeSet<usize> { cells.iter().copied().filter(|&cell| cell < C::CAPACITY).collect() };
        let set = |cells: &BTreeSet<usize>| cells.iter().fold(C::EMPTY, |set, &cell| set.with(cell));
        let (a, b) = (fitting(a), fitting(b));
        let (x, y) = (set(&a), set(&b));
        let same = |set: C, cells: BTreeSet<usize>| assert!(set.cells().eq(cells));
        same(x & y, &a & &b);
        same(x | y, &a | &b);
        same(x ^ y, &a ^ &b);
        same(x & !y, &a - &b);
        same(x.only_lowest(), a.first().copied().into_iter().collect());
        assert_eq!((x.is_empty(), x.count() as usize, x.lowest()), (a.is_empty(), a.len(), a.first().copied()));
        assert_eq!((x.when(true), x.when(false)), (x, C::EMPTY));
        assert_eq!(x.intersects(y), !a.is_disjoint(&b));
        if a.len() == b.len() {
            assert_eq!(x.precedes(y), a < b);
        }
    }

    proptest! {
        #[test]
        fn bit_sets_agree_with_btree_sets(a in prop::collection::btree_set(0_usize..512, 0..40), b in prop::collection::btree_set(0_usize..512, 0..40)) {
            let near: [BTreeSet<usize>; 2] = [&a, &b].map(|cells| cells.iter().map(|cell| cell % 64).collect());
            for (a, b) in [(&a, &b), (&near[0], &near[1])] {
                check::<u64>(a, b);
                check::<Wide<2>>(a, b);
                check::<Wide<8>>(a, b);
            }
        }
    }
}
