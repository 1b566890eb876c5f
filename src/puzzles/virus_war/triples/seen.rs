//! Memories of the sets of three numbers that were there: a list, a hash set, one bit for each set.

use std::{collections::HashSet, hash::Hash};

use super::keys::{self, Triple};

/// A memory of sets of three numbers.
pub trait Seen {
    /// Remembers the set of these numbers, and tells whether it was not there before.
    fn is_new(&mut self, triple: Triple) -> bool;

    /// Appends the triples whose set was not there before, in order.
    fn keep_new(&mut self, triples: &[Triple], kept: &mut Vec<Triple>) {
        kept.extend(triples.iter().filter(|&&triple| self.is_new(triple)));
    }
}

/// Keys in a list, which is looked through for each triple.
pub struct Scanned<K, F> {
    key: F,
    keys: Vec<K>,
}

impl<K: PartialEq, F: Fn(Triple) -> K> Scanned<K, F> {
    /// Remembers sets by this key.
    pub fn by(key: F) -> Self {
        Self { key, keys: Vec::new() }
    }
}

impl<K: PartialEq, F: Fn(Triple) -> K> Seen for Scanned<K, F> {
    fn is_new(&mut self, triple: Triple) -> bool {
        let key = (self.key)(triple);
        let is_new = !self.keys.contains(&key);
        if is_new {
            self.keys.push(key);
        }
        is_new
    }
}

/// Keys in a hash set.
pub struct Hashed<K, F> {
    key: F,
    keys: HashSet<K>,
}

impl<K: Eq + Hash, F: Fn(Triple) -> K> Hashed<K, F> {
    /// Remembers sets by this key.
    pub fn by(key: F) -> Self {
        Self { key, keys: HashSet::new() }
    }
}

impl<K: Eq + Hash, F: Fn(Triple) -> K> Seen for Hashed<K, F> {
    fn is_new(&mut self, triple: Triple) -> bool {
        self.keys.insert((self.key)(triple))
    }
}

/// A bit for each set, by its rank.
pub struct Bitset {
    words: Vec<u64>,
}

impl Bitset {
    /// For numbers below this one.
    pub fn new(below: u8) -> Self {
        Self { words: vec![0; keys::ranks(below).div_ceil(64)] }
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
}
