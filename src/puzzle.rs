//! The first socket: a puzzle as something that is checked and searched. What it looks like is in [`crate::board`].
//!
//! A puzzle knows nothing of the workbench, the window, export, threads or files.

mod published;

use std::{
    collections::BTreeMap,
    fmt::Debug,
    hash::Hash,
    ops::{ControlFlow, Range},
};

use serde::{Serialize, de::DeserializeOwned};

pub use published::{Figure, Published};

use crate::search::{Hint, Observer, Remaining, Task, TraceStep};

/// One kind of puzzle: its states, its rules, its searches.
pub trait Puzzle: Sized + 'static {
    /// The name in files and on the command line: lower case, words joined by hyphens.
    const KEY: &'static str;
    /// The name that people read.
    const TITLE: &'static str;

    /// What is edited, undone and saved; may be unfinished or wrong. Its default is an empty board.
    type State: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + Send + 'static;
    /// A state that passed [`Puzzle::check`].
    type Problem: Clone + Send + 'static;
    /// One thing that a search finds. Serialized as formats promise it in JSON.
    type Solution: Clone + Debug + PartialEq + Serialize + Send + Sync + 'static;
    /// What is told of all solutions together. Its fields stand beside the count in JSON.
    type Summary: Clone + Default + Serialize + Send + 'static;
    /// What is known of a position without listing its solutions, found live after every edit. Its fields stand in JSON too.
    type Insight: Clone + Serialize + Send + 'static;
    /// A place on the board that can be pointed at: a cell, a clue.
    type Spot: Copy + Debug + Eq + Hash + Send + 'static;

    /// What the puzzle offers beyond the rest of this trait.
    const EXTRAS: Extras<Self> = Extras::NONE;

    /// Ready-made states; the first is shown on the first start. Never empty.
    fn presets() -> &'static [Preset];

    /// All ways to search, fastest first. Never empty.
    fn techniques() -> &'static [Technique<Self>];

    /// Turns a state into a problem, or says everything that is wrong with it.
    ///
    /// Runs after every edit on the thread of the window, so it takes well under a millisecond and searches nothing.
    ///
    /// # Errors
    /// All flaws of the state, never an empty list.
    fn check(state: &Self::State) -> Result<Self::Problem, Vec<Flaw<Self::Spot>>>;

    /// Takes one more solution into the summary.
    fn sum_up(summary: &mut Self::Summary, solution: &Self::Solution);

    /// Finds what is known of the problem without listing solutions; each thing found is better than the one before
    /// and takes its place.
    fn analyze(problem: &Self::Problem, observer: &mut dyn Observer<Self::Insight>) -> ControlFlow<()>;

    /// A random state worth solving; the same seed gives the same state for ever.
    fn deal(seed: u64) -> Self::State;
}

/// What a puzzle may offer beyond what every puzzle has: `Extras { hints: Some(hints), ..Extras::NONE }`.
pub struct Extras<P: Puzzle> {
    /// The key of the technique that the others are compared with, usually the article's first. Without it, the last one.
    pub reference: Option<&'static str>,
    /// Where a solution stands in the list: lower first, equal ranks in the order of finding. Without it, all ranks are equal.
    pub rank: Option<fn(&P::Solution) -> f64>,
    /// The flaws of a state that only a search can see, as the analysis found them.
    pub objections: Option<fn(&P::Insight) -> &[Flaw<P::Spot>]>,
    /// Help for a player who is stuck.
    pub hints: Option<Hints<P>>,
    /// Makes the list of one problem's solutions from that of another, without a search.
    pub filtering: Option<Filtering<P>>,
}

impl<P: Puzzle> Extras<P> {
    /// Nothing beyond what every puzzle has.
    pub const NONE: Self = Self { reference: None, rank: None, objections: None, hints: None, filtering: None };

    /// The rank of a solution; 0 where the puzzle ranks none.
    pub fn rank(&self, solution: &P::Solution) -> f64 {
        self.rank.map_or(0.0, |rank| rank(solution))
    }

    /// What the analysis found to be wrong with the state.
    pub fn objections<'a>(&self, insight: &'a P::Insight) -> &'a [Flaw<P::Spot>] {
        self.objections.map_or(&[], |objections| objections(insight))
    }
}

/// Reports hints on the next step, each plainer than the one before, or only that the position has no solution.
pub type Hints<P> = fn(&<P as Puzzle>::Problem, &mut dyn Observer<Hint<<P as Puzzle>::Spot>>) -> ControlFlow<()>;

/// How the list of all solutions to one problem becomes that of a stricter one.
pub struct Filtering<P: Puzzle> {
    /// Whether the second problem only rules out some solutions of the first, as far as that is plain without a search.
    pub applies: fn(&P::Problem, &P::Problem) -> bool,
    /// Reports the solutions to a problem, given all those to the one before: in the same order, and otherwise as a search would.
    pub filter: Filter<P>,
}

/// See [`Filtering::filter`].
pub type Filter<P> = fn(&<P as Puzzle>::Problem, &[<P as Puzzle>::Solution], &mut dyn Observer<<P as Puzzle>::Solution>) -> ControlFlow<()>;

/// Searches as a technique does and tells each moment whose number is in the range; the others are only counted, as cheaply as
/// can be. Returns how many moments the whole search has.
pub type Trace<P> = fn(
    &<P as Puzzle>::Problem,
    Range<u64>,
    &mut dyn Observer<TraceStep<<P as Puzzle>::Solution, <P as Puzzle>::Spot>>,
) -> ControlFlow<(), u64>;

/// A way to search, and what it is known for.
pub struct Technique<P: Puzzle> {
    /// The name in files and on the command line.
    pub key: &'static str,
    /// The name that people read, in lower case.
    pub title: &'static str,
    /// The idea, in at most two sentences.
    pub idea: &'static str,
    /// Who it is from.
    pub source: &'static str,
    /// What [`crate::search::Tally::explored`] counts here, as a plural noun: "placements tried".
    pub explored: &'static str,
    /// What [`crate::search::Tally::kept`] counts here.
    pub kept: &'static str,
    /// Searches the problem and tells the observer each solution once.
    pub search: fn(&P::Problem, &mut dyn Observer<P::Solution>) -> ControlFlow<()>,
    /// The same search, reporting every step; or why there is none, as a sentence without the full stop. Never another search, and it
    /// costs the search itself nothing.
    pub trace: Result<Trace<P>, &'static str>,
    /// The search cut into tasks, where it can be: then it runs on several threads, and can be paused and saved.
    pub tasks: Option<&'static Tasks<P>>,
    /// The figures that the technique's article gives for a problem, if any. Quick enough to be asked in every frame.
    pub published: Option<fn(&P::Problem) -> &'static [Published]>,
}

impl<P: Puzzle> Technique<P> {
    /// The technique with this key.
    pub fn with_key(key: &str) -> Option<&'static Self> {
        P::techniques().iter().find(|technique| technique.key == key)
    }

    /// The technique that the others are compared with.
    pub fn reference() -> Option<&'static Self> {
        P::EXTRAS.reference.map_or(P::techniques().last(), Self::with_key)
    }

    /// The figures that its article gives for this problem.
    pub fn published(&self, problem: &P::Problem) -> &'static [Published] {
        self.published.map_or(&[], |published| published(problem))
    }
}

/// A search that is cut into tasks, which can be done in any order and at the same time.
///
/// Nothing here knows threads or files: whoever runs the tasks sees to both.
pub struct Tasks<P: Puzzle> {
    /// Says which search it is, as the same text for the same search in every version: a saved task makes sense in no other.
    pub identify: fn(&P::Problem) -> String,
    /// Cuts the tasks into at least this many, if they are large enough; fewer when `go_on` says no. Returns them with the work of
    /// cutting: with the work of the tasks that makes the work of the whole search.
    ///
    /// # Errors
    /// What is wrong with the tasks, if they are none of this problem: they may come from a file.
    pub split: Split<P>,
    /// Does a task that came from `split` or from the rest of another; its progress is that of the task. If the observer stops it, it
    /// tells what is left.
    pub run: RunTask<P>,
    /// The numbers of a summary by their names.
    pub to_counts: fn(&P::Summary) -> Counts,
    /// The summary with these numbers; none if some are missing or wrong.
    pub from_counts: fn(&Counts) -> Option<P::Summary>,
}

/// Cuts tasks into at least this many, as long as the last argument says that it may go on.
pub type Split<P> = fn(&<P as Puzzle>::Problem, Vec<Task>, usize, &mut dyn FnMut() -> bool) -> Result<Remaining, String>;

/// Does a task.
pub type RunTask<P> = fn(&<P as Puzzle>::Problem, &Task, &mut dyn Observer<<P as Puzzle>::Solution>) -> ControlFlow<Remaining>;

/// Numbers by their names.
pub type Counts = BTreeMap<String, u64>;

/// A named save file that is compiled into the program.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name on the command line: the stem of its file under `saves/`.
    pub key: &'static str,
    /// The text of the file.
    pub ron: &'static str,
}

/// Presets from the files with these names in a folder of `saves/`, compiled in: `presets!["soma": "cube", "steps"]`.
macro_rules! presets {
    ($folder:literal: $($key:literal),+ $(,)?) => {
        &[$($crate::puzzle::Preset {
            key: $key,
            // From the root, since a path would else begin at the file that calls the macro.
            ron: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/saves/", $folder, "/", $key, ".ron")),
        }),+]
    };
}
pub(crate) use presets;

/// Something wrong with a state, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw<S> {
    /// What is wrong and what would be right: a sentence without the full stop.
    pub message: String,
    /// The places on the board that have to do with it.
    pub spots: Vec<S>,
    /// Where it lies in a save file, from `state` inwards.
    pub path: Vec<Key>,
}

/// One step on the way to a value in a save file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// A field of this name.
    Field(&'static str),
    /// An element of a list, from 0.
    Index(usize),
    /// A character of a text, from 0, blanks not counted.
    Character(usize),
}
