//! A hash table from boards to their numbers, for one purpose: to find boards of the level that is being built.

use crate::model::geometry::Cells;

/// The first number of slots. At most half of them are used, so that a board or a vacant slot is found in few steps.
const INITIAL_SLOTS: usize = 1 << 14;

/// The numbers of the boards of one level. The boards themselves are in a list that all levels share.
pub struct BoardTable {
    /// The numbers of boards; the number of slots is a power of two. The number of the root, the first board of the list, stands for a
    /// vacant slot, since no move leads to the root.
    slots: Vec<u32>,
    used: usize,
}

impl Default for BoardTable {
    fn default() -> Self {
        Self { slots: vec![VACANT; INITIAL_SLOTS], used: 0 }
    }
}

const VACANT: u32 = 0;

impl BoardTable {
    /// Forgets all boards.
    pub fn clear(&mut self) {
        self.slots.fill(VACANT);
        self.used = 0;
    }

    /// Returns the number of this board in the list, which begins with the root; a new board is added. The board must not be the root.
    ///
    /// Whether a board is new is unpredictable, so there is no branch on it: in either case the slot gets its number, and the board is
    /// pushed to the list and truncated again if it was there.
    #[inline]
    pub fn intern(&mut self, covered: Cells, boards: &mut Vec<Cells>) -> u32 {
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

    /// The slot with the number of this board, or the vacant slot for it: the first of the two from its home onwards. One comparison
    /// answers both questions, since the root never equals the board.
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

/// The first slot to look at for a board: the top bits of its product with 2^64 divided by the golden ratio, which scatters boards that
/// differ in few cells (Knuth's multiplicative hashing).
#[inline]
fn home(covered: Cells, slots: usize) -> usize {
    (covered.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - slots.trailing_zeros())) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::geometry::OnBoard;

    #[test]
    fn boards_keep_their_first_number() {
        let board = |number: u32| Cells::on_board(u64::from(number));
        let numbers = 1..INITIAL_SLOTS as u32;
        let (mut table, mut boards) = (BoardTable::default(), vec![board(0)]);
        for _ in 0..2 {
            for number in numbers.clone() {
                assert_eq!(table.intern(board(number), &mut boards), number);
            }
        }
        assert!(boards[1..].iter().copied().eq(numbers.map(board)));
        table.clear();
        assert_eq!(table.intern(board(1), &mut boards), INITIAL_SLOTS as u32, "a new level starts new numbers");
    }
}
