//! How many sets have each cell, counted for all cells at once: bit planes and carry-save adders.

use super::cells::Cells;

/// In so many planes counts stop at 63, which is enough to compare small ones.
const PLANES: usize = 6;

/// Counts of cells: bit i of plane k is bit k of the count of cell i.
pub struct Planes<C>([C; PLANES]);

impl<C: Cells> Planes<C> {
    /// How many of the sets have each cell; from 32 on a count may be too small, but stays 32 at least.
    pub fn count(sets: &[C]) -> Self {
        let mut planes = [C::EMPTY; PLANES];
        let mut eights = sets.chunks_exact(8);
        for eight in &mut eights {
            // Seven full adders turn eight ones and the counts so far into ones, twos and fours, and a carry into eights.
            let (ones, twos_1) = full_add(planes[0], eight[0], eight[1]);
            let (ones, twos_2) = full_add(ones, eight[2], eight[3]);
            let (ones, twos_3) = full_add(ones, eight[4], eight[5]);
            let (ones, twos_4) = full_add(ones, eight[6], eight[7]);
            let (twos, fours_1) = full_add(planes[1], twos_1, twos_2);
            let (twos, fours_2) = full_add(twos, twos_3, twos_4);
            let (fours, eights) = full_add(planes[2], fours_1, fours_2);
            (planes[0], planes[1], planes[2]) = (ones, twos, fours);
            carry_into(&mut planes, 3, eights);
        }
        for &set in eights.remainder() {
            carry_into(&mut planes, 0, set);
        }
        Self(planes)
    }

    /// Of these cells those with the smallest count, and that count, from the highest plane down.
    pub fn rarest(&self, of: C) -> (C, usize) {
        let (mut cells, mut count) = (of, 0);
        for (plane, counts) in self.0.iter().enumerate().rev() {
            let with_zero = cells & !*counts;
            if with_zero.is_empty() {
                count |= 1 << plane;
            } else {
                cells = with_zero;
            }
        }
        (cells, count)
    }
}

/// Adds three bits in every place: the sum's bit and the carry.
fn full_add<C: Cells>(a: C, b: C, c: C) -> (C, C) {
    let half = a ^ b;
    (half ^ c, a & b | half & c)
}

/// Adds bits worth two to the plane's power; counts that would overflow stay large.
fn carry_into<C: Cells>(planes: &mut [C; PLANES], plane: usize, mut carry: C) {
    for counts in &mut planes[plane..] {
        let carried = *counts & carry;
        *counts = *counts ^ carry;
        carry = carried;
    }
    for counts in planes {
        *counts = *counts | carry;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn planes_count_like_fingers(masks in prop::collection::vec(any::<u64>(), 0..200), free in 1..=u64::MAX) {
            let counted = |cell: usize| masks.iter().filter(|&mask| mask >> cell & 1 == 1).count().min(63);
            let planes = Planes::count(&masks);
            for cell in 0..64 {
                let count = planes.0.iter().enumerate().map(|(k, plane)| ((plane >> cell & 1) as usize) << k).sum::<usize>();
                prop_assert!(count == counted(cell) || masks.len() > 63 && count > 31, "cell {cell}: {count}");
            }
            let (cells, count) = planes.rarest(free);
            prop_assert!(cells != 0 && cells & !free == 0);
            if masks.len() <= 63 {
                let least = (0..64).filter(|&cell| free >> cell & 1 == 1).map(counted).min();
                prop_assert_eq!(Some(count), least);
                prop_assert!((0..64).filter(|&cell| cells >> cell & 1 == 1).all(|cell| Some(counted(cell)) == least));
            }
        }
    }
}
