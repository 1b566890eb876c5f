//! Keys of triples. All orders of the same three numbers have the same key, and different numbers have different keys.

use crate::model::{cells::CELL_COUNT, triples::Triple};

/// The numbers in ascending order, sorted as a list.
pub fn sorted(triple: Triple) -> Vec<u8> {
    let mut list = triple.to_vec();
    list.sort_unstable();
    list
}

/// The numbers in ascending order, by their minimum, maximum and sum.
pub fn sorted3(triple: Triple) -> Vec<u8> {
    let [min, middle, max] = min_middle_max(triple);
    vec![min as u8, middle as u8, max as u8]
}

/// The product of the primes that the numbers stand for, starting with 2 for 0. Below 2^32 up to the 121st prime, 661.
pub fn product_of_primes(triple: Triple) -> u32 {
    triple.into_iter().map(|number| PRIMES[usize::from(number)]).product()
}

/// The numbers as digits of one number, the smallest first. The base is 100, or 1,000 if there are larger numbers.
pub fn composite(triple: Triple, below: u8) -> u32 {
    let base = base(below);
    let min = triple.iter().copied().min().map_or(0, u32::from);
    let max = triple.iter().copied().max().map_or(0, u32::from);
    let sum: u32 = triple.into_iter().map(u32::from).sum();
    min * base * base + (sum - min - max) * base + max
}

/// Like [`composite`], but without going through the triple as a list.
pub fn composite2(triple: Triple, below: u8) -> u32 {
    let base = base(below);
    let [min, middle, max] = min_middle_max(triple);
    (min * base + middle) * base + max
}

/// How many sets of three numbers below this one there are; numbers can repeat.
pub fn rank_count(below: u8) -> usize {
    let below = usize::from(below);
    below * (below + 1) * (below + 2) / 6
}

/// The rank of the set of three numbers, ordered by the largest number, then the middle one, then the smallest.
///
/// C(max + 2, 3) sets have a smaller largest number; of those with the same one, C(middle + 1, 2) have a smaller middle number.
pub fn rank([a, b, c]: Triple) -> usize {
    let (low, high) = (a.min(b), a.max(b));
    let (min, middle, max) = (low.min(c), high.min(low.max(c)), high.max(c));
    let (middle_rank, max_rank) = (usize::from(middle), usize::from(max));
    usize::from(min) + middle_rank * (middle_rank + 1) / 2 + max_rank * (max_rank + 1) * (max_rank + 2) / 6
}

fn min_middle_max([a, b, c]: Triple) -> [u32; 3] {
    let [a, b, c] = [a, b, c].map(u32::from);
    let (min, max) = (a.min(b).min(c), a.max(b).max(c));
    [min, a + b + c - min - max, max]
}

const fn base(below: u8) -> u32 {
    if below <= 100 { 100 } else { 1000 }
}

/// One prime for each number of a cell. There are fewer numbers in the duplicate tool.
const PRIMES: [u32; CELL_COUNT] = {
    let mut primes = [0; CELL_COUNT];
    let (mut found, mut candidate) = (0, 2);
    while found < CELL_COUNT {
        let mut i = 0;
        while i < found && candidate % primes[i] != 0 {
            i += 1;
        }
        if i == found {
            primes[found] = candidate;
            found += 1;
        }
        candidate += 1;
    }
    primes
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_orders_of_a_set_have_the_same_key() {
        for triple in [[12, 34, 56], [12, 56, 34], [34, 12, 56], [34, 56, 12], [56, 12, 34], [56, 34, 12]] {
            assert_eq!(composite(triple, 100), 123_456);
            assert_eq!(composite2(triple, 100), 123_456);
            assert_eq!(product_of_primes(triple), 1_643_321);
            assert_eq!(sorted(triple), [12, 34, 56]);
            assert_eq!(sorted3(triple), [12, 34, 56]);
        }
    }

    #[test]
    fn the_list_of_primes_is_right() {
        assert_eq!((PRIMES[99], PRIMES[CELL_COUNT - 1]), (541, 661));
        assert_eq!(product_of_primes([120; 3]), 661 * 661 * 661);
    }

    #[test]
    fn ranks_have_no_gaps() {
        let all = (0..100).flat_map(|max| (0..=max).flat_map(move |middle| (0..=middle).map(move |min| [min, middle, max])));
        assert!(all.map(rank).eq(0..rank_count(100)));
        assert_eq!(rank_count(100), 171_700);
    }
}
