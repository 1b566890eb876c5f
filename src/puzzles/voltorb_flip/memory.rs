//! What the best play remembers, in bounded memory.

use super::{
    hashing::{self, QuickMap},
    shape::Shape,
};

/// How many positions are remembered at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// By what is face up.
    pub shown: usize,
    /// By shape.
    pub shapes: usize,
}

impl Room {
    /// Tables double as they grow, so this fills tables of 2^23 and 2^22 places to the last: 142 and 138 MB, and 71 MB of an old
    /// table while the larger one grows. With the boards themselves, a few hundred thousand of 16 bytes in a few copies, that
    /// stays under 512 MiB.
    pub const USUAL: Self = Self { shown: (1 << 23) / 8 * 7, shapes: (1 << 22) / 8 * 7 };
}

/// What is remembered of positions. That by shape holds for all rounds of a level that are played for the same goal.
#[derive(Debug, Default)]
pub struct Memory {
    by_shown: QuickMap<u64, f64>,
    by_shape: QuickMap<Shape, f64>,
}

impl Memory {
    /// The bytes that the tables hold.
    pub fn bytes(&self) -> u64 {
        hashing::bytes(&self.by_shown) + hashing::bytes(&self.by_shape)
    }

    /// What is of use in another round, unless so much was remembered that this one might have no room.
    #[must_use]
    pub fn for_next_round(mut self, room: Room) -> Self {
        self.by_shown.clear();
        if room.shapes / 2 < self.by_shape.len() {
            self.by_shape.clear();
        }
        self
    }

    /// What a position is worth in which these points are shown, two bits a tile.
    pub fn of_shown(&self, shown: u64) -> Option<f64> {
        self.by_shown.get(&shown).copied()
    }

    /// What a position of this shape is worth.
    pub fn of_shape(&self, shape: Shape) -> Option<f64> {
        self.by_shape.get(&shape).copied()
    }

    /// Notes what a position is worth, if there is room for it.
    pub fn note_shown(&mut self, shown: u64, value: f64, room: Room) -> bool {
        let has_room = self.by_shown.len() < room.shown;
        if has_room {
            self.by_shown.insert(shown, value);
        }
        has_room
    }

    /// Notes what a position of this shape is worth, if there is room for it.
    pub fn note_shape(&mut self, shape: Shape, value: f64, room: Room) -> bool {
        let has_room = self.by_shape.len() < room.shapes;
        if has_room {
            self.by_shape.insert(shape, value);
        }
        has_room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is promised of the memory of a search: both tables full, and the old half of the larger one while it grows.
    #[test]
    fn the_usual_room_stays_under_512_mib() {
        let bytes = |places: usize, entry: usize| (places * 8 / 7).next_power_of_two() * (entry + 1);
        let shown = bytes(Room::USUAL.shown, size_of::<(u64, f64)>());
        let shapes = bytes(Room::USUAL.shapes, size_of::<(Shape, f64)>());
        assert!(shown + shapes + shown.max(shapes) / 2 < 400 << 20, "{shown} {shapes}");
        let mut table = QuickMap::<u64, f64>::default();
        for number in 0..100_000 {
            table.insert(number, 0.0);
        }
        assert_eq!(hashing::bytes(&table), (1 << 17) * 17, "a table of 2^17 places holds up to 114,688 entries");
    }
}
