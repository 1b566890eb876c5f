//! The transposition table of the search for the best play, with bounded memory.

use super::shape::Shape;
use crate::puzzles::voltorb_flip::search::hashing::ShardedMap;

/// The key of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKey {
    /// Its shape, once it has one.
    Shape(Shape),
    /// The points of its face-up tiles, two bits each.
    Shown(u64),
}

/// The most positions that the table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// By face-up tiles.
    pub shown: usize,
    /// By shape.
    pub shapes: usize,
}

impl Capacity {
    /// Hash tables double as they grow, and an eighth of them stays empty. These numbers nearly fill shards with 2^22 and 2^23 buckets in
    /// total, 71 and 210 MB, with enough margin that no single shard has to grow. Together with the boards, a few copies of a few hundred
    /// thousand entries of 16 bytes, this stays well below 512 MiB.
    pub const DEFAULT: Self = Self { shown: (1 << 22) / 32 * 27, shapes: (1 << 23) / 32 * 27 };
}

/// The worths of positions. Entries by shape hold for all rounds with the same level and goal.
#[derive(Debug, Default)]
pub struct TranspositionTable {
    by_shown: ShardedMap<u64, f64>,
    by_shape: ShardedMap<Shape, f64>,
}

impl TranspositionTable {
    /// Returns the memory of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        self.by_shown.bytes() + self.by_shape.bytes()
    }

    /// Keeps what is useful in another round, unless it might leave too little capacity for it.
    #[must_use]
    pub fn for_next_round(mut self, capacity: Capacity) -> Self {
        self.by_shown.clear();
        if capacity.shapes / 2 < self.by_shape.len() {
            self.by_shape.clear();
        }
        self
    }

    /// Returns the worth stored under this key.
    pub fn get(&self, key: TableKey) -> Option<f64> {
        match key {
            TableKey::Shape(shape) => self.by_shape.get(&shape),
            TableKey::Shown(shown) => self.by_shown.get(&shown),
        }
    }

    /// Stores the worth of a position and returns whether there was capacity for it.
    pub fn insert(&mut self, key: TableKey, value: f64, capacity: Capacity) -> bool {
        match key {
            TableKey::Shape(shape) if self.by_shape.len() < capacity.shapes => self.by_shape.insert(shape, value),
            TableKey::Shown(shown) if self.by_shown.len() < capacity.shown => self.by_shown.insert(shown, value),
            _ => return false,
        };
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The promised limit on the memory of a search.
    #[test]
    fn the_default_capacity_stays_under_512_mib() {
        let bytes = |places: usize, entry: usize| places * (entry + 1);
        let (shown, shapes) = (bytes(1 << 22, size_of::<(u64, f64)>()), bytes(1 << 23, size_of::<(Shape, f64)>()));
        assert!(shown + shapes < 300 << 20, "{shown} {shapes}");
        // A sixteenth of both, to check that shards are even and grow as stated.
        let mut table = ShardedMap::<u64, f64>::default();
        for number in 0..Capacity::DEFAULT.shown as u64 / 16 {
            table.insert(number.wrapping_mul(0x2545_F491_4F6C_DD1D), 1.0);
        }
        assert_eq!((table.len(), table.bytes()), (Capacity::DEFAULT.shown / 16, bytes(1 << 18, size_of::<(u64, f64)>()) as u64));
        assert_eq!((table.get(&0x2545_F491_4F6C_DD1D), table.get(&1)), (Some(1.0), None));
        table.clear();
        assert!(table.is_empty());
    }
}
