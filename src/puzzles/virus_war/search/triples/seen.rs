//! Sets of three numbers that came up before, in a list, a hash set or a bitset.

use std::{collections::HashSet, hash::Hash};

use super::keys;
use crate::model::triples::Triple;

/// The sets of three numbers seen so far.
pub trait Seen {
    /// Adds the set of these numbers and returns whether it is new.
    fn is_new(&mut self, triple: Triple) -> bool;

    /// Appends the triples whose sets are new to `kept`, in order.
    fn keep_new(&mut self, triples: &[Triple], kept: &mut Vec<Triple>) {
        kept.extend(triples.iter().filter(|&&triple| self.is_new(triple)));
    }

    /// The number of bytes it uses.
    fn bytes(&self) -> usize;
}

/// A key made of three numbers.
pub trait Key: Eq + Hash {
    /// The number of bytes on the heap.
    fn heap_bytes(&self) -> usize;
}

impl Key for u32 {
    fn heap_bytes(&self) -> usize {
        0
    }
}

impl Key for Vec<u8> {
    fn heap_bytes(&self) -> usize {
        self.capacity()
    }
}

/// The triples kept so far, all of which are compared with the next triple by their keys.
///
/// The key of a kept triple is made again for each comparison, as in the article's program, which allocates 1.77 GB for the sorted lists
/// of 10,000 triples. So the cost of a technique is the cost of its key.
pub struct Scanned<F> {
    key: F,
    kept: Vec<Triple>,
}

impl<K: Key, F: Fn(Triple) -> K> Scanned<F> {
    /// Compares sets by this key.
    pub fn with_key(key: F) -> Self {
        Self { key, kept: Vec::new() }
    }
}

impl<K: Key, F: Fn(Triple) -> K> Seen for Scanned<F> {
    fn is_new(&mut self, triple: Triple) -> bool {
        let key = (self.key)(triple);
        let is_new = !self.kept.iter().any(|&kept| (self.key)(kept) == key);
        if is_new {
            self.kept.push(triple);
        }
        is_new
    }

    fn bytes(&self) -> usize {
        self.kept.capacity() * size_of::<Triple>()
    }
}

/// The keys seen so far, in a hash set.
pub struct Hashed<K, F> {
    key: F,
    keys: HashSet<K>,
}

impl<K: Key, F: Fn(Triple) -> K> Hashed<K, F> {
    /// Compares sets by this key.
    pub fn with_key(key: F) -> Self {
        Self { key, keys: HashSet::new() }
    }
}

impl<K: Key, F: Fn(Triple) -> K> Seen for Hashed<K, F> {
    fn is_new(&mut self, triple: Triple) -> bool {
        self.keys.insert((self.key)(triple))
    }

    /// The standard library's table has a power of two of places, each with one more byte, and fills at most 7 of 8.
    fn bytes(&self) -> usize {
        let places = self.keys.capacity() * 8 / 7;
        let table = if places == 0 { 0 } else { places.next_power_of_two() };
        table * (size_of::<K>() + 1) + self.keys.iter().map(Key::heap_bytes).sum::<usize>()
    }
}

/// One bit for each set, by its rank.
pub struct Bitset {
    words: Vec<u64>,
}

impl Bitset {
    /// An empty set for numbers below this one.
    pub fn new(below: u8) -> Self {
        Self { words: vec![0; keys::rank_count(below).div_ceil(64)] }
    }
}

impl Seen for Bitset {
    fn is_new(&mut self, triple: Triple) -> bool {
        let rank = keys::rank(triple);
        let (word, bit) = (&mut self.words[rank / 64], 1 << (rank % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_scan_makes_the_key_of_a_kept_triple_for_each_comparison() {
        let made = Cell::new(0);
        let mut scanned = Scanned::with_key(|triple| {
            made.set(made.get() + 1);
            keys::sorted(triple)
        });
        let mut kept = Vec::new();
        scanned.keep_new(&[[3, 2, 1], [1, 2, 3], [5, 5, 5], [7, 8, 9], [5, 5, 5]], &mut kept);
        assert_eq!(kept, [[3, 2, 1], [5, 5, 5], [7, 8, 9]]);
        // One for each triple, and one for each comparison: 0, 1, 1, 2 and 2.
        assert_eq!(made.get(), 5 + 6);
    }
}
