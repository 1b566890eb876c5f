//! What a search reports while it runs: solutions, progress, work done, hints and steps. Knows no threads, no screen and no puzzle.

use std::{
    collections::BTreeMap,
    ops::{AddAssign, ControlFlow, Range},
};

use serde::{Deserialize, Serialize};

/// Numbers by name.
pub type Counts = BTreeMap<String, u64>;

/// Receives what a running search finds, and tells the search when to stop.
///
/// Each method returns whether to continue. After a `Break` the search must return at once without another call, which `?` does:
///
/// ```
/// use std::ops::ControlFlow;
///
/// use base::search::{Found, Observer, Tally};
///
/// /// Finds the divisors of a number.
/// fn divisors(number: u32, observer: &mut dyn Observer<u32>) -> ControlFlow<()> {
///     let mut tally = Tally::default();
///     for candidate in 1..=number {
///         observer.progress((candidate - 1) as f32 / number as f32, &tally)?;
///         tally.explored += 1;
///         if number % candidate == 0 {
///             tally.kept += 1;
///             observer.found(candidate)?;
///         }
///     }
///     observer.progress(1.0, &tally)
/// }
///
/// let mut found = Found::default();
/// assert!(divisors(12, &mut found).is_continue());
/// assert_eq!(found.items, [1, 2, 3, 4, 6, 12]);
/// assert_eq!((found.tally.explored, found.tally.kept), (12, 6));
/// ```
pub trait Observer<T> {
    /// Called once for each item found, as soon as it is found.
    fn found(&mut self, item: T) -> ControlFlow<()>;

    /// Called with the share of the search's work that is done, from 0 to 1 and never decreasing, and the work so far.
    ///
    /// A search must call it at least once per millisecond, because this is how it learns that it has to stop; it is cheap enough to call
    /// at every node. A search that runs to its end must call it a last time with 1 and the final tally.
    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()>;

    /// The threads that the search may divide its work among. An observer that has none to lend leaves it at this one.
    fn threads(&self) -> Box<dyn Threads> {
        Box::new(OneThread)
    }
}

/// Threads for a search that divides its work among them. A puzzle knows no threads, so the caller of its search provides them.
pub trait Threads: Sync {
    /// Calls `own` on this thread, and `help` on each other thread at the same time. Returns when all have returned.
    fn beside(&self, help: &(dyn Fn() + Sync), own: &mut dyn FnMut());
}

/// No thread but the one on which the search runs.
pub struct OneThread;

impl Threads for OneThread {
    fn beside(&self, _help: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        own();
    }
}

/// The work of a search. What the numbers count differs between techniques: see [`crate::puzzle::Technique::explored`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Nodes visited or candidates tried.
    pub explored: u64,
    /// How many of these were not discarded at once.
    pub kept: u64,
    /// The same counts by stage, if the search works in stages; otherwise empty.
    pub stages: Vec<Stage>,
    /// The peak memory of its tables in bytes, without the solutions; 0 if the search doesn't report it.
    ///
    /// A part of a search frees its memory when it ends. So the peak of two parts in sequence is the larger of both, which is what `+=`
    /// computes, and the peak of two concurrent parts is their sum: use [`Tally::add_concurrent`] for these.
    #[serde(default, skip_serializing_if = "is_unknown")]
    pub memory: u64,
}

fn is_unknown(memory: &u64) -> bool {
    *memory == 0
}

impl Tally {
    /// Adds the work of a part that runs at the same time on another thread, so that their memory adds up as well.
    pub fn add_concurrent(&mut self, other: &Self) {
        let memory = self.memory + other.memory;
        *self += other;
        self.memory = memory;
    }
}

/// Adds the work of a part that ran before or after: the counts add up, and the memory is the larger of both.
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

/// The work of one stage of a search, for example of one piece. Serialized as `[explored, kept]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u64, u64)", into = "(u64, u64)")]
pub struct Stage {
    /// Candidates tried in this stage.
    pub explored: u64,
    /// How many of these reached the next stage.
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

/// An independent part of a search. The tasks of a search have no solution in common, and together they have all of them.
///
/// It is stored as text, so that it can be saved and later versions of the program can read it. Serialized as `(choices, share)`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "(String, f64)", into = "(String, f64)")]
pub struct Task {
    /// The choices that lead to this part, in a notation of the puzzle's own; empty for the whole search.
    pub choices: String,
    /// The estimated share of the whole search's work, from 0 to 1.
    pub share: f64,
}

impl Task {
    /// Returns the task that is the whole search.
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

/// A task that panicked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailedTask {
    /// The task as it was before it started.
    pub task: Task,
    /// How many solutions it found before it failed. They have been counted. Since a task finds the same solutions in the same order, they
    /// are skipped when it is retried.
    pub found: u64,
}

/// The tasks that remain after others were stopped or split, and the work done so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Remaining {
    /// Tasks that together have all solutions not found yet.
    pub tasks: Vec<Task>,
    /// The work already done.
    pub tally: Tally,
}

/// One step of a search trace or a walkthrough.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceStep<A, S> {
    /// What happens.
    pub event: Event,
    /// What is on the board after the step: a solution that may be incomplete.
    pub partial: A,
    /// What happens, in words, with the reason if it is a dead end: a sentence without the full stop.
    pub remark: String,
    /// The places that the remark is about. One that is there twice is what the reason rests on.
    pub spots: Vec<S>,
    /// The work so far, as in [`Tally::explored`]; 0 in a walkthrough.
    pub explored: u64,
    /// How much of it was not discarded at once, as in [`Tally::kept`]; 0 in a walkthrough.
    pub kept: u64,
}

/// What happens in a step of a search trace or a walkthrough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A piece is placed or moved, or a choice is made.
    Place,
    /// The partial solution turns out to have no completion, or a walkthrough to have nothing to tell.
    DeadEnd,
    /// The last placement is undone.
    Remove,
    /// The partial solution is complete.
    Found,
}

/// Counts the steps of a search trace, only some of which are reported.
#[derive(Clone, Debug)]
pub struct StepCounter {
    range: Range<u64>,
    steps: u64,
}

impl StepCounter {
    /// Creates a counter for a trace that reports the steps whose numbers, from 0, are in the range.
    pub fn new(range: Range<u64>) -> Self {
        Self { range, steps: 0 }
    }

    /// Counts one more step. Returns whether to report it.
    pub fn count(&mut self) -> bool {
        self.steps += 1;
        self.range.contains(&(self.steps - 1))
    }

    /// Returns the number of steps counted.
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

/// An observer for a search within another search: it keeps the last item of the inner one and stops it when the outer one has to stop.
///
/// The progress of the inner search says nothing about the outer one, so it is passed on as 0.
pub struct Latest<'a, T, U> {
    /// The last item found.
    pub found: Option<T>,
    observer: &'a mut dyn Observer<U>,
}

impl<'a, T, U> Latest<'a, T, U> {
    /// Creates an observer that has found nothing yet and asks the outer search's observer whether to continue.
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

/// A hint for a user who is stuck.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint<S> {
    /// Advice on the next step.
    Advice {
        /// What to look at or what to do, and why: a sentence without the full stop.
        message: String,
        /// The places that it is about.
        spots: Vec<S>,
        /// How much it gives away.
        detail: Detail,
    },
    /// The position has no solution.
    DeadEnd {
        /// Why: a sentence without the full stop.
        reason: String,
        /// The places that show it, such as those of a hole that no pieces fill; may be empty.
        spots: Vec<S>,
        /// The place of what the hint says to remove, if it does: the input `Delete` there removes it.
        removes: Option<S>,
    },
}

/// How much a hint gives away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Where to look, or what narrows the choice.
    Vague,
    /// The best step itself.
    Step,
}

impl<S> Hint<S> {
    /// Advice that only says where to look, or what narrows the choice.
    pub fn vague(message: String, spots: Vec<S>) -> Self {
        Self::Advice { message, spots, detail: Detail::Vague }
    }

    /// Advice that names the best step.
    pub fn step(message: String, spots: Vec<S>) -> Self {
        Self::Advice { message, spots, detail: Detail::Step }
    }

    /// There is no solution, for a reason that has no place.
    pub fn dead_end(reason: String) -> Self {
        Self::DeadEnd { reason, spots: Vec::new(), removes: None }
    }

    /// Returns how much it gives away. That there is no solution says everything.
    pub fn detail(&self) -> Detail {
        match self {
            Self::Advice { detail, .. } => *detail,
            Self::DeadEnd { .. } => Detail::Step,
        }
    }
}

/// An observer that keeps every item and the last tally, for tests, benches and small commands.
#[derive(Clone, Debug)]
pub struct Found<T> {
    /// All items, in the order found.
    pub items: Vec<T>,
    /// The last tally reported.
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

/// Runs a search until it finds something, and returns that, or `None` if it ended without. `progress` gets the progress of the search; if
/// that stops the search before it has found anything, this breaks.
pub fn first<T>(
    search: impl FnOnce(&mut dyn Observer<T>) -> ControlFlow<()>,
    progress: impl FnMut(f32, &Tally) -> ControlFlow<()>,
) -> ControlFlow<(), Option<T>> {
    let mut first = First { found: None, progress };
    match (search(&mut first), first.found) {
        (ControlFlow::Break(()), None) => ControlFlow::Break(()),
        (_, found) => ControlFlow::Continue(found),
    }
}

/// Stops a search when it finds something.
struct First<T, F> {
    found: Option<T>,
    progress: F,
}

impl<T, F: FnMut(f32, &Tally) -> ControlFlow<()>> Observer<T> for First<T, F> {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        self.found = Some(item);
        ControlFlow::Break(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        (self.progress)(done, tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(explored: u64, stages: &[(u64, u64)], memory: u64) -> Tally {
        Tally { explored, kept: explored / 2, stages: stages.iter().copied().map(Stage::from).collect(), memory }
    }

    #[test]
    fn memory_is_the_maximum_of_sequential_parts_and_the_sum_of_concurrent_ones() {
        let (one, other) = (tally(10, &[(10, 5)], 300), tally(4, &[(1, 1), (3, 1)], 500));
        for (first, second) in [(&one, &other), (&other, &one)] {
            let mut sequential = first.clone();
            sequential += second;
            assert_eq!(sequential, tally(14, &[(11, 6), (3, 1)], 500));
            let mut concurrent = first.clone();
            concurrent.add_concurrent(second);
            assert_eq!(concurrent, tally(14, &[(11, 6), (3, 1)], 800));
        }
    }

    #[test]
    fn the_first_item_ends_a_search_and_a_stop_before_it_is_told_from_an_end_without_one() {
        let search = |items: &[u32], stop: bool| {
            let progress = |_, _: &Tally| if stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            let run = |observer: &mut dyn Observer<u32>| {
                observer.progress(0.0, &Tally::default())?;
                items.iter().try_for_each(|&item| observer.found(item))
            };
            first(run, progress)
        };
        assert_eq!(search(&[7, 8], false), ControlFlow::Continue(Some(7)));
        assert_eq!(search(&[], false), ControlFlow::Continue(None));
        assert_eq!(search(&[7], true), ControlFlow::Break(()));
    }
}
