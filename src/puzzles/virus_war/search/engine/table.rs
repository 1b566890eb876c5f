//! The transposition table: what was found out about positions, in bounded memory.
//!
//! An entry holds the whole position, so that positions with the same hash are never confused and no false proof is made.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::candidates::Candidates;
use crate::puzzles::virus_war::model::{
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
    /// Its most promising turns, the best known first.
    pub candidates: Candidates,
    /// Its score, once one was found.
    pub value: Option<Value>,
}

impl Entry {
    fn is_of(&self, problem: &Problem) -> bool {
        self.moves == problem.moves && self.mover == problem.mover && self.position == problem.position
    }

    fn bytes(&self) -> u64 {
        (size_of::<Self>() + size_of_val(&self.candidates.turns[..])) as u64
    }
}

/// The table. A new position replaces the one in its place.
pub struct Table {
    entries: Vec<Option<Box<Entry>>>,
    hasher: BuildHasherDefault<DefaultHasher>,
    /// The number of bytes that the entries use.
    bytes: u64,
}

impl Default for Table {
    fn default() -> Self {
        Self::with_places(PLACES)
    }
}

impl Table {
    /// A table with this many places, at least 1.
    pub fn with_places(places: usize) -> Self {
        Self { entries: std::iter::repeat_with(|| None).take(places).collect(), hasher: BuildHasherDefault::default(), bytes: 0 }
    }

    /// The entry of this position.
    pub fn get(&self, problem: &Problem) -> Option<&Entry> {
        self.entries[self.place(problem)].as_deref().filter(|entry| entry.is_of(problem))
    }

    /// The entry of this position, to change it.
    pub fn get_mut(&mut self, problem: &Problem) -> Option<&mut Entry> {
        let place = self.place(problem);
        self.entries[place].as_deref_mut().filter(|entry| entry.is_of(problem))
    }

    /// Adds a position.
    pub fn insert(&mut self, problem: &Problem, candidates: Candidates) {
        let Problem { position, mover, moves, .. } = *problem;
        let entry = Box::new(Entry { position, mover, moves, candidates, value: None });
        self.bytes += entry.bytes();
        let place = self.place(problem);
        if let Some(replaced) = self.entries[place].replace(entry) {
            self.bytes -= replaced.bytes();
        }
    }

    /// The number of bytes it uses.
    pub fn bytes(&self) -> u64 {
        self.bytes + size_of_val(&self.entries[..]) as u64
    }

    fn place(&self, problem: &Problem) -> usize {
        self.hasher.hash_one((problem.position, problem.mover, problem.moves)) as usize % self.entries.len()
    }
}
