//! The work of a search, counted and reported to an observer.

use std::ops::ControlFlow::{self, Break, Continue};

use super::Ranking;
use crate::search::{Observer, Tally};

/// Counts turns and positions, and stops the search when the observer does or when a budget is used up.
pub struct Work<'a> {
    observer: &'a mut dyn Observer<Ranking>,
    /// The turns that were made and the positions whose turns were made.
    pub tally: Tally,
    /// The search stops when this many turns were made.
    budget: u64,
    is_over_budget: bool,
}

impl<'a> Work<'a> {
    /// Nothing was done yet.
    pub fn new(observer: &'a mut dyn Observer<Ranking>) -> Self {
        Self { observer, tally: Tally::default(), budget: u64::MAX, is_over_budget: false }
    }

    /// Adds turns that were made.
    pub fn add_turns(&mut self, made: u64) -> ControlFlow<()> {
        self.tally.explored += made;
        self.observer.progress(0.0, &self.tally)?;
        self.is_over_budget = self.budget <= self.tally.explored;
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
}
