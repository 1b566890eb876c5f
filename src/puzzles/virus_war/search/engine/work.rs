//! The work of a search, counted and reported to an observer.

use std::{
    ops::ControlFlow::{self, Break, Continue},
    sync::{
        Arc,
        atomic::{
            AtomicBool, AtomicU64,
            Ordering::{Acquire, Relaxed, Release},
        },
    },
};

use super::Ranking;
use base::search::{Observer, Tally};

/// A helper reports its work each time it has made this many turns, some ten times a millisecond.
const TURNS_PER_REPORT: u64 = 4096;

/// What the threads of a search tell each other of their work.
#[derive(Default)]
pub struct Joint {
    /// Whether all must stop.
    is_over: AtomicBool,
    /// The turns that helpers have made and the positions whose turns they have made, and that aren't counted yet.
    explored: AtomicU64,
    kept: AtomicU64,
}

impl Joint {
    /// Stops all threads.
    pub fn end(&self) {
        self.is_over.store(true, Release);
    }

    /// Whether they are to stop.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Acquire)
    }

    /// Adds what helpers have done and nobody has counted.
    pub fn add_to(&self, tally: &mut Tally) {
        // Reading alone is cheaper, and mostly there is nothing.
        if self.explored.load(Relaxed) > 0 {
            tally.explored += self.explored.swap(0, Relaxed);
            tally.kept += self.kept.swap(0, Relaxed);
        }
    }
}

/// Counts turns and positions, and stops the search when the observer does or when a budget is used up.
pub struct Work<'a> {
    observer: &'a mut dyn Observer<Ranking>,
    /// The turns that were made and the positions whose turns were made.
    pub tally: Tally,
    /// The search stops when this many turns were made.
    budget: u64,
    is_over_budget: bool,
    /// What it hears from helpers.
    joint: Option<Arc<Joint>>,
}

/// A helper in a search: it adds its work to that of the search, and stops when this does.
pub struct Helping<'a> {
    joint: &'a Joint,
    reported: Tally,
}

impl<'a> Helping<'a> {
    pub fn new(joint: &'a Joint) -> Self {
        Self { joint, reported: Tally::default() }
    }

    /// Adds the work that it hasn't reported.
    pub fn report(&mut self, tally: &Tally) {
        self.joint.explored.fetch_add(tally.explored - self.reported.explored, Relaxed);
        self.joint.kept.fetch_add(tally.kept - self.reported.kept, Relaxed);
        self.reported.clone_from(tally);
    }
}

impl Observer<Ranking> for Helping<'_> {
    fn found(&mut self, _ranking: Ranking) -> ControlFlow<()> {
        Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        if TURNS_PER_REPORT <= tally.explored - self.reported.explored {
            self.report(tally);
        }
        if self.joint.is_over() { Break(()) } else { Continue(()) }
    }
}

impl<'a> Work<'a> {
    /// Nothing was done yet.
    pub fn new(observer: &'a mut dyn Observer<Ranking>) -> Self {
        Self { observer, tally: Tally::default(), budget: u64::MAX, is_over_budget: false, joint: None }
    }

    /// Adds turns that were made.
    pub fn add_turns(&mut self, made: u64) -> ControlFlow<()> {
        self.tally.explored += made;
        let mut is_over = false;
        if let Some(joint) = &self.joint {
            joint.add_to(&mut self.tally);
            is_over = joint.is_over();
        }
        self.observer.progress(0.0, &self.tally)?;
        self.is_over_budget = is_over || self.budget <= self.tally.explored;
        if self.is_over_budget { Break(()) } else { Continue(()) }
    }

    /// Stops the part of the work that is going on, as if its budget were used up: it would need too much memory.
    pub fn give_up(&mut self) -> ControlFlow<()> {
        self.is_over_budget = true;
        Break(())
    }

    /// Reports a ranking.
    pub fn report(&mut self, ranking: Ranking) -> ControlFlow<()> {
        self.observer.found(ranking)
    }

    /// Does a part of the work that may make this many turns; none if these were not enough.
    pub fn within<T>(&mut self, turns: u64, part: impl FnOnce(&mut Self) -> ControlFlow<(), T>) -> ControlFlow<(), Option<T>> {
        self.budget = self.tally.explored.saturating_add(turns);
        let result = part(self);
        let was_over_budget = std::mem::take(&mut self.is_over_budget);
        self.budget = u64::MAX;
        match result {
            Continue(result) => Continue(Some(result)),
            Break(()) if was_over_budget => Continue(None),
            Break(()) => Break(()),
        }
    }

    /// Does a part of the work together with helpers; none if one of the threads has ended it for all.
    pub fn jointly<T>(&mut self, joint: &Arc<Joint>, part: impl FnOnce(&mut Self) -> ControlFlow<(), T>) -> ControlFlow<(), Option<T>> {
        self.joint = Some(joint.clone());
        let result = self.within(u64::MAX, part);
        self.joint = None;
        result
    }
}
