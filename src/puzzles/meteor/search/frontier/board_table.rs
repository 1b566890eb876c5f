//! A hash table of the numbers of boards, made for one thing: to find a board of the level that is being built.

use crate::puzzles::meteor::model::geometry::Cells;

/// At most half of the slots are used, so that few steps find a board or a vacant slot.
const FIRST_SIZE: usize = 1 << 14;

/// The numbers of the boards of one level. The boards themselves are in a list that all levels share.
pub struct BoardTable {
    /// Their number is a power of two. Each holds the number of a board. That of the first of the list, the root, which no move
    /// leads to, stands for a vacant slot.
    slots: Vec<u32>,
    used: usize,
}

impl Default for BoardTable {
    fn default() -> Self {
        Self { slots: vec![VACANT; FIRST_SIZE], used: 0 }
    }
}

const VACANT: u32 = 0;

impl BoardTable {
    /// Forgets all boards.
    pub fn clear(&mut self) {
        self.slots.fill(VACANT);
        self.used = 0;
    }

    /// The number of this board, which is not the root, in the list that begins with the root. A new board is added to it.
    ///
    /// Whether it is new cannot be foreseen. So nothing is made to depend on it but what is written: in either case the slot
    /// gets what it has to hold, and the list its last board, which is taken away again if it was there.
    #[inline]
    pub fn number(&mut self, covered: Cells, boards: &mut Vec<Cells>) -> u32 {
        let slot = self.slot(covered, boards);
        let is_new = *slot == VACANT;
        let next = boards.len();
        let number = if is_new { next as u32 } else { *slot };
        *slot = number;
        boards.push(covered);
        boards.truncate(next + usize::from(is_new));
        self.used += usize::from(is_new);
        if 2 * self.used > self.slots.len() {
            self.grow(boards);
        }
        number
    }

    /// The slot with the number of this board, or the vacant one where it belongs: the first of the two from its home onwards. Both
    /// questions are asked at once, as the root is there to be compared.
    #[inline]
    fn slot(&mut self, covered: Cells, boards: &[Cells]) -> &mut u32 {
        let last = self.slots.len() - 1;
        let mut place = home(covered, self.slots.len());
        let is_taken = |number: u32| (number != VACANT) & (boards[number as usize] != covered);
        while is_taken(self.slots[place]) {
            place = (place + 1) & last;
        }
        &mut self.slots[place]
    }

    #[cold]
    fn grow(&mut self, boards: &[Cells]) {
        let double = vec![VACANT; 2 * self.slots.len()];
        for number in std::mem::replace(&mut self.slots, double).into_iter().filter(|&slot| slot != VACANT) {
            *self.slot(boards[number as usize], boards) = number;
        }
    }
}

/// Where a board is looked for first among so many slots: the top bits of its product with 2^64 divided by the golden
/// ratio, which scatters boards that differ in few cells (Knuth's multiplicative hashing).
#[inline]
fn home(covered: Cells, slots: usize) -> usize {
    (covered.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - slots.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_board_keeps_the_number_that_it_got_first() {
        let board = |number: u32| Cells::on_board(u64::from(number));
        let numbers = 1..FIRST_SIZE as u32;
        let (mut table, mut boards) = (BoardTable::default(), vec![board(0)]);
        for _ in 0..2 {
            for number in numbers.clone() {
                assert_eq!(table.number(board(number), &mut boards), number);
            }
        }
        assert!(boards[1..].iter().copied().eq(numbers.map(board)));
        table.clear();
        assert_eq!(table.number(board(1), &mut boards), FIRST_SIZE as u32, "a new level numbers its boards anew");
    }
}
