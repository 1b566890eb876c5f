//! What the best play remembers, in bounded memory.

use super::shape::Shape;
use crate::puzzles::voltorb_flip::search::hashing::ShardedMap;

/// By what a position is remembered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKey {
    /// By its shape, as soon as it has one.
    Shape(Shape),
    /// By the points that are shown, two bits a tile.
    Shown(u64),
}

/// How many positions are remembered at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capacity {
    /// By what is face up.
    pub shown: usize,
    /// By shape.
    pub shapes: usize,
}

impl Capacity {
    /// Tables double as they grow, and an eighth of them stays empty. This nearly fills parts that together have 2^22 and 2^23
    /// places, 71 and 210 MB, and leaves so much that no part happens to need more. With the boards themselves, a few hundred thousand
    /// of 16 bytes in a few copies, that stays well under 512 MiB.
    pub const DEFAULT: Self = Self { shown: (1 << 22) / 32 * 27, shapes: (1 << 23) / 32 * 27 };
}

/// What is remembered of positions. That by shape holds for all rounds of a level that are played for the same goal.
#[derive(Debug, Default)]
pub struct TranspositionTable {
    by_shown: ShardedMap<u64, f64>,
    by_shape: ShardedMap<Shape, f64>,
}

impl TranspositionTable {
    /// The bytes that the tables hold.
    pub fn bytes(&self) -> u64 {
        self.by_shown.bytes() + self.by_shape.bytes()
    }

    /// What is of use in another round, unless so much was remembered that this one might have no capacity.
    #[must_use]
    pub fn for_next_round(mut self, capacity: Capacity) -> Self {
        self.by_shown.clear();
        if capacity.shapes / 2 < self.by_shape.len() {
            self.by_shape.clear();
        }
        self
    }

    /// What the position is worth that is remembered by this.
    pub fn get(&self, place: TableKey) -> Option<f64> {
        match place {
            TableKey::Shape(shape) => self.by_shape.get(&shape),
            TableKey::Shown(shown) => self.by_shown.get(&shown),
        }
    }

    /// Notes what a position is worth, if there is capacity for it.
    pub fn insert(&mut self, place: TableKey, value: f64, capacity: Capacity) -> bool {
        match place {
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

    /// What is promised of the memory of a search.
    #[test]
    fn the_usual_room_stays_under_512_mib() {
        let bytes = |places: usize, entry: usize| places * (entry + 1);
        let (shown, shapes) = (bytes(1 << 22, size_of::<(u64, f64)>()), bytes(1 << 23, size_of::<(Shape, f64)>()));
        assert!(shown + shapes < 300 << 20, "{shown} {shapes}");
        // A sixteenth of both, to see that parts are even and grow as said.
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
