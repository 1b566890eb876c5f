//! The states with the same first free cell, each of them once.

use std::{
    hash::{Hash, Hasher},
    ops::ControlFlow,
};

use super::{Edge, Halt, budget::Budget};
use base::bits::{Bits, Word};

/// What was covered, and how often each piece was used.
#[derive(Clone, Copy)]
pub struct State<W: Word> {
    /// The covered cells, and those that stay empty.
    pub covered: Bits<W>,
    /// How often each piece was used, by its number in [`super::uses::Uses`].
    pub used: u32,
    /// The number of ways to get here.
    pub before: u128,
}

/// The states with one first free cell, and the edges from them.
pub struct Level<W: Word> {
    /// All states, until the level is closed.
    pub states: Vec<State<W>>,
    /// A hash table: for each state the upper half of its hash, above its index plus 1. 0 is vacant.
    slots: Vec<u64>,
    /// For each state of a closed level, the number of ways to get there.
    pub before: Vec<u128>,
    /// The edges of all states, state by state.
    pub edges: Vec<Edge>,
    /// For each state, where its edges end.
    pub ends: Vec<u32>,
}

impl<W: Word> Default for Level<W> {
    fn default() -> Self {
        Self { states: Vec::new(), slots: Vec::new(), before: Vec::new(), edges: Vec::new(), ends: Vec::new() }
    }
}

/// The least size of the hash table.
const LEAST_SLOTS: usize = 64;
/// The number of slots that are filled between two calls of the callback: less than a millisecond.
const SLOTS_PER_CALL: usize = 1 << 14;

impl<W: Word> Level<W> {
    /// Adds a state, or the number of ways to get to it if it is there already. Returns its index.
    #[inline]
    pub fn add(
        &mut self,
        state: State<W>,
        budget: &mut Budget,
        keep_going: &mut dyn FnMut() -> ControlFlow<Halt>,
    ) -> ControlFlow<Halt, u32> {
        // At most half of the slots are taken, so few are looked at.
        if self.slots.len() <= 2 * self.states.len() {
            self.grow(budget, keep_going)?;
        }
        let hash = hash(state);
        let mut place = first_slot(hash, self.slots.len());
        while self.slots[place] != 0 {
            let slot = self.slots[place];
            if slot >> 32 == hash >> 32 {
                let number = slot as u32 - 1;
                let known = &mut self.states[number as usize];
                if known.covered == state.covered && known.used == state.used {
                    known.before = known.before.saturating_add(state.before);
                    return ControlFlow::Continue(number);
                }
            }
            place = (place + 1) & (self.slots.len() - 1);
        }
        let number = self.states.len() as u32;
        if number == u32::MAX - 1 {
            return ControlFlow::Break(Halt::TooLarge);
        }
        self.slots[place] = hash >> 32 << 32 | u64::from(number + 1);
        budget.push(&mut self.states, state)?;
        ControlFlow::Continue(number)
    }

    #[cold]
    fn grow(&mut self, budget: &mut Budget, keep_going: &mut dyn FnMut() -> ControlFlow<Halt>) -> ControlFlow<Halt> {
        let size = (2 * self.slots.len()).max(LEAST_SLOTS);
        budget.free(&mut self.slots);
        budget.take(size * size_of::<u64>())?;
        self.slots = vec![0; size];
        for (number, &state) in self.states.iter().enumerate() {
            if number % SLOTS_PER_CALL == SLOTS_PER_CALL - 1 {
                keep_going()?;
            }
            let hash = hash(state);
            let mut place = first_slot(hash, size);
            while self.slots[place] != 0 {
                place = (place + 1) & (size - 1);
            }
            self.slots[place] = hash >> 32 << 32 | (number + 1) as u64;
        }
        ControlFlow::Continue(())
    }

    /// The edges from a state.
    pub fn edges_from(&self, state: usize) -> &[Edge] {
        let start = state.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.edges[start as usize..self.ends[state] as usize]
    }

    /// Frees what is only needed while states are added. Keeps what is needed to count completions, if edges are kept.
    pub fn close(&mut self, keeps_edges: bool, budget: &mut Budget) -> ControlFlow<Halt> {
        budget.free(&mut self.slots);
        if keeps_edges {
            budget.take(self.states.len() * size_of::<u128>())?;
            self.before = self.states.iter().map(|state| state.before).collect();
        }
        budget.free(&mut self.states);
        ControlFlow::Continue(())
    }
}

/// Where to look for a hash first. The upper half is compared, so this takes the lower one.
fn first_slot(hash: u64, slots: usize) -> usize {
    hash as usize & (slots - 1)
}

fn hash<W: Word>(state: State<W>) -> u64 {
    let mut hasher = Folded(u64::from(state.used));
    state.covered.hash(&mut hasher);
    hasher.finish()
}

/// Multiplies each word with a large odd number, and adds both halves of the product: so every bit of the word has an effect on many of the
/// hash. The standard hash, which withstands attacks, takes several times as long.
struct Folded(u64);

impl Hasher for Folded {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0.rotate_left(29) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835);
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
