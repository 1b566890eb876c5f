//! Hash tables keyed by packed positions. The keys aren't under an attacker's control, so a fast hash is enough.

use std::{
    collections::{HashMap, hash_map::Entry},
    hash::{BuildHasher, BuildHasherDefault, Hash, Hasher},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed},
    },
};

/// A hash table with packed numbers as keys.
pub type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<MultiplyHasher>>;

/// Returns the memory of a table in bytes. Buckets are a power of two, an eighth of them stays empty, and each takes one byte more than its
/// entry.
pub fn bytes<K, V>(table: &FastMap<K, V>) -> u64 {
    let buckets = (table.capacity() * 8 / 7).next_power_of_two();
    if table.capacity() == 0 { 0 } else { (buckets * (size_of::<(K, V)>() + 1)) as u64 }
}

/// A table in shards that grow one at a time, so that growing never takes long or holds much memory twice. Threads that share it rarely
/// meet in one, so locks cost next to nothing.
#[derive(Debug)]
pub struct ShardedMap<K, V> {
    shards: [Mutex<FastMap<K, V>>; SHARDS],
    len: AtomicUsize,
    bytes: AtomicU64,
}

/// The number of shards, a power of two.
pub const SHARDS: usize = 16;

impl<K, V> Default for ShardedMap<K, V> {
    fn default() -> Self {
        Self { shards: std::array::from_fn(|_| Mutex::default()), len: AtomicUsize::new(0), bytes: AtomicU64::new(0) }
    }
}

impl<K: Eq + Hash, V: Copy> ShardedMap<K, V> {
    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        self.len.load(Relaxed)
    }

    /// Returns whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the memory of all shards in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed)
    }

    /// Returns the value of this key.
    pub fn get(&self, key: &K) -> Option<V> {
        self.shard(key).get(key).copied()
    }

    /// Sets the value of this key, unless it has one that must be kept.
    pub fn insert(&self, key: K, value: V, is_kept: impl FnOnce(V) -> bool) {
        let mut shard = self.shard(&key);
        let before = bytes(&shard);
        match shard.entry(key) {
            Entry::Occupied(mut entry) => {
                if !is_kept(*entry.get()) {
                    entry.insert(value);
                }
            }
            Entry::Vacant(entry) => {
                entry.insert(value);
                self.len.fetch_add(1, Relaxed);
                self.bytes.fetch_add(bytes(&shard) - before, Relaxed);
            }
        }
    }

    /// Removes all entries; keeps the allocated memory.
    pub fn clear(&mut self) {
        self.shards.iter_mut().for_each(|shard| shard.get_mut().unwrap_or_else(PoisonError::into_inner).clear());
        *self.len.get_mut() = 0;
    }

    /// Returns the shard of this key. A table uses the bits of the hash itself, so their product decides, whose upper bits depend on all.
    fn shard(&self, key: &K) -> MutexGuard<'_, FastMap<K, V>> {
        let mixed = hash(key).wrapping_mul(FACTOR);
        // Each change is complete before anything can panic.
        self.shards[(mixed >> (u64::BITS - SHARDS.ilog2())) as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the hash of a packed position.
pub fn hash<K: Hash>(key: &K) -> u64 {
    BuildHasherDefault::<MultiplyHasher>::default().hash_one(key)
}

/// An odd factor, 2^64 over the golden ratio, that carries each bit into the upper ones.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// Hashes a number by one multiplication. The rotation moves the upper bits to where the tables look.
#[derive(Clone, Copy, Debug, Default)]
pub struct MultiplyHasher(u64);

impl Hasher for MultiplyHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(FACTOR);
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
