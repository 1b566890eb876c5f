//! Random numbers that stay the same for ever: a seed in a file must give the same board in every version.
//!
//! So nothing is used here but the generator's own stream, which is fixed by its definition.

use rand_chacha::rand_core::Rng;
pub use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

/// A random number below the limit: each with the same chance, but for less than the limit's share of 2^64.
pub fn below(random: &mut ChaCha8Rng, limit: u64) -> u64 {
    let product = u128::from(random.next_u64()) * u128::from(limit);
    (product >> 64) as u64
}
