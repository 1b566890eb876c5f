//! The turns of the root during one round of the search: threads take them one by one, and put them in order by their scores.

use std::{
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use super::{INFINITE, candidates::Candidate, score::WIN, work::Joint};
use crate::model::cells::CellSet;

/// How long the leader waits for a helper before it asks its observer again.
const PATIENCE: Duration = Duration::from_millis(2);

/// A turn of the position whose turns are ranked.
#[derive(Clone, Copy)]
pub struct Root {
    /// The cells of the turn.
    pub cells: CellSet,
    /// Its score, or an upper bound of it if it isn't among the best lines.
    pub score: i32,
    /// How many turns ahead it was searched.
    pub depth: u8,
}

/// A round, shared by the threads that search it.
pub struct Round<'a> {
    /// The turns in the order in which they are searched.
    turns: &'a [Root],
    /// How many lines are wanted.
    lines: usize,
    /// How many turns ahead it looks.
    pub depth: u8,
    /// What the threads tell each other of their work.
    pub joint: Arc<Joint>,
    standing: Mutex<Standing>,
    /// Signalled when a thread has searched a turn, or has given up.
    changed: Condvar,
}

/// How far the round has come.
struct Standing {
    /// The next turn to search.
    next: usize,
    /// How many turns are being searched.
    running: usize,
    /// The turns that were searched, the best lines first.
    done: Vec<Root>,
    /// Which turns these are.
    is_done: Vec<bool>,
    /// Whether the best turn is a new one, which nobody has reported.
    has_new_best: bool,
}

/// A turn that a thread searches.
pub struct Claim<'a> {
    round: &'a Round<'a>,
    /// The number of the turn.
    pub index: usize,
    /// The turn.
    pub candidate: Candidate,
    /// The score of the last line so far. Only a turn that is better becomes a line.
    pub alpha: i32,
}

impl Standing {
    fn alpha(&self, lines: usize) -> i32 {
        self.done.get(lines - 1).map_or(-INFINITE, |worst| worst.score)
    }
}

impl<'a> Round<'a> {
    /// A round that looks this many turns ahead, of which no turn was searched.
    pub fn new(turns: &'a [Root], lines: usize, depth: u8) -> Self {
        let done = Vec::with_capacity(turns.len());
        let standing = Standing { next: 0, running: 0, done, is_done: vec![false; turns.len()], has_new_best: false };
        Self { turns, lines, depth, joint: Arc::default(), standing: Mutex::new(standing), changed: Condvar::new() }
    }

    /// A guard that ends the round for all threads when it is dropped, unless they have ended by themselves.
    pub fn ends_with_leader(&self) -> EndsWithLeader<'_> {
        EndsWithLeader { joint: &self.joint, have_ended: false }
    }

    /// The next turn to search; none if there is no other, or if the round is over.
    pub fn claim(&'a self) -> Option<Claim<'a>> {
        let mut standing = self.lock();
        let (index, alpha) = (standing.next, standing.alpha(self.lines));
        let &Root { cells, score, .. } = self.turns.get(index).filter(|_| !self.joint.is_over())?;
        standing.next += 1;
        standing.running += 1;
        Some(Claim { round: self, index, candidate: Candidate { cells, score }, alpha })
    }

    /// Waits for helpers, but not long. Returns whether one of them is still searching.
    pub fn waits(&self) -> bool {
        let standing = self.lock();
        if standing.running == 0 {
            return false;
        }
        drop(self.changed.wait_timeout(standing, PATIENCE));
        true
    }

    /// All turns, if the best one is new since the last call.
    pub fn new_best(&self) -> Option<Vec<Root>> {
        let mut standing = self.lock();
        std::mem::take(&mut standing.has_new_best).then(|| self.order(&standing))
    }

    /// All turns: the best first, and those that weren't searched last.
    pub fn turns(&self) -> Vec<Root> {
        self.order(&self.lock())
    }

    fn order(&self, standing: &Standing) -> Vec<Root> {
        let remaining = self.turns.iter().zip(&standing.is_done).filter(|(_, is_done)| !**is_done);
        standing.done.iter().chain(remaining.map(|(turn, _)| turn)).copied().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Standing> {
        // Each change is complete before anything can panic.
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Claim<'_> {
    /// Puts the turn in its place. Its score is exact if it is above [`Claim::alpha`].
    pub fn finish(self, score: i32) {
        let Self { round: &Round { lines, depth, .. }, index, candidate, .. } = self;
        let mut standing = self.round.lock();
        // Other threads may have found better lines meanwhile. Turns that are not better than the last one stay in their order.
        let is_line = standing.alpha(lines) < score;
        let place = if is_line { standing.done.partition_point(|other| score <= other.score) } else { standing.done.len() };
        standing.done.insert(place, Root { cells: candidate.cells, score, depth });
        standing.is_done[index] = true;
        standing.has_new_best |= place == 0;
        if WIN <= score && lines == 1 {
            self.round.joint.end();
        }
    }
}

impl Drop for Claim<'_> {
    fn drop(&mut self) {
        self.round.lock().running -= 1;
        self.round.changed.notify_all();
    }
}

/// Ends the round if its leader stops or panics, so that nobody waits for helpers.
pub struct EndsWithLeader<'a> {
    joint: &'a Joint,
    have_ended: bool,
}

impl EndsWithLeader<'_> {
    /// All turns were searched.
    pub fn have_ended(mut self) {
        self.have_ended = true;
    }
}

impl Drop for EndsWithLeader<'_> {
    fn drop(&mut self) {
        if !self.have_ended {
            self.joint.end();
        }
    }
}
