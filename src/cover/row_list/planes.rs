//! Counts for all cells at once how many sets contain each cell, with bit planes and carry-save adders.

use base::bits::{Bits, Word};

/// With this many planes counts saturate at 63, which is enough to compare small ones.
const PLANES: usize = 6;

/// Counts of cells: bit i of plane k is bit k of the count of cell i.
pub struct Planes<W: Word>([Bits<W>; PLANES]);

impl<W: Word> Planes<W> {
    /// Counts how many of the sets contain each cell. From 32 on a count may be too small, but stays at least 32.
    pub fn count(sets: &[Bits<W>]) -> Self {
        let mut planes = Self([Bits::NONE; PLANES]);
        let (eights, remainder) = sets.as_chunks();
        for eight in eights {
            planes.add(eight);
        }
        if !remainder.is_empty() {
            // Empty sets count nothing, and adding eight at once is faster than adding even a few one by one.
            let mut eight = [Bits::NONE; 8];
            eight[..remainder.len()].copy_from_slice(remainder);
            planes.add(&eight);
        }
        planes
    }

    /// Seven full adders turn eight sets and the counts so far into ones, twos and fours, and a carry of eights.
    fn add(&mut self, sets: &[Bits<W>; 8]) {
        let (ones, twos_1) = full_add(self.0[0], sets[0], sets[1]);
        let (ones, twos_2) = full_add(ones, sets[2], sets[3]);
        let (ones, twos_3) = full_add(ones, sets[4], sets[5]);
        let (ones, twos_4) = full_add(ones, sets[6], sets[7]);
        let (twos, fours_1) = full_add(self.0[1], twos_1, twos_2);
        let (twos, fours_2) = full_add(twos, twos_3, twos_4);
        let (fours, eights) = full_add(self.0[2], fours_1, fours_2);
        (self.0[0], self.0[1], self.0[2]) = (ones, twos, fours);
        self.carry_eights(eights);
    }

    /// Adds bits worth eight. Counts that would overflow stay large.
    fn carry_eights(&mut self, mut carry: Bits<W>) {
        for counts in &mut self.0[3..] {
            let carried = *counts & carry;
            *counts = *counts ^ carry;
            carry = carried;
        }
        for counts in &mut self.0 {
            *counts |= carry;
        }
    }

    /// Returns those of the given cells that have the smallest count, and that count, found from the highest plane down.
    pub fn rarest(&self, of: Bits<W>) -> (Bits<W>, usize) {
        let (mut cells, mut count) = (of, 0);
        for (plane, counts) in self.0.iter().enumerate().rev() {
            let with_zero = cells - *counts;
            if with_zero.is_empty() {
                count |= 1 << plane;
            } else {
                cells = with_zero;
            }
        }
        (cells, count)
    }
}

/// Adds three bits at every position and returns the bits of the sum and of the carry.
fn full_add<W: Word>(a: Bits<W>, b: Bits<W>, c: Bits<W>) -> (Bits<W>, Bits<W>) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn planes_match_plain_counts(masks in prop::collection::vec(any::<u64>(), 0..200), free in 1..=u64::MAX) {
            let counted = |cell: usize| masks.iter().filter(|&mask| mask >> cell & 1 == 1).count().min(63);
            let sets: Vec<Bits<u64>> = masks.iter().copied().map(Bits::new).collect();
            let planes = Planes::count(&sets);
            for cell in 0..64 {
                let count = planes.0.iter().enumerate().map(|(k, plane)| usize::from(plane.contains(cell)) << k).sum::<usize>();
                prop_assert!(count == counted(cell) || masks.len() > 63 && count > 31, "cell {cell}: {count}");
            }
            let (cells, count) = planes.rarest(Bits::new(free));
            prop_assert!(!cells.is_empty() && Bits::new(free).covers(cells));
            if masks.len() <= 63 {
                let least = (0..64).filter(|&cell| free >> cell & 1 == 1).map(counted).min();
                prop_assert_eq!(Some(count), least);
                prop_assert!((0..64).filter(|&cell| cells.contains(cell)).all(|cell| Some(counted(cell)) == least));
            }
        }
    }
}
