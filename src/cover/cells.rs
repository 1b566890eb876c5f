//! Sets of cells as bits, in one word or in several.

use std::fmt::Debug;

/// A set of cells, which are numbers from 0 up.
pub trait CellSet: Copy + Debug + Eq + Send + Sync + 'static {
    /// The empty set.
    const NONE: Self;

    /// Adds this cell, which must be within the width of the set.
    #[must_use]
    fn with(self, cell: usize) -> Self;

    /// Whether the set contains the cell.
    fn contains(self, cell: usize) -> bool;

    /// The union.
    #[must_use]
    fn or(self, other: Self) -> Self;

    /// The intersection.
    #[must_use]
    fn and(self, other: Self) -> Self;

    /// The cells that are not in the other set.
    #[must_use]
    fn without(self, other: Self) -> Self;

    /// The number of cells.
    fn len(self) -> usize;

    /// The lowest cell, if the set isn't empty.
    fn first(self) -> Option<usize>;

    /// Whether the set is empty.
    fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// Whether this set contains all cells of the other.
    fn covers(self, other: Self) -> bool {
        other.without(self).is_empty()
    }

    /// Whether the sets have a cell in common.
    fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Collects these cells into a set.
    fn of(cells: impl IntoIterator<Item = usize>) -> Self {
        cells.into_iter().fold(Self::NONE, Self::with)
    }

    /// Iterates over the cells in ascending order.
    fn iter(self) -> impl Iterator<Item = usize> {
        let mut remaining = self;
        std::iter::from_fn(move || {
            let first = remaining.first()?;
            remaining = remaining.without(Self::NONE.with(first));
            Some(first)
        })
    }
}

impl CellSet for u64 {
    const NONE: Self = 0;

    fn with(self, cell: usize) -> Self {
        self | 1 << cell
    }

    fn contains(self, cell: usize) -> bool {
        cell < Self::BITS as usize && self >> cell & 1 == 1
    }

    fn or(self, other: Self) -> Self {
        self | other
    }

    fn and(self, other: Self) -> Self {
        self & other
    }

    fn without(self, other: Self) -> Self {
        self & !other
    }

    fn len(self) -> usize {
        self.count_ones() as usize
    }

    fn first(self) -> Option<usize> {
        (self != 0).then(|| self.trailing_zeros() as usize)
    }
}

const WORD: usize = u64::BITS as usize;

impl<const W: usize> CellSet for [u64; W] {
    const NONE: Self = [0; W];

    fn with(mut self, cell: usize) -> Self {
        self[cell / WORD] |= 1 << (cell % WORD);
        self
    }

    fn contains(self, cell: usize) -> bool {
        self.get(cell / WORD).is_some_and(|word| word >> (cell % WORD) & 1 == 1)
    }

    fn or(self, other: Self) -> Self {
        std::array::from_fn(|word| self[word] | other[word])
    }

    fn and(self, other: Self) -> Self {
        std::array::from_fn(|word| self[word] & other[word])
    }

    fn without(self, other: Self) -> Self {
        std::array::from_fn(|word| self[word] & !other[word])
    }

    fn len(self) -> usize {
        self.as_slice().iter().map(|word| word.count_ones() as usize).sum()
    }

    fn first(self) -> Option<usize> {
        let word = self.as_slice().iter().position(|&word| word != 0)?;
        Some(WORD * word + self[word].trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    fn agrees<M: CellSet>(a: &BTreeSet<usize>, b: &BTreeSet<usize>) {
        let set = |cells: &BTreeSet<usize>| M::of(cells.iter().copied());
        let (x, y) = (set(a), set(b));
        assert_eq!(x.iter().collect::<BTreeSet<_>>(), *a);
        assert_eq!(x.or(y), set(&(a | b)));
        assert_eq!(x.and(y), set(&(a & b)));
        assert_eq!(x.without(y), set(&(a - b)));
        assert_eq!((x.len(), x.first(), x.is_empty()), (a.len(), a.first().copied(), a.is_empty()));
        assert_eq!((x.covers(y), x.meets(y)), (b.is_subset(a), !a.is_disjoint(b)));
        assert!((0..400).all(|cell| x.contains(cell) == a.contains(&cell)));
    }

    proptest! {
        #[test]
        fn bit_sets_agree_with_plain_sets(a: BTreeSet<u8>, b: BTreeSet<u8>) {
            let below = |set: &BTreeSet<u8>, end: usize| set.iter().map(|&cell| usize::from(cell)).filter(|&cell| cell < end).collect();
            agrees::<u64>(&below(&a, 64), &below(&b, 64));
            agrees::<[u64; 4]>(&below(&a, 256), &below(&b, 256));
        }
    }
}
