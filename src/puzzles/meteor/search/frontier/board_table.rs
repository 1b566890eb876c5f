//! A hash table from boards to their numbers, made for one thing: to find a board of the level that is being built.

use super::super::super::geometry::Cells;

/// At most half of the slots are used, so that few steps find a board or a vacant slot.
const FIRST_SIZE: usize = 1 << 13;

/// Boards with covered cells, and the number of each.
pub struct BoardTable {
    /// Their number is a power of two. A vacant one has no covered cell.
    slots: Vec<Slot>,
    used: usize,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    covered: Cells,
    number: u32,
}

impl Default for BoardTable {
    fn default() -> Self {
        Self { slots: vec![Slot::default(); FIRST_SIZE], used: 0 }
    }
}

impl BoardTable {
    /// Forgets all boards.
    pub fn clear(&mut self) {
        self.slots.fill(Slot::default());
        self.used = 0;
    }

    /// The number of this board; one that is new gets this number.
    pub fn number(&mut self, covered: Cells, new: u32) -> u32 {
        let place = self.place(covered);
        if self.slots[place].covered == covered {
            return self.slots[place].number;
        }
        self.slots[place] = Slot { covered, number: new };
        self.used += 1;
        if 2 * self.used > self.slots.len() {
            self.grow();
        }
        new
    }

    /// The slot with this board, or the vacant one where it belongs: the first of the two from its home onwards.
    fn place(&self, covered: Cells) -> usize {
        let mut place = home(covered, self.slots.len());
        while self.slots[place].covered != covered && !self.slots[place].covered.is_empty() {
            place = (place + 1) % self.slots.len();
        }
        place
    }

    fn grow(&mut self) {
        let double = vec![Slot::default(); 2 * self.slots.len()];
        for slot in std::mem::replace(&mut self.slots, double).into_iter().filter(|slot| !slot.covered.is_empty()) {
            let place = self.place(slot.covered);
            self.slots[place] = slot;
        }
    }
}

/// Where a board is looked for first among so many slots: the top bits of its product with 2^64 divided by the golden
/// ratio, which scatters boards that differ in few cells (Knuth's multiplicative hashing).
fn home(covered: Cells, slots: usize) -> usize {
    (covered.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - slots.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_board_keeps_the_number_that_it_got_first() {
        let board = |bits: u32| Cells::from_bits(u64::from(bits));
        let boards = 1..=FIRST_SIZE as u32;
        let mut table = BoardTable::default();
        for bits in boards.clone() {
            assert_eq!(table.number(board(bits), 2 * bits), 2 * bits);
        }
        for bits in boards {
            assert_eq!(table.number(board(bits), 0), 2 * bits);
        }
        table.clear();
        assert_eq!(table.number(board(1), 7), 7);
    }
}
