//! Counts for all cells at once how many sets contain each cell, with bit planes and carry-save adders.

use std::array::from_fn;

use super::BLOCK;
use base::bits::{Bits, Word};

/// With this many planes counts saturate at 63, which is enough to compare small ones.
const PLANES: usize = 6;

/// Counts of cells: bit i of plane k is bit k of the count of cell i.
pub struct Planes<W: Word>([Bits<W>; PLANES]);

/// Bits of several lanes that are added apart. Compilers make one vector of two words, so two lanes take hardly longer than one.
type Lanes<W, const LANES: usize> = [Bits<W>; LANES];

impl<W: Word> Planes<W> {
    /// Counts how many of the sets contain each cell. From 32 on a count may be too small, but stays at least 32.
    #[inline]
    pub fn count(blocks: &[[Bits<W>; BLOCK]]) -> Self {
        // Wider words are vectors themselves, and there are no registers for more of them.
        if W::BITS <= 128 { Self::count_in_lanes::<2>(blocks) } else { Self::count_in_lanes::<1>(blocks) }
    }

    #[inline]
    fn count_in_lanes<const LANES: usize>(blocks: &[[Bits<W>; BLOCK]]) -> Self {
        let mut planes = [[Bits::NONE; LANES]; PLANES];
        for block in blocks {
            let (sets, _) = block.as_chunks::<LANES>();
            sets.as_chunks().0.iter().for_each(|eight| add(&mut planes, eight));
        }
        let sum = (1..LANES).fold(planes.map(|lanes| lanes[0]), |sum, lane| {
            let mut carry = [Bits::NONE];
            let sum = from_fn(|plane| {
                let (sum, next) = full_add([sum[plane]], [planes[plane][lane]], carry);
                carry = next;
                sum[0]
            });
            // Sums that would overflow stay large.
            sum.map(|plane: Bits<W>| plane | carry[0])
        });
        Self(sum)
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

/// Seven full adders turn eight sets and the counts so far into ones, twos and fours, and a carry of eights. Counts that would overflow
/// stay large.
#[inline]
fn add<W: Word, const LANES: usize>(planes: &mut [Lanes<W, LANES>; PLANES], sets: &[Lanes<W, LANES>; 8]) {
    let (ones, twos_1) = full_add(planes[0], sets[0], sets[1]);
    let (ones, twos_2) = full_add(ones, sets[2], sets[3]);
    let (ones, twos_3) = full_add(ones, sets[4], sets[5]);
    let (ones, twos_4) = full_add(ones, sets[6], sets[7]);
    let (twos, fours_1) = full_add(planes[1], twos_1, twos_2);
    let (twos, fours_2) = full_add(twos, twos_3, twos_4);
    let (fours, mut carry) = full_add(planes[2], fours_1, fours_2);
    (planes[0], planes[1], planes[2]) = (ones, twos, fours);
    for counts in &mut planes[3..] {
        for (counts, carry) in counts.iter_mut().zip(&mut carry) {
            let carried = *counts & *carry;
            *counts = *counts ^ *carry;
            *carry = carried;
        }
    }
    for counts in planes {
        for (counts, &carry) in counts.iter_mut().zip(&carry) {
            *counts |= carry;
        }
    }
}

/// Adds three bits at every position and returns the bits of the sum and of the carry.
#[inline]
fn full_add<W: Word, const LANES: usize>(a: Lanes<W, LANES>, b: Lanes<W, LANES>, c: Lanes<W, LANES>) -> (Lanes<W, LANES>, Lanes<W, LANES>) {
    let half: Lanes<W, LANES> = from_fn(|lane| a[lane] ^ b[lane]);
    (from_fn(|lane| half[lane] ^ c[lane]), from_fn(|lane| a[lane] & b[lane] | half[lane] & c[lane]))
}

#[cfg(test)]
mod tests {
    use base::bits::Wide;
    use proptest::{collection::vec, prelude::*};

    use super::*;

    /// Checks the counts of sets that have these 64 cells in each of their words, in another order.
    fn check<W: Word>(masks: &[u64], free: u64) -> Result<(), TestCaseError> {
        let spread = |mask: u64| {
            let of_word = |word: u32| Bits::<u64>::new(mask.rotate_left(word)).iter().map(move |cell| 64 * word as usize + cell);
            (0..W::BITS / 64).flat_map(of_word).collect::<Bits<W>>()
        };
        let (sets, free): (Vec<Bits<W>>, _) = (masks.iter().copied().map(spread).collect(), spread(free));
        let counted = |cell: usize| sets.iter().filter(|set| set.contains(cell)).count().min(63);
        let blocks: Vec<[Bits<W>; BLOCK]> =
            sets.chunks(BLOCK).map(|sets| from_fn(|set| sets.get(set).copied().unwrap_or_default())).collect();
        let planes = Planes::count(&blocks);
        for cell in 0..W::BITS as usize {
            let count = planes.0.iter().enumerate().map(|(k, plane)| usize::from(plane.contains(cell)) << k).sum::<usize>();
            prop_assert!(count == counted(cell) || masks.len() > 63 && count > 31, "cell {}: {}", cell, count);
        }
        let (cells, count) = planes.rarest(free);
        prop_assert!(!cells.is_empty() && free.covers(cells));
        if masks.len() <= 63 {
            let least = free.iter().map(counted).min();
            prop_assert_eq!(Some(count), least);
            prop_assert!(cells.iter().all(|cell| Some(counted(cell)) == least));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn planes_match_plain_counts(masks in vec(any::<u64>(), 0..200), free in 1..=u64::MAX) {
            check::<u64>(&masks, free)?;
            check::<Wide<2>>(&masks, free)?;
            check::<Wide<4>>(&masks, free)?;
            check::<Wide<8>>(&masks, free)?;
        }
    }
}
