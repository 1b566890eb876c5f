//! The transposition table: what was found out about positions, in bounded memory.
//!
//! An entry holds the whole position, so that positions with the same hash are never confused and no false proof is made.

use std::{
    hash::{BuildHasher, BuildHasherDefault, DefaultHasher},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use super::candidates::Candidates;
use crate::model::{
    position::{Player, Position},
    state::Problem,
};

/// The number of places. A position takes about 600 bytes, so that a full table takes some 40 MB.
const PLACES: usize = 1 << 16;

/// What the score of a position says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the score that a search of this depth finds.
    Exact,
    /// That score is at least this.
    Lower,
    /// That score is at most this.
    Upper,
}

/// A score that was found.
#[derive(Clone, Copy, Debug)]
pub struct Value {
    /// The score for the mover.
    pub score: i32,
    /// What it says.
    pub bound: Bound,
    /// How many turns ahead the search looked.
    pub depth: u8,
}

/// What is known of a position.
#[derive(Debug)]
pub struct Entry {
    position: Position,
    mover: Player,
    moves: u8,
    passes: u8,
    /// Its most promising turns, the best known first.
    pub candidates: Candidates,
    /// Its score, once one was found.
    pub value: Option<Value>,
}

impl Entry {
    /// An entry of this position, whose score isn't known.
    pub fn new(problem: &Problem, candidates: Candidates) -> Self {
        let Problem { position, mover, moves, passes, .. } = *problem;
        Self { position, mover, moves, passes, candidates, value: None }
    }

    fn is_of(&self, problem: &Problem) -> bool {
        (self.moves, self.passes, self.mover) == (problem.moves, problem.passes, problem.mover) && self.position == problem.position
    }

    fn bytes(&self) -> u64 {
        (size_of::<Self>() + size_of_val(&self.candidates.turns[..])) as u64
    }
}

/// A place for an entry. Threads that share the table rarely meet in one, so a lock for each place costs next to nothing.
type Place = Mutex<Option<Box<Entry>>>;

/// The table. A new position replaces the one in its place.
pub struct Table {
    places: Vec<Place>,
    hasher: BuildHasherDefault<DefaultHasher>,
    /// The number of bytes that the entries use.
    bytes: AtomicU64,
}

impl Default for Table {
    fn default() -> Self {
        Self::with_places(PLACES)
    }
}

impl Table {
    /// A table with this many places, at least 1.
    pub fn with_places(places: usize) -> Self {
        let places = std::iter::repeat_with(Place::default).take(places).collect();
        Self { places, hasher: BuildHasherDefault::default(), bytes: AtomicU64::new(0) }
    }

    /// What `read` finds in the entry of this position, if there is one.
    pub fn read<T>(&self, problem: &Problem, read: impl FnOnce(&Entry) -> T) -> Option<T> {
        self.place(problem).as_deref().filter(|entry| entry.is_of(problem)).map(read)
    }

    /// Changes the entry of this position, if there is one.
    pub fn change(&self, problem: &Problem, change: impl FnOnce(&mut Entry)) {
        if let Some(entry) = self.place(problem).as_deref_mut().filter(|entry| entry.is_of(problem)) {
            change(entry);
        }
    }

    /// Adds a position, unless another thread has added it before.
    pub fn insert(&self, problem: &Problem, entry: Entry) {
        let mut place = self.place(problem);
        if place.as_ref().is_some_and(|other| other.is_of(problem)) {
            return;
        }
        self.bytes.fetch_add(entry.bytes(), Relaxed);
        if let Some(replaced) = place.replace(Box::new(entry)) {
            self.bytes.fetch_sub(replaced.bytes(), Relaxed);
        }
    }

    /// The number of bytes it uses.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Relaxed) + size_of_val(&self.places[..]) as u64
    }

    fn place(&self, problem: &Problem) -> MutexGuard<'_, Option<Box<Entry>>> {
        // The same position after a pass has the next place.
        let hash = self.hasher.hash_one((problem.position, problem.mover, problem.moves)).wrapping_add(problem.passes.into());
        // Each change is complete before anything can panic.
        self.places[hash as usize % self.places.len()].lock().unwrap_or_else(PoisonError::into_inner)
    }
}
