//! Small sets as the bits of one unsigned integer: cells of a board, pieces, placements of a class.
//!
//! Element `i` is bit `i`, so elements are ordered like bits: the lowest element is found by counting trailing zeros, and a set is iterated
//! by clearing its lowest bit until none remains. The operators `|`, `&` and `-` are union, intersection and difference. There is no
//! complement, because a word may have more bits than there are elements: subtract from the full set instead.
//!
//! A puzzle gives each kind of set an alias, such as `type Cells = Bits<u64, Cell>`, and adds functions that only its board needs in an
//! `impl` of the alias. Sets with different elements are different types, so that pieces can't be mistaken for cells. For sets of more than
//! 128 elements, such as sets of stored solutions, see [`crate::cover::CellSet`] and [`crate::cover::SolutionIndex`].

use std::{
    fmt,
    hash::{Hash, Hasher},
    iter::FusedIterator,
    marker::PhantomData,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign},
};

/// An unsigned integer as a row of bits.
pub trait Word:
    Copy + Eq + Ord + Hash + fmt::Debug + Send + Sync + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + 'static
{
    /// The number of bits.
    const BITS: u32;
    /// The word without any bit set.
    const ZERO: Self;
    /// Returns the word with only this bit set. The index must be below [`Self::BITS`].
    fn bit(index: u32) -> Self;

    /// Returns the word with all bits above this one set. The index must be below [`Self::BITS`].
    fn above(index: u32) -> Self;

    /// Returns the number of bits set.
    fn count(self) -> u32;

    /// Returns the index of the lowest bit set, or [`Self::BITS`] if there is none.
    fn lowest(self) -> u32;

    /// Returns the lowest bit set, alone.
    #[must_use]
    fn lowest_alone(self) -> Self;

    /// Returns the word without its lowest bit set.
    #[must_use]
    fn without_lowest(self) -> Self;
}

macro_rules! word {
    ($($integer:ty)*) => {$(
        impl Word for $integer {
            const BITS: u32 = <$integer>::BITS;
            const ZERO: Self = 0;

            #[inline]
            fn bit(index: u32) -> Self {
                1 << index
            }

            #[inline]
            fn above(index: u32) -> Self {
                // All bits but the lowest, shifted up: bit `index` and those below it are clear.
                !1 << index
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline]
            fn lowest_alone(self) -> Self {
                // The negative is the complement plus 1: equal to the word in its lowest 1, and complementary above it.
                self & self.wrapping_neg()
            }

            #[inline]
            fn without_lowest(self) -> Self {
                // Subtracting 1 turns the lowest 1 into 0 and the zeros below it into ones. Zero stays zero.
                self & self.wrapping_sub(1)
            }
        }
    )*};
}

word!(u16 u32 u64 u128);

/// An element of a set: something that a small number identifies.
pub trait Element: Copy {
    /// Returns its number, which is below the number of bits of the set.
    fn number(self) -> u32;

    /// Returns the element with this number. Only called with numbers of elements.
    fn numbered(number: u32) -> Self;
}

/// Elements that are plain numbers.
impl Element for usize {
    #[inline]
    fn number(self) -> u32 {
        self as u32
    }

    #[inline]
    fn numbered(number: u32) -> Self {
        number as Self
    }
}

/// Implements [`Element`] for a tuple struct that holds its number as one byte.
macro_rules! byte_element {
    ($element:ident) => {
        impl $crate::bits::Element for $element {
            #[inline]
            fn number(self) -> u32 {
                u32::from(self.0)
            }

            #[inline]
            fn numbered(number: u32) -> Self {
                Self(number as u8)
            }
        }
    };
}
pub(crate) use byte_element;

/// A set of elements, one bit each.
///
/// Sets are ordered like the numbers that their bits form.
pub struct Bits<W, E = usize> {
    bits: W,
    element: PhantomData<fn() -> E>,
}

impl<W: Word, E> Bits<W, E> {
    /// The empty set.
    pub const NONE: Self = Self::new(W::ZERO);

    /// Creates the set of the elements whose bits are set. The caller makes sure that each bit belongs to an element.
    #[inline]
    pub const fn new(bits: W) -> Self {
        Self { bits, element: PhantomData }
    }

    /// Returns the set as bits.
    #[inline]
    pub const fn bits(self) -> W {
        self.bits
    }

    /// Returns the number of elements.
    #[inline]
    pub fn len(self) -> usize {
        self.bits.count() as usize
    }

    /// Returns whether the set has no elements.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.bits == W::ZERO
    }

    /// Returns whether this set contains all elements of the other.
    #[inline]
    pub fn covers(self, other: Self) -> bool {
        (other - self).is_empty()
    }

    /// Returns whether the sets have an element in common.
    #[inline]
    pub fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Returns the set of the lowest element alone, or the empty set if there is none.
    #[inline]
    #[must_use]
    pub fn lowest(self) -> Self {
        Self::new(self.bits.lowest_alone())
    }
}

impl<W: Word, E: Element> Bits<W, E> {
    /// Returns whether the element is in the set.
    #[inline]
    pub fn contains(self, element: E) -> bool {
        self.meets(element.into())
    }

    /// Returns the set with this element added.
    #[inline]
    #[must_use]
    pub fn with(self, element: E) -> Self {
        self | element.into()
    }

    /// Returns the set with this element removed.
    #[inline]
    #[must_use]
    pub fn without(self, element: E) -> Self {
        self - element.into()
    }

    /// Returns the elements of the set above this one.
    #[inline]
    #[must_use]
    pub fn after(self, element: E) -> Self {
        Self::new(self.bits & W::above(element.number()))
    }

    /// Returns the lowest element.
    #[inline]
    pub fn first(self) -> Option<E> {
        if self.is_empty() { None } else { Some(E::numbered(self.bits.lowest())) }
    }

    /// Iterates over the elements in ascending order.
    #[inline]
    pub fn iter(self) -> Elements<W, E> {
        Elements(self)
    }
}

/// The elements of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Elements<W: Word, E: Element>(Bits<W, E>);

impl<W: Word, E: Element> Iterator for Elements<W, E> {
    type Item = E;

    #[inline]
    fn next(&mut self) -> Option<E> {
        let first = self.0.first()?;
        self.0 = Bits::new(self.0.bits.without_lowest());
        Some(first)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl<W: Word, E: Element> ExactSizeIterator for Elements<W, E> {}
impl<W: Word, E: Element> FusedIterator for Elements<W, E> {}

impl<W: Word, E: Element> IntoIterator for Bits<W, E> {
    type Item = E;
    type IntoIter = Elements<W, E>;

    #[inline]
    fn into_iter(self) -> Elements<W, E> {
        self.iter()
    }
}

impl<W: Word, E: Element> From<E> for Bits<W, E> {
    #[inline]
    fn from(element: E) -> Self {
        Self::new(W::bit(element.number()))
    }
}

impl<W: Word, E: Element> FromIterator<E> for Bits<W, E> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = E>>(elements: I) -> Self {
        elements.into_iter().fold(Self::NONE, Self::with)
    }
}

impl<W: Word, E> BitOr for Bits<W, E> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self::new(self.bits | other.bits)
    }
}

impl<W: Word, E> BitAnd for Bits<W, E> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self::new(self.bits & other.bits)
    }
}

/// The elements that aren't in the other set.
impl<W: Word, E> Sub for Bits<W, E> {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.bits & !other.bits)
    }
}

impl<W: Word, E> BitOrAssign for Bits<W, E> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<W: Word, E> BitAndAssign for Bits<W, E> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<W: Word, E> SubAssign for Bits<W, E> {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

// Implemented by hand: a derive would also require the traits of `E`, of which a set holds no values.

impl<W: Word, E> Clone for Bits<W, E> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: Word, E> Copy for Bits<W, E> {}

impl<W: Word, E> Default for Bits<W, E> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<W: Word, E> PartialEq for Bits<W, E> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl<W: Word, E> Eq for Bits<W, E> {}

impl<W: Word, E> PartialOrd for Bits<W, E> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<W: Word, E> Ord for Bits<W, E> {
    #[inline]
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.bits.cmp(&other.bits)
    }
}

impl<W: Word, E> Hash for Bits<W, E> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits.hash(state);
    }
}

impl<W: Word, E: Element + fmt::Debug> fmt::Debug for Bits<W, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// Checks that a set of bits behaves like a set of the standard library.
    fn agrees<W: Word>(one: &BTreeSet<u8>, other: &BTreeSet<u8>) {
        let plain =
            |set: &BTreeSet<u8>| set.iter().map(|&number| usize::from(number)).filter(|&number| number < W::BITS as usize).collect();
        let (a, b): (BTreeSet<usize>, BTreeSet<usize>) = (plain(one), plain(other));
        let bits = |set: &BTreeSet<usize>| set.iter().copied().collect::<Bits<W>>();
        let (x, y) = (bits(&a), bits(&b));

        assert!(x.iter().eq(a.iter().copied()), "in ascending order");
        assert_eq!((x.iter().len(), x.len(), x.is_empty(), x.first()), (a.len(), a.len(), a.is_empty(), a.first().copied()));
        assert_eq!(x.lowest(), x.first().into_iter().collect());
        assert_eq!((x | y, x & y, x - y), (bits(&(&a | &b)), bits(&(&a & &b)), bits(&(&a - &b))));
        assert_eq!((x.covers(y), x.meets(y), x == y), (b.is_subset(&a), !a.is_disjoint(&b), a == b));
        assert_eq!(x.cmp(&y), a.iter().rev().cmp(b.iter().rev()), "the highest element is compared first");
        let mut all = x;
        all |= y;
        all -= x;
        all &= y;
        assert_eq!(all, y - x);
        for number in 0..W::BITS as usize {
            let alone = BTreeSet::from([number]);
            assert_eq!(x.contains(number), a.contains(&number));
            assert_eq!((x.with(number), x.without(number)), (bits(&(&a | &alone)), bits(&(&a - &alone))));
            assert!(x.after(number).iter().eq(a.range(number + 1..).copied()));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn bit_sets_behave_like_standard_sets(one: BTreeSet<u8>, other: BTreeSet<u8>) {
            agrees::<u16>(&one, &other);
            agrees::<u32>(&one, &other);
            agrees::<u64>(&one, &other);
            agrees::<u128>(&one, &other);
        }
    }
}
