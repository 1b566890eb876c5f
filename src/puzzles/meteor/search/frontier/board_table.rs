//! A hash table of the numbers of boards, made for one thing: to find a board of the level that is being built.

use super::super::super::geometry::Cells;

/// At most half of the slots are used, so that few steps find a board or a vacant slot.
const FIRST_SIZE: usize = 1 << 13;

/// The numbers of the boards of one level. The boards themselves are in a list that all levels share.
pub struct BoardTable {
    /// Their number is a power of two. Each holds the number of a board, plus one; a vacant one holds nothing.
    slots: Vec<u32>,
    used: usize,
}

impl Default for BoardTable {
    fn default() -> Self {
        Self { slots: vec![0; FIRST_SIZE], used: 0 }
    }
}

impl BoardTable {
    /// Forgets all boards.
    pub fn clear(&mut self) {
        self.slots.fill(0);
        self.used = 0;
    }

    /// The number of this board in the list. One that is new is added to it.
    #[inline]
    pub fn number(&mut self, covered: Cells, boards: &mut Vec<Cells>) -> u32 {
        let place = self.place(covered, boards);
        if let Some(number) = self.slots[place].checked_sub(1) {
            return number;
        }
        let new = boards.len() as u32;
        boards.push(covered);
        self.slots[place] = new + 1;
        self.used += 1;
        if 2 * self.used > self.slots.len() {
            self.grow(boards);
        }
        new
    }

    /// The slot with the number of this board, or the vacant one where it belongs: the first of the two from its home onwards.
    #[inline]
    fn place(&self, covered: Cells, boards: &[Cells]) -> usize {
        let mut place = home(covered, self.slots.len());
        while let Some(number) = self.slots[place].checked_sub(1) {
            if boards[number as usize] == covered {
                break;
            }
            place = (place + 1) % self.slots.len();
        }
        place
    }

    #[cold]
    fn grow(&mut self, boards: &[Cells]) {
        let double = vec![0; 2 * self.slots.len()];
        for slot in std::mem::replace(&mut self.slots, double).into_iter().filter(|&slot| slot != 0) {
            let place = self.place(boards[slot as usize - 1], boards);
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
        let board = |number: u32| Cells::from_bits(u64::from(number) + 1);
        let numbers = 0..FIRST_SIZE as u32;
        let (mut table, mut boards) = (BoardTable::default(), Vec::new());
        for _ in 0..2 {
            for number in numbers.clone() {
                assert_eq!(table.number(board(number), &mut boards), number);
            }
        }
        assert!(boards.iter().copied().eq(numbers.map(board)));
        table.clear();
        assert_eq!(table.number(board(0), &mut boards), FIRST_SIZE as u32, "a new level numbers its boards anew");
    }
}
