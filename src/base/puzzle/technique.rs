//! A technique: one way to search, with what people read about it.

use std::ops::{ControlFlow, Range};

use super::{Published, Types};
use crate::search::{Counts, Observer, Remaining, Task, TraceStep};

/// Runs the search of a technique and reports its steps whose numbers, from 0, are in the range; the other steps are only counted, at
/// as little cost as possible. Returns the number of steps of the whole search.
pub type Trace<T> = &'static (
             dyn Fn(
    &<T as Types>::Problem,
    Range<u64>,
    &mut dyn Observer<TraceStep<<T as Types>::Solution, <T as Types>::Spot>>,
) -> ControlFlow<(), u64>
                 + Sync
         );

/// Searches a problem and reports each solution once: the type of [`Technique::search`].
pub type Search<T> = &'static (dyn Fn(&<T as Types>::Problem, &mut dyn Observer<<T as Types>::Solution>) -> ControlFlow<()> + Sync);

/// A technique: one way to search, with what people read about it.
///
/// ```text
/// Technique {
///     key: "dancing-links",
///     title: "dancing links",
///     idea: "Tries the cell with the fewest options first, and undoes each step by relinking.",
///     source: "D. E. Knuth, 2000",
///     explored: "placements tried",
///     kept: "placements that fit",
///     search: &dancing_links::search,
///     trace: Ok(&dancing_links::trace),
///     tasks: None,
///     published: None,
/// }
/// ```
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct Technique<T: Types> {
    /// The name in save files and on the command line. It never changes.
    pub key: &'static str,
    /// The name that people read, in lower case.
    pub title: &'static str,
    /// The idea, in at most two sentences.
    pub idea: &'static str,
    /// Who it comes from, with the year.
    pub source: &'static str,
    /// What [`crate::search::Tally::explored`] counts, as a plural noun: "placements tried".
    pub explored: &'static str,
    /// What [`crate::search::Tally::kept`] counts, as a plural noun.
    pub kept: &'static str,
    /// Searches the problem and reports each solution once. Called on a background thread; [`Observer`] says what it must call when.
    pub search: Search<T>,
    /// The same search with every step reported, for the search trace; or the reason why it has no trace, as a sentence without the full
    /// stop. It must be the search itself, not an imitation, and must not slow the plain search down: make the search generic over a
    /// listener that does nothing in the plain one.
    pub trace: Result<Trace<T>, &'static str>,
    /// The search split into tasks, if the technique supports it: it then runs on several threads, and can be paused and saved.
    pub tasks: Option<&'static Tasks<T>>,
    /// Returns the figures that the technique's article gives for a problem; empty if it gives none. Called in every frame, so it must
    /// be quick.
    pub published: Option<&'static (dyn Fn(&T::Problem) -> &'static [Published] + Sync)>,
}

impl<T: Types> Technique<T> {
    /// Returns the figures that the technique's article gives for this problem.
    pub fn published(&self, problem: &T::Problem) -> &'static [Published] {
        self.published.map_or(&[], |published| published(problem))
    }
}

/// A search split into tasks, which can run in any order and at the same time.
///
/// The workbench runs the tasks on threads and saves what remains of them. The technique only splits and runs them.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct Tasks<T: Types> {
    /// Identifies the search: the same text for the same search in every version of the program, and a different text for any other.
    /// A saved task only makes sense in the search it came from.
    pub identify: &'static (dyn Fn(&T::Problem) -> String + Sync),
    /// Splits the tasks into at least the given number, if they are large enough; into fewer if the callback returns `false`. Returns
    /// the new tasks and the work that splitting took. That work plus the work of the tasks is the work of the whole search.
    ///
    /// # Errors
    /// What is wrong with the tasks if they don't belong to this problem: they may come from a file.
    pub split: Split<T>,
    /// Runs a task that came from `split` or remained of another task. It reports the progress of the task, not of the search. If the
    /// observer stops it, it breaks with what remains.
    pub run: RunTask<T>,
    /// Returns the numbers of a summary by name, for a save file.
    pub to_counts: &'static (dyn Fn(&T::Summary) -> Counts + Sync),
    /// Returns the summary with these numbers, or `None` if some are missing or invalid.
    pub from_counts: &'static (dyn Fn(&Counts) -> Option<T::Summary> + Sync),
    /// Returns the solution as a short text, for a save file.
    pub to_text: &'static (dyn Fn(&T::Solution) -> String + Sync),
    /// Returns the solution with this text, or `None` if it isn't one of this problem.
    pub from_text: &'static (dyn Fn(&T::Problem, &str) -> Option<T::Solution> + Sync),
}

/// The type of [`Tasks::split`]: it takes the problem, the tasks, the number of tasks wanted, and a callback that returns whether to
/// continue.
pub type Split<T> =
    &'static (dyn Fn(&<T as Types>::Problem, Vec<Task>, usize, &mut dyn FnMut() -> bool) -> Result<Remaining, String> + Sync);

/// The type of [`Tasks::run`].
pub type RunTask<T> =
    &'static (dyn Fn(&<T as Types>::Problem, &Task, &mut dyn Observer<<T as Types>::Solution>) -> ControlFlow<Remaining> + Sync);
