//! Tables whose keys are packed positions: numbers that nobody chooses to do harm, so that a quick hash will do.

use std::{
    collections::HashMap,
    hash::{BuildHasher, BuildHasherDefault, Hash, Hasher},
};

/// A table with packed numbers for keys.
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<MultiplyHasher>>;

/// The bytes that a table holds: buckets are a power of two, of which an eighth stays empty, and each has a byte beside its entry.
pub fn bytes<K, V>(table: &FastMap<K, V>) -> u64 {
    let buckets = (table.capacity() * 8 / 7).next_power_of_two();
    if table.capacity() == 0 { 0 } else { (buckets * (size_of::<(K, V)>() + 1)) as u64 }
}

/// A table in shards, which grow one at a time: who waits for a growing table waits for a small one, and little is held twice.
#[derive(Debug)]
pub struct ShardedMap<K, V> {
    shards: [FastMap<K, V>; SHARDS],
    len: usize,
    bytes: u64,
}

/// How many shards there are: a power of two.
pub const SHARDS: usize = 16;

impl<K, V> Default for ShardedMap<K, V> {
    fn default() -> Self {
        Self { shards: std::array::from_fn(|_| FastMap::default()), len: 0, bytes: 0 }
    }
}

impl<K: Eq + Hash, V: Copy> ShardedMap<K, V> {
    /// How many entries there are.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes that all shards hold.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// What is noted for this key.
    pub fn get(&self, key: &K) -> Option<V> {
        self.shards[shard(key)].get(key).copied()
    }

    /// Notes this for the key.
    pub fn insert(&mut self, key: K, value: V) {
        let shard = &mut self.shards[shard(&key)];
        let before = bytes(shard);
        self.len += usize::from(shard.insert(key, value).is_none());
        self.bytes += bytes(shard) - before;
    }

    /// Takes all entries out; the room for them stays.
    pub fn clear(&mut self) {
        self.shards.iter_mut().for_each(FastMap::clear);
        self.len = 0;
    }
}

/// The shard of this key: by bits of its hash that tables do not look at before they have 2^40 buckets.
fn shard<K: Hash>(key: &K) -> usize {
    (BuildHasherDefault::<MultiplyHasher>::default().hash_one(key) >> 40) as usize % SHARDS
}

/// Hashes a number by one multiplication: the odd factor, 2^64 over the golden ratio, carries each bit into the upper
/// ones, and the turn brings those to where tables look.
#[derive(Clone, Copy, Debug, Default)]
pub struct MultiplyHasher(u64);

impl Hasher for MultiplyHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
