//! Random numbers that never change: a seed in a file, a game or a published figure gives the same deal in every version.
//!
//! Every step from the seed to the choice is therefore implemented here and pinned by tests: how a seed becomes the generator's key, and
//! how the generator's bits become numbers, choices and orders. Only the generator comes from a library: ChaCha with 8 rounds (D. J.
//! Bernstein, 2008), which its definition fixes. A library's own ranges and shuffles may change in any version.
//!
//! New code uses [`Random::new`], [`Random::below`], [`Random::choose`] and [`Random::shuffle`]. The other methods reproduce older deals.

use rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};

/// A stream of random bits that is determined by a seed.
#[derive(Clone, Debug)]
pub struct Random(ChaCha8Rng);

impl Random {
    /// Creates the stream of this seed. Eight steps of PCG32 (M. E. O'Neill, 2014) stretch the seed to the generator's 32-byte key.
    pub fn new(seed: u64) -> Self {
        let mut state = seed;
        let mut key = [0; 32];
        for bytes in key.chunks_exact_mut(4) {
            bytes.copy_from_slice(&pcg32(&mut state).to_le_bytes());
        }
        Self(ChaCha8Rng::from_seed(key))
    }

    /// Creates one of many streams of the same seed, by its number, for example one for each round.
    ///
    /// The key is the seed and then the number, each as eight bytes in little-endian order, then zeros.
    pub fn numbered(seed: u64, number: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        key[8..16].copy_from_slice(&number.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// Returns the next 32 bits.
    #[inline]
    pub fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Returns a number below the limit, or 0 if the limit is 0.
    ///
    /// It is the upper half of the product of 64 random bits and the limit. Each number results from the same share of the 2^64 bit
    /// patterns, give or take one.
    #[inline]
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.0.next_u64()) * u128::from(limit)) >> 64) as u64
    }

    /// Returns a number below the limit, which is at least 1, with exactly equal chances.
    ///
    /// It is the remainder of 32 random bits. Bits at or above the largest multiple of the limit up to 2^32 - 1 are discarded.
    pub fn below_exactly(&mut self, limit: u32) -> u32 {
        let even = u32::MAX - u32::MAX % limit;
        loop {
            let drawn = self.bits();
            if drawn < even {
                return drawn % limit;
            }
        }
    }

    /// Returns a number below the limit, from 32 random bits, or from 32 more if these fall between two numbers (Canon's method).
    fn below_refined(&mut self, limit: u32) -> u32 {
        let mut product = || u64::from(self.bits()) * u64::from(limit);
        let halves = |product: u64| ((product >> 32) as u32, product as u32);
        let (number, fraction) = halves(product());
        if fraction <= limit.wrapping_neg() {
            return number;
        }
        let (more, _) = halves(product());
        number + u32::from(fraction.checked_add(more).is_none())
    }

    /// Returns one of the items, with equal chances, or `None` if there are none. There must be fewer than 2^32 items.
    ///
    /// Its index is the upper half of the product of 32 random bits and the number of items. If the lower half is so high that more bits
    /// could carry into the upper half, 32 more bits decide.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        (!items.is_empty()).then(|| &items[self.below_refined(items.len() as u32) as usize])
    }

    /// Puts the items in random order: see [`Self::draw`].
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.draw(items, items.len());
    }

    /// Moves a random choice of `count` items in random order to the front of the list, and returns them.
    ///
    /// Each place from the front is swapped with a place at or after it, whose distance is [`Self::below`] the number of remaining places
    /// (Fisher and Yates). The order of the items before doesn't matter for the chances.
    #[inline]
    pub fn draw<'a, T>(&mut self, items: &'a mut [T], count: usize) -> &'a [T] {
        let count = count.min(items.len());
        for at in 0..count {
            let from = at + self.below((items.len() - at) as u64) as usize;
            items.swap(at, from);
        }
        &items[..count]
    }

    /// Puts the items in random order, as Soma's deals need it: each place from the last is swapped with the place whose index is the
    /// remainder of 64 random bits.
    pub fn shuffle_from_the_end<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            let from = self.0.next_u64() % (at as u64 + 1);
            items.swap(at, from as usize);
        }
    }

    /// Puts the items in random order, as Meteor's deals need it: each place from the second is swapped with a place up to it. There must
    /// be fewer than 2^32 items.
    ///
    /// The places are the digits, lowest first, of a random number in the mixed base 2, 3, 4…, with as many digits from one number as 32
    /// bits can hold. This is how `rand` 0.10 shuffles.
    pub fn shuffle_by_digits<T>(&mut self, items: &mut [T]) {
        let (mut number, mut digits) = (0, 0);
        for (at, base) in (1..items.len()).zip(2..) {
            if digits == 0 {
                let limit;
                (limit, digits) = digits_from(base);
                number = self.below_refined(limit);
            }
            items.swap(at, (number % base) as usize);
            number /= base;
            digits -= 1;
        }
    }
}

/// Returns the product of as many consecutive numbers from this one as 32 bits can hold, and how many these are.
fn digits_from(first: u32) -> (u32, u32) {
    let (mut product, mut next) = (first, first + 1);
    while let Some(larger) = product.checked_mul(next) {
        product = larger;
        next += 1;
    }
    (product, next - first)
}

/// Returns the next 32 bits of PCG-XSH-RR, with the increment that the `rand` crates use to stretch seeds.
fn pcg32(state: &mut u64) -> u32 {
    *state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0xA176_54E4_6FBE_17F3);
    let shifted = (((*state >> 18) ^ *state) >> 27) as u32;
    shifted.rotate_right((*state >> 59) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Files, games and published figures depend on seeds: none of these values may ever change.
    #[test]
    fn numbers_of_seeds_never_change() {
        let bits = |mut random: Random| [(); 4].map(|()| random.bits());
        // The key stream of ChaCha8 for a key of zeros, from its test vectors.
        assert_eq!(bits(Random::numbered(0, 0)), [0x2FEF_003E, 0xD640_5F89, 0xE8B8_5B7F, 0xA1A5_091F]);
        assert_eq!(bits(Random::numbered(1, 2)), [0x304F_F33A, 0x546A_768E, 0x448A_8735, 0x46C9_D70C]);
        assert_eq!(bits(Random::new(0)), [0xA79A_3B6C, 0xB585_F767, 0xBAD8_C037, 0x7746_A55F]);
        assert_eq!(bits(Random::new(u64::MAX)), [0xE3A7_3CAE, 0xAF20_2386, 0x97BE_2DD8, 0x6DA0_DF03]);
        let mut random = Random::new(1);
        assert_eq!([1, 2, 81, 1 << 40, u64::MAX].map(|limit| random.below(limit)), [0, 0, 48, 241_149_926_499, 5_233_167_733_899_381_732]);
        assert_eq!([1, 5, 25, 1 << 31, u32::MAX].map(|limit| random.below_exactly(limit)), [0, 0, 22, 1_980_358_624, 3_049_605_262]);
        assert_eq!([3, 26, 1 << 31, u32::MAX].map(|limit| random.below_refined(limit)), [0, 1, 1_878_578_061, 746_613_000]);
        assert_eq!((random.choose(&["a", "b", "c"]), random.choose::<u8>(&[])), (Some(&"a"), None));
    }

    /// The three shuffles also differ from each other.
    #[test]
    fn orders_of_seeds_never_change() {
        let letters = |order: fn(&mut Random, &mut [char])| {
            let mut letters: Vec<char> = ('a'..='z').collect();
            order(&mut Random::new(7), &mut letters);
            String::from_iter(letters)
        };
        assert_eq!(letters(|random, letters| random.shuffle(letters)), "efstrmhxoznqdlbuiapcwjkgyv");
        assert_eq!(letters(Random::shuffle_from_the_end), "acmsudnqxpegohviyfbwrklztj");
        assert_eq!(letters(Random::shuffle_by_digits), "mwscznpvxeihobagqtyrfklduj");
        assert_eq!(Random::new(7).draw(&mut [1, 2, 3, 4, 5], 2), [1, 2]);
        assert_eq!(Random::new(7).draw(&mut [1, 2, 3], 9).len(), 3);
    }

    /// A basic check of randomness: every order of four items occurs about equally often.
    #[test]
    fn all_orders_are_equally_frequent() {
        for order in [Random::shuffle::<u8>, Random::shuffle_from_the_end, Random::shuffle_by_digits] {
            let mut counts = std::collections::BTreeMap::<[u8; 4], u32>::new();
            let mut random = Random::new(1);
            for _ in 0..24_000 {
                let mut items = [0, 1, 2, 3];
                order(&mut random, &mut items);
                *counts.entry(items).or_default() += 1;
            }
            // The standard deviation of each count is 31.
            assert!(counts.len() == 24 && counts.values().all(|count| (860..=1140).contains(count)), "{counts:?}");
        }
    }
}
