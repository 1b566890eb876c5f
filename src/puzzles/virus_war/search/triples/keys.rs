//! Keys of triples that no permutation changes and that no two sets of three numbers share.

use crate::puzzles::virus_war::model::{cells::CELLS, triples::Triple};

/// The numbers in ascending order, by sorting the list.
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

/// The product of the primes that the numbers stand for: 0 for the first one, 2. Below 2^32 up to the 121st, 661.
pub fn product_of_primes(triple: Triple) -> u32 {
    triple.into_iter().map(|number| PRIMES[usize::from(number)]).product()
}

/// The numbers as digits, the smallest first; the base is 100, or a larger power of 10 if the numbers are not all below it.
pub fn composite(triple: Triple, below: u8) -> u32 {
    let base = base(below);
    let min = triple.iter().copied().min().map_or(0, u32::from);
    let max = triple.iter().copied().max().map_or(0, u32::from);
    let sum: u32 = triple.into_iter().map(u32::from).sum();
    min * base * base + (sum - min - max) * base + max
}

/// As [`composite`], without going through the triple as a list.
pub fn composite2(triple: Triple, below: u8) -> u32 {
    let base = base(below);
    let [min, middle, max] = min_middle_max(triple);
    (min * base + middle) * base + max
}

/// How many sets of three numbers there are, if all numbers are below this one.
pub fn ranks(below: u8) -> usize {
    let below = usize::from(below);
    below * (below + 1) * (below + 2) / 6
}

/// The place of the set of three numbers among all, by its largest number, then its middle one, then its smallest.
///
/// There are C(max + 2, 3) sets with a smaller largest number, and C(middle + 1, 2) pairs with a smaller larger one.
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

/// One prime for each number that a cell can have, which are more than the numbers of the duplicate tool.
const PRIMES: [u32; CELLS] = {
    let mut primes = [0; CELLS];
    let (mut found, mut candidate) = (0, 2);
    while found < CELLS {
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
    fn keys_of_one_set_in_every_order() {
        for triple in [[12, 34, 56], [12, 56, 34], [34, 12, 56], [34, 56, 12], [56, 12, 34], [56, 34, 12]] {
            assert_eq!(composite(triple, 100), 123_456);
            assert_eq!(composite2(triple, 100), 123_456);
            assert_eq!(product_of_primes(triple), 1_643_321);
            assert_eq!(sorted(triple), [12, 34, 56]);
            assert_eq!(sorted3(triple), [12, 34, 56]);
        }
    }

    #[test]
    fn the_100th_and_the_last_prime() {
        assert_eq!((PRIMES[99], PRIMES[CELLS - 1]), (541, 661));
        assert_eq!(product_of_primes([120; 3]), 661 * 661 * 661);
    }

    #[test]
    fn ranks_have_no_gaps() {
        let all = (0..100).flat_map(|max| (0..=max).flat_map(move |middle| (0..=middle).map(move |min| [min, middle, max])));
        assert!(all.map(rank).eq(0..ranks(100)));
        assert_eq!(ranks(100), 171_700);
    }
}
