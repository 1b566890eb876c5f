//! The transposition table of the search for the best play, with bounded memory.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::{
    roster::Cleared,
    shape::{Profiles, Shape},
};
use crate::{
    model::{objective::Goal, prior::LevelChances, problem::Problem, rules::Clues},
    search::hashing::ShardedMap,
};

/// The key of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Hash tables double as they grow, and an eighth of them stays empty. These numbers nearly fill shards with 2^20 and 2^22 buckets in
    /// total, 18 and 105 MB, with enough margin that no single shard has to grow: together less than 128 MB.
    pub const DEFAULT: Self = Self { shown: (1 << 20) / 32 * 27, shapes: (1 << 22) / 32 * 27 };
}

/// The worths of positions, kept from one search to the next. Entries by shape hold for all rounds with the same prior and goal, entries by
/// face-up tiles only for one round.
#[derive(Debug)]
pub struct TranspositionTable {
    by_shown: ShardedMap<u64, f64>,
    by_shape: ShardedMap<Shape, f64>,
    /// The profiles that the shapes refer to.
    pub profiles: Profiles,
    capacity: Capacity,
    scope: Option<Scope>,
    /// Whether a position didn't fit since the last preparation.
    is_full: AtomicBool,
}

/// What the entries hold for.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scope {
    levels: Option<LevelChances>,
    goal: Goal,
    clues: Clues,
}

impl Default for TranspositionTable {
    fn default() -> Self {
        Self::with_capacity(Capacity::DEFAULT)
    }
}

impl TranspositionTable {
    /// Creates an empty table.
    pub fn with_capacity(capacity: Capacity) -> Self {
        let (by_shown, by_shape, profiles) = (ShardedMap::default(), ShardedMap::default(), Profiles::default());
        Self { by_shown, by_shape, profiles, capacity, scope: None, is_full: AtomicBool::new(false) }
    }

    /// Returns the memory of the tables in bytes.
    pub fn bytes(&self) -> u64 {
        self.by_shown.bytes() + self.by_shape.bytes()
    }

    /// Returns the number of entries.
    pub fn entries(&self) -> usize {
        self.by_shown.len() + self.by_shape.len()
    }

    /// Prepares for a search: removes the entries that don't hold for this problem and goal, and all if they might leave too little
    /// capacity.
    pub fn prepare(&mut self, problem: &Problem, goal: Goal) {
        let scope = Scope { levels: problem.levels, goal, clues: problem.clues };
        let before = self.scope.replace(scope);
        let is_same_round = before == Some(scope);
        let is_alike = before.is_some_and(|before| (before.levels, before.goal) == (scope.levels, scope.goal));
        if !is_alike {
            // Nothing of it serves, so its memory goes, too.
            *self = Self { scope: self.scope, ..Self::with_capacity(self.capacity) };
        }
        let is_crowded = self.capacity.shapes / 2 < self.by_shape.len();
        let was_full = std::mem::take(self.is_full.get_mut());
        if !is_same_round || was_full {
            self.by_shown.clear();
        }
        if was_full || is_crowded && !is_same_round {
            self.by_shape.clear();
            self.profiles = Profiles::default();
        }
    }

    /// Returns whether a position didn't fit since the last preparation.
    pub fn is_full(&self) -> bool {
        self.is_full.load(Relaxed)
    }

    /// Returns the worth stored under this key, or a bound.
    pub fn get(&self, key: TableKey) -> Option<Cleared> {
        let packed = match key {
            TableKey::Shape(shape) => self.by_shape.get(&shape),
            TableKey::Shown(shown) => self.by_shown.get(&shown),
        }?;
        Some(if packed < 0.0 { Cleared::AtMost(-packed) } else { Cleared::Exactly(packed) })
    }

    /// Stores the worth of a position or a bound, unless another thread has stored something better, or notes that the table is full.
    /// Returns whether it isn't.
    pub fn insert(&self, key: TableKey, cleared: Cleared) -> bool {
        // Worths aren't negative, so the sign is free to mark a bound. A worth of at most 0 is 0.
        let value = match cleared {
            Cleared::Exactly(worth) => worth.max(0.0),
            Cleared::AtMost(bound) => -bound.max(0.0),
        };
        // A worth is better than a bound, which is negative, and so is a lower bound. Worths are equal except for rounding.
        let is_better = |stored: f64| value < stored;
        match key {
            TableKey::Shape(shape) if self.by_shape.len() < self.capacity.shapes => self.by_shape.insert(shape, value, is_better),
            TableKey::Shown(shown) if self.by_shown.len() < self.capacity.shown => self.by_shown.insert(shown, value, is_better),
            _ => {
                self.is_full.store(true, Relaxed);
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The promised limit on the memory of a search.
    #[test]
    fn the_default_capacity_stays_under_128_mb() {
        let bytes = |places: usize, entry: usize| places * (entry + 1);
        let (shown, shapes) = (bytes(1 << 20, size_of::<(u64, f64)>()), bytes(1 << 22, size_of::<(Shape, f64)>()));
        assert!(shown + shapes < 128_000_000, "{shown} {shapes}");
        // A sixteenth of both, to check that shards are even and grow as stated.
        let mut table = ShardedMap::<u64, f64>::default();
        for number in 0..Capacity::DEFAULT.shown as u64 / 16 {
            table.insert(number.wrapping_mul(0x2545_F491_4F6C_DD1D), 1.0, |_| false);
        }
        assert_eq!((table.len(), table.bytes()), (Capacity::DEFAULT.shown / 16, bytes(1 << 16, size_of::<(u64, f64)>()) as u64));
        assert_eq!((table.get(&0x2545_F491_4F6C_DD1D), table.get(&1)), (Some(1.0), None));
        table.clear();
        assert!(table.is_empty());
    }
}
