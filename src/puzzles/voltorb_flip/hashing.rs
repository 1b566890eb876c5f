//! Tables whose keys are packed positions: numbers that nobody chooses to do harm, so that a quick hash will do.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hasher},
};

/// A table with packed numbers for keys.
pub type QuickMap<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// The bytes that a table holds: places are a power of two, of which an eighth stays empty, and each has a byte beside its entry.
pub fn bytes<K, V>(table: &QuickMap<K, V>) -> u64 {
    let places = (table.capacity() * 8 / 7).next_power_of_two();
    if table.capacity() == 0 { 0 } else { (places * (size_of::<(K, V)>() + 1)) as u64 }
}

/// Hashes a number by one multiplication: the odd factor, 2^64 over the golden ratio, carries each bit into the upper
/// ones, and the turn brings those to where tables look.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }
}
