//! Small sets as the bits of an unsigned integer: cells of a board, pieces, placements of a class.
//!
//! Element `i` is bit `i`, so elements are ordered like bits: the lowest element is found by counting trailing zeros, and a set is iterated
//! by clearing its lowest bit until none remains. The operators `|`, `&` and `-` are union, intersection and difference. There is no
//! complement, because a word may have more bits than there are elements: subtract from the full set instead.
//!
//! A puzzle gives each kind of set an alias, such as `type Cells = Bits<u64, Cell>`, and adds functions that only its board needs as a
//! trait. Sets with different elements are different types, so that pieces can't be mistaken for cells. For more than 128
//! elements there is [`Wide`]; sets of stored solutions are lists: the index of `cover`.

use std::{
    cmp::Ordering,
    fmt,
    hash::{Hash, Hasher},
    iter::FusedIterator,
    marker::PhantomData,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub, SubAssign},
};

use serde::{Serialize, Serializer};

/// An unsigned integer as a row of bits.
pub trait Word:
    Copy
    + Eq
    + Hash
    + fmt::Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + 'static
{
    /// The number of bits.
    const BITS: u32;
    /// The word without any bit set.
    const ZERO: Self;

    /// Returns the word with only this bit set. The index must be below [`Self::BITS`].
    fn bit(index: u32) -> Self;

    /// Returns the word with all bits above this one set. The index must be below [`Self::BITS`].
    fn above(index: u32) -> Self;

    /// Returns whether this bit is set. The index must be below [`Self::BITS`].
    fn has(self, index: u32) -> bool;

    /// Returns this bit and the next 63, of which those above the word are clear. The index must be below [`Self::BITS`].
    fn starting_at(self, index: u32) -> u64;

    /// Returns whether no bit is set, without branching.
    fn is_zero(self) -> bool;

    /// Returns the number of bits set.
    fn count(self) -> u32;

    /// Returns the index of the lowest bit set.
    fn lowest(self) -> Option<u32>;

    /// Returns the lowest bit set, alone.
    #[must_use]
    fn lowest_alone(self) -> Self;

    /// Returns the word without its lowest bit set.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// Returns the word if the condition holds, else zero, without branching.
    #[must_use]
    fn when(self, condition: bool) -> Self;
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
            fn has(self, index: u32) -> bool {
                self & 1 << index != 0
            }

            #[inline]
            fn starting_at(self, index: u32) -> u64 {
                (self >> index) as u64
            }

            #[inline]
            fn is_zero(self) -> bool {
                self == 0
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> Option<u32> {
                if self == 0 { None } else { Some(self.trailing_zeros()) }
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

            #[inline]
            fn when(self, condition: bool) -> Self {
                // The negative of 1 has all bits set.
                self & Self::from(condition).wrapping_neg()
            }
        }
    )*};
}

word!(u16 u32 u64 u128);

/// The number of bits of each of several words.
const PART: u32 = u64::BITS;

/// An unsigned integer of 64 bits for each word, the lowest bits in the first word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const WORDS: usize>(pub [u64; WORDS]);

impl<const WORDS: usize> Wide<WORDS> {
    #[inline]
    fn join(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        Self(std::array::from_fn(|word| join(self.0[word], other.0[word])))
    }
}

impl<const WORDS: usize> BitAnd for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.join(other, |a, b| a & b)
    }
}

impl<const WORDS: usize> BitOr for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.join(other, |a, b| a | b)
    }
}

impl<const WORDS: usize> BitXor for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        self.join(other, |a, b| a ^ b)
    }
}

impl<const WORDS: usize> Not for Wide<WORDS> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl<const WORDS: usize> Word for Wide<WORDS> {
    const BITS: u32 = PART * WORDS as u32;
    const ZERO: Self = Self([0; WORDS]);

    #[inline]
    fn bit(index: u32) -> Self {
        let mut words = [0; WORDS];
        words[(index / PART) as usize] = 1 << (index % PART);
        Self(words)
    }

    #[inline]
    fn above(index: u32) -> Self {
        let (part, bit) = ((index / PART) as usize, index % PART);
        Self(std::array::from_fn(|word| match word.cmp(&part) {
            Ordering::Less => 0,
            Ordering::Equal => u64::above(bit),
            Ordering::Greater => u64::MAX,
        }))
    }

    #[inline]
    fn has(self, index: u32) -> bool {
        self.0[(index / PART) as usize].has(index % PART)
    }

    #[inline]
    fn starting_at(self, index: u32) -> u64 {
        let (word, shift) = (index as usize / 64, index % 64);
        let next = self.0.get(word + 1).copied().unwrap_or(0);
        // Both shifts together are 64, of which the second may not be one.
        self.0[word] >> shift | next << 1 << (63 - shift)
    }

    #[inline]
    fn is_zero(self) -> bool {
        // To compare several words, compilers call a function of the C library, which takes most of the time of a search.
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> Option<u32> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(PART * word as u32 + self.0[word].trailing_zeros())
    }

    #[inline]
    fn lowest_alone(self) -> Self {
        self.lowest().map_or(Self::ZERO, Self::bit)
    }

    #[inline]
    fn without_lowest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word = word.without_lowest();
        }
        self
    }

    #[inline]
    fn when(self, condition: bool) -> Self {
        Self(self.0.map(|word| word.when(condition)))
    }
}

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
#[macro_export]
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
pub use byte_element;

/// A set of elements, one bit each.
///
/// Sets in one word are ordered like the numbers that their bits form.
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
        self.bits.is_zero()
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

    /// Returns the set if the condition holds, else the empty set, without branching.
    #[inline]
    #[must_use]
    pub fn when(self, condition: bool) -> Self {
        Self::new(self.bits.when(condition))
    }

    /// Returns whether the sorted list of its elements comes lexicographically before that of another set of the same size: it has the
    /// lowest element that only one of them has.
    #[inline]
    pub fn precedes(self, other: Self) -> bool {
        self.meets((self ^ other).lowest())
    }
}

impl<W: Word, E: Element> Bits<W, E> {
    /// Returns whether the element is in the set.
    #[inline]
    pub fn contains(self, element: E) -> bool {
        self.bits.has(element.number())
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
        self.bits.lowest().map(E::numbered)
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

/// Elements of which there is a fixed number, such as the cells of a certain board, so that a set of them has a complement.
pub trait Finite<W>: Element {
    /// A bit for each of them.
    const ALL: W;
}

impl<W: Word, E: Finite<W>> Bits<W, E> {
    /// The set of all elements.
    pub const ALL: Self = Self::new(E::ALL);
}

/// The elements that are not in the set.
impl<W: Word, E: Finite<W>> Not for Bits<W, E> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self::ALL - self
    }
}

impl<W: Word, E: Element + Serialize> Serialize for Bits<W, E> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
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

/// The elements that are in only one of the sets.
impl<W: Word, E> BitXor for Bits<W, E> {
    type Output = Self;

    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self::new(self.bits ^ other.bits)
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

impl<W: Word + Ord, E> PartialOrd for Bits<W, E> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<W: Word + Ord, E> Ord for Bits<W, E> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
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

    use proptest::{collection::btree_set, prelude::*};

    use super::*;

    /// Checks that a set of bits behaves like a set of the standard library.
    fn agrees<W: Word>(one: &BTreeSet<usize>, other: &BTreeSet<usize>) {
        let plain = |set: &BTreeSet<usize>| set.iter().map(|&number| number % W::BITS as usize).collect();
        let (a, b): (BTreeSet<usize>, BTreeSet<usize>) = (plain(one), plain(other));
        let bits = |set: &BTreeSet<usize>| set.iter().copied().collect::<Bits<W>>();
        let (x, y) = (bits(&a), bits(&b));

        assert!(x.iter().eq(a.iter().copied()), "in ascending order");
        assert_eq!((x.iter().len(), x.len(), x.is_empty(), x.first()), (a.len(), a.len(), a.is_empty(), a.first().copied()));
        assert_eq!(x.lowest(), x.first().into_iter().collect());
        assert_eq!((x | y, x & y, x - y, x ^ y), (bits(&(&a | &b)), bits(&(&a & &b)), bits(&(&a - &b)), bits(&(&a ^ &b))));
        assert_eq!((x.covers(y), x.meets(y), x == y), (b.is_subset(&a), !a.is_disjoint(&b), a == b));
        assert_eq!((x.when(true), x.when(false)), (x, Bits::NONE));
        let same_size: BTreeSet<usize> = b.iter().copied().chain(0..W::BITS as usize).take(a.len()).collect();
        if same_size.len() == a.len() {
            assert_eq!(x.precedes(bits(&same_size)), a < same_size, "the lowest element is compared first");
        }
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

    fn is_ordered<W: Word + Ord>(one: &BTreeSet<usize>, other: &BTreeSet<usize>) {
        let bits = |set: &BTreeSet<usize>| set.iter().map(|number| number % W::BITS as usize).collect::<Bits<W>>();
        let highest_first = |set: Bits<W>| set.iter().collect::<BTreeSet<_>>().into_iter().rev();
        let (x, y) = (bits(one), bits(other));
        assert_eq!(x.cmp(&y), highest_first(x).cmp(highest_first(y)), "the highest element is compared first");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn bit_sets_behave_like_standard_sets(one in btree_set(0_usize..512, 0..60), other in btree_set(0_usize..512, 0..60)) {
            agrees::<u16>(&one, &other);
            agrees::<u32>(&one, &other);
            agrees::<u64>(&one, &other);
            agrees::<u128>(&one, &other);
            agrees::<Wide<2>>(&one, &other);
            agrees::<Wide<8>>(&one, &other);
            is_ordered::<u16>(&one, &other);
            is_ordered::<u128>(&one, &other);
        }
    }
}
