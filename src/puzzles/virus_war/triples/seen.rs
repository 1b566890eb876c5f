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

    /// How many bytes it takes.
    fn bytes(&self) -> usize;
}

/// A key of three numbers.
pub trait Key: Eq + Hash {
    /// The bytes that it takes beside its own size.
    fn beside(&self) -> usize;
}

impl Key for u32 {
    fn beside(&self) -> usize {
        0
    }
}

impl Key for Vec<u8> {
    fn beside(&self) -> usize {
        self.capacity()
    }
}

/// Keys in a list, which is looked through for each triple.
pub struct Scanned<K, F> {
    key: F,
    keys: Vec<K>,
}

impl<K: Key, F: Fn(Triple) -> K> Scanned<K, F> {
    /// Remembers sets by this key.
    pub fn by(key: F) -> Self {
        Self { key, keys: Vec::new() }
    }
}

impl<K: Key, F: Fn(Triple) -> K> Seen for Scanned<K, F> {
    fn is_new(&mut self, triple: Triple) -> bool {
        let key = (self.key)(triple);
        let is_new = !self.keys.contains(&key);
        if is_new {
            self.keys.push(key);
        }
        is_new
    }

    fn bytes(&self) -> usize {
        self.keys.capacity() * size_of::<K>() + beside(&self.keys)
    }
}

/// Keys in a hash set.
pub struct Hashed<K, F> {
    key: F,
    keys: HashSet<K>,
}

impl<K: Key, F: Fn(Triple) -> K> Hashed<K, F> {
    /// Remembers sets by this key.
    pub fn by(key: F) -> Self {
        Self { key, keys: HashSet::new() }
    }
}

impl<K: Key, F: Fn(Triple) -> K> Seen for Hashed<K, F> {
    fn is_new(&mut self, triple: Triple) -> bool {
        self.keys.insert((self.key)(triple))
    }

    /// The standard library's table is a power of two of places, each with a byte of its own, of which 7 in 8 may be taken.
    fn bytes(&self) -> usize {
        let places = self.keys.capacity() * 8 / 7;
        let table = if places == 0 { 0 } else { places.next_power_of_two() };
        table * (size_of::<K>() + 1) + beside(&self.keys)
    }
}

fn beside<'a, K: Key + 'a>(keys: impl IntoIterator<Item = &'a K>) -> usize {
    keys.into_iter().map(Key::beside).sum()
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

    fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }
}
