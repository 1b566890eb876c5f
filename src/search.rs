//! What a search tells whoever asked for it, while it runs. Knows no threads, no screen and no puzzle.

use std::ops::{AddAssign, ControlFlow};

use serde::{Deserialize, Serialize};

/// Hears from a running search. `Break` means: stop now; the search hands it on with `?`.
pub trait Observer<T> {
    /// One more thing was found.
    fn found(&mut self, item: T) -> ControlFlow<()>;

    /// Tells how far the search is: the share of its work that is done, from 0 to 1, never falling, and the work so far.
    ///
    /// Cheap enough to be called at every node, and called at least every millisecond, since this is how a search
    /// learns that it is to stop. A search that comes to its end calls it a last time with 1 and its final tally.
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;
}

/// The work of a search in its own units; each technique says what it counts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Nodes visited or candidates tried.
    pub explored: u64,
    /// Of these, the ones that were not discarded at once.
    pub kept: u64,
    /// The same by stage, for searches that work in stages; else empty.
    pub stages: Vec<Stage>,
    /// The most bytes that it held at any one time, in tables and in what it remembers, without the solutions; 0 if it doesn't tell.
    ///
    /// A part of a search gives back what it held when it ends. So of parts that run one after another the larger counts, which is how
    /// tallies are added; parts that run at the same time hold it together, which is what [`Tally::add_concurrent`] is for.
    #[serde(default, skip_serializing_if = "is_untold")]
    pub memory: u64,
}

fn is_untold(memory: &u64) -> bool {
    *memory == 0
}

impl Tally {
    /// Adds the work of a part that runs at the same time, on another thread: both hold their memory at once.
    pub fn add_concurrent(&mut self, other: &Self) {
        let memory = self.memory + other.memory;
        *self += other;
        self.memory = memory;
    }
}

/// Adds the work of a part that ran before or after: the work adds up, and the memory is that of whichever held more.
impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        self.explored += other.explored;
        self.kept += other.kept;
        self.memory = self.memory.max(other.memory);
        if self.stages.len() < other.stages.len() {
            self.stages.resize(other.stages.len(), Stage::default());
        }
        for (stage, more) in self.stages.iter_mut().zip(&other.stages) {
            stage.explored += more.explored;
            stage.kept += more.kept;
        }
    }
}

/// The work of one stage, for example of one piece, of a search. Written as `[explored, kept]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u64, u64)", into = "(u64, u64)")]
pub struct Stage {
    /// Candidates tried in this stage.
    pub explored: u64,
    /// Of these, the ones that go on to the next stage.
    pub kept: u64,
}

impl From<Stage> for (u64, u64) {
    fn from(stage: Stage) -> Self {
        (stage.explored, stage.kept)
    }
}

impl From<(u64, u64)> for Stage {
    fn from((explored, kept): (u64, u64)) -> Self {
        Self { explored, kept }
    }
}

/// A part of a search that can be done by itself: tasks of one search share no solution, and together they have all of them.
///
/// It is text, so that it can be saved and understood by later versions of the program. Written as `(choices, share)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "(String, f64)", into = "(String, f64)")]
pub struct Task {
    /// What has been chosen on the way to this part, in the puzzle's own words; empty for the whole search.
    pub choices: String,
    /// How much of the work of the whole search it is, from 0 to 1, as far as can be told beforehand.
    pub share: f64,
}

impl Task {
    /// The whole search.
    pub fn whole() -> Self {
        Self { choices: String::new(), share: 1.0 }
    }
}

impl From<Task> for (String, f64) {
    fn from(task: Task) -> Self {
        (task.choices, task.share)
    }
}

impl From<(String, f64)> for Task {
    fn from((choices, share): (String, f64)) -> Self {
        Self { choices, share }
    }
}

/// What remains of tasks that were stopped or cut, and the work that was done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remaining {
    /// Tasks that together have the solutions that were not found yet.
    pub tasks: Vec<Task>,
    /// The work of the part that is done.
    pub tally: Tally,
}

/// One moment of a search that is watched.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceStep<A, S> {
    /// What happens.
    pub event: Event,
    /// What lies on the board when it has happened: a solution that need not be complete yet.
    pub partial: A,
    /// What happens, in words, and of a dead end its reason: a sentence without the full stop.
    pub remark: String,
    /// The places that it is about.
    pub spots: Vec<S>,
    /// The work up to now, as [`Tally::explored`].
    pub explored: u64,
    /// Of it what was not discarded at once, as [`Tally::kept`].
    pub kept: u64,
}

/// What happens in a moment of a watched search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Something is put on the board.
    Place,
    /// It is seen that nothing can come of what lies on the board.
    DeadEnd,
    /// What was put there last is taken away.
    TakeBack,
    /// What lies on the board is a solution.
    Found,
}

/// Keeps the latest of what one search finds, for another that asked it: how far that other is cannot be told by it, but that it is to
/// stop can be heard.
pub struct Latest<'a, T, U> {
    /// What was found last.
    pub found: Option<T>,
    observer: &'a mut dyn Observer<U>,
}

impl<'a, T, U> Latest<'a, T, U> {
    /// Nothing was found yet; this one says whether to go on.
    pub fn new(observer: &'a mut dyn Observer<U>) -> Self {
        Self { found: None, observer }
    }
}

impl<T, U> Observer<T> for Latest<'_, T, U> {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        self.found = Some(item);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(0.0, tally)
    }
}

/// Help for one who does not know how to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint<S> {
    /// A word on what to do next.
    Advice {
        /// What to look at, or what to do, and why: a sentence without the full stop.
        message: String,
        /// The places that it is about.
        spots: Vec<S>,
    },
    /// No solution can be reached from here.
    Hopeless {
        /// Why: a sentence without the full stop.
        reason: String,
    },
}

/// Keeps all that is found and the last tally: enough for tests, benches and small commands.
#[derive(Clone, Debug)]
pub struct Found<T> {
    /// Everything found, in the order of finding.
    pub items: Vec<T>,
    /// The work as last told.
    pub tally: Tally,
}

impl<T> Default for Found<T> {
    fn default() -> Self {
        Self { items: Vec::new(), tally: Tally::default() }
    }
}

impl<T> Observer<T> for Found<T> {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        self.items.push(item);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.tally.clone_from(tally);
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(explored: u64, stages: &[(u64, u64)], memory: u64) -> Tally {
        Tally { explored, kept: explored / 2, stages: stages.iter().copied().map(Stage::from).collect(), memory }
    }

    #[test]
    fn memory_is_the_larger_one_after_another_and_the_sum_at_the_same_time() {
        let (one, other) = (tally(10, &[(10, 5)], 300), tally(4, &[(1, 1), (3, 1)], 500));
        for (first, second) in [(&one, &other), (&other, &one)] {
            let mut in_turn = first.clone();
            in_turn += second;
            assert_eq!(in_turn, tally(14, &[(11, 6), (3, 1)], 500));
            let mut at_once = first.clone();
            at_once.add_concurrent(second);
            assert_eq!(at_once, tally(14, &[(11, 6), (3, 1)], 800));
        }
    }
}
