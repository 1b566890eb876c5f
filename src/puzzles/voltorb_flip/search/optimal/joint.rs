//! What the threads of one search tell each other, besides the worths in the transposition table.

use std::sync::atomic::{
    AtomicBool, AtomicU64,
    Ordering::{Relaxed, SeqCst},
};

use super::transposition_table::TableKey;
use crate::search::hashing::hash;
use base::search::Tally;

/// The number of places for positions that are being searched. Only a few are at a time.
const PLACES: usize = 1 << 10;

/// A search by several threads.
pub struct Joint {
    /// The positions that are being searched: a hash of each, in its place; otherwise 0. If two want the same place, one isn't noted, and
    /// another thread may search it a second time.
    places: Vec<AtomicU64>,
    is_over: AtomicBool,
    /// The work of helpers that wasn't counted yet.
    explored: AtomicU64,
    kept: AtomicU64,
    /// The memory of the helpers, without the table.
    memory: AtomicU64,
}

/// Ends a search for all threads when its own one has the answer, is stopped or panics.
pub struct EndsAll<'a>(pub &'a Joint);

impl Drop for EndsAll<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// What a thread does with a position that another one is searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// Leaves it to the other thread for now.
    Leave,
    /// Searches it, too: what it finds first helps the other.
    Join,
}

/// What a thread that wants to search a position hears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It is the first one. When it has done so, it leaves this place.
    Place(usize),
    /// Nothing is known of others.
    Unknown,
    /// Another thread is searching it.
    Taken,
}

impl Default for Joint {
    fn default() -> Self {
        Self {
            places: std::iter::repeat_with(AtomicU64::default).take(PLACES).collect(),
            is_over: AtomicBool::default(),
            explored: AtomicU64::default(),
            kept: AtomicU64::default(),
            memory: AtomicU64::default(),
        }
    }
}

impl Joint {
    /// Claims a position for this thread.
    pub fn claim(&self, key: &TableKey) -> Claim {
        let hash = hash(key) | 1;
        let place = place(hash);
        match self.places[place].compare_exchange(0, hash, SeqCst, Relaxed) {
            Ok(_) => Claim::Place(place),
            Err(other) if other == hash => Claim::Taken,
            Err(_) => Claim::Unknown,
        }
    }

    /// Gives up a claim.
    pub fn leave(&self, claim: Claim) {
        if let Claim::Place(place) = claim {
            self.places[place].store(0, SeqCst);
        }
    }

    /// Stops all threads.
    pub fn end(&self) {
        self.is_over.store(true, SeqCst);
    }

    /// Returns whether the threads are to stop.
    pub fn is_over(&self) -> bool {
        self.is_over.load(SeqCst)
    }

    /// Adds what a helper has done since it last reported.
    pub fn report(&self, reported: &Tally, tally: &Tally) {
        self.explored.fetch_add(tally.explored - reported.explored, Relaxed);
        self.kept.fetch_add(tally.kept - reported.kept, Relaxed);
    }

    /// Adds the memory of a helper that is done.
    pub fn add_memory(&self, bytes: u64) {
        self.memory.fetch_add(bytes, Relaxed);
    }

    /// Returns the memory of the helpers that are done.
    pub fn memory(&self) -> u64 {
        self.memory.load(Relaxed)
    }

    /// Returns whether helpers have reported work. Reading alone is cheaper than counting, and mostly there is nothing.
    pub fn has_news(&self) -> bool {
        0 < self.explored.load(Relaxed)
    }

    /// Counts what helpers have reported since the last call.
    pub fn add_to(&self, tally: &mut Tally) {
        tally.explored += self.explored.swap(0, Relaxed);
        tally.kept += self.kept.swap(0, Relaxed);
    }
}

/// The place of a position with this hash. These bits depend on all of the key. Some others hardly depend on the face-up tiles, in which a
/// position and the next ones differ.
fn place(hash: u64) -> usize {
    (hash >> 16) as usize % PLACES
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn positions_that_differ_in_one_tile_have_places_of_their_own() {
        let shown = |tile: u32, value: u64| hash(&TableKey::Shown(value << (2 * tile)));
        let places: HashSet<_> = (0..25).flat_map(|tile| (1..4).map(move |value| place(shown(tile, value)))).collect();
        assert!(70 < places.len(), "{} of 75", places.len());
    }
}
