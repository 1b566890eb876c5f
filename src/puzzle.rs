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

use crate::search::{Hint, Moment, Observer, Rest, Task};

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
    type Answer: Clone + Debug + PartialEq + Serialize + Send + Sync + 'static;
    /// What is told of all answers together. Its fields stand beside the count in JSON.
    type Summary: Clone + Default + Serialize + Send + 'static;
    /// What is known of a position without listing its answers, found live after every edit. Its fields stand in JSON too.
    type Insight: Clone + Serialize + Send + 'static;
    /// A place on the board that can be pointed at: a cell, a clue.
    type Spot: Copy + Debug + Eq + Hash + Send + 'static;

    /// Ready-made states; the first is shown on the first start. Never empty.
    fn presets() -> &'static [Preset];

    /// All ways to search, fastest first. Never empty.
    fn techniques() -> &'static [Technique<Self>];

    /// The technique that the others are compared with: the first of the article. Usually nothing is slower, so it is the last.
    fn reference() -> Option<&'static Technique<Self>> {
        Self::techniques().last()
    }

    /// The figures that the technique's article gives for this problem, if any. Quick enough to be asked in every frame.
    fn published(_problem: &Self::Problem, _technique: &Technique<Self>) -> &'static [Published] {
        &[]
    }

    /// Turns a state into a problem, or says everything that is wrong with it.
    ///
    /// Runs after every edit on the thread of the window, so it takes well under a millisecond and searches nothing.
    ///
    /// # Errors
    /// All flaws of the state, never an empty list.
    fn check(state: &Self::State) -> Result<Self::Problem, Vec<Flaw<Self::Spot>>>;

    /// Takes one more answer into the summary.
    fn sum_up(summary: &mut Self::Summary, answer: &Self::Answer);

    /// Where an answer stands in the list: lower first, equal ranks in the order of finding.
    fn rank(_answer: &Self::Answer) -> f64 {
        0.0
    }

    /// Finds what is known of the problem without listing answers; each thing found is better than the one before
    /// and takes its place.
    fn analyze(problem: &Self::Problem, observer: &mut dyn Observer<Self::Insight>) -> ControlFlow<()>;

    /// What the analysis showed to be wrong with the state: what no check without a search can see.
    fn objections(_insight: &Self::Insight) -> &[Flaw<Self::Spot>] {
        &[]
    }

    /// What helps one who is stuck, if the puzzle has such help.
    fn hints() -> Option<Hints<Self>> {
        None
    }

    /// A random state worth solving; the same seed gives the same state for ever.
    fn deal(seed: u64) -> Self::State;

    /// The technique's search cut into tasks, where it can be: then it runs on several threads, and can be paused and saved.
    fn tasks(_technique: &Technique<Self>) -> Option<&'static Tasks<Self>> {
        None
    }

    /// Why the search of a technique without [`Technique::watch`] can't be watched, where others of the puzzle can: a sentence without
    /// the full stop.
    fn unwatched(_technique: &Technique<Self>) -> &'static str {
        ""
    }

    /// How the list of all answers to one problem becomes that of another, where it is plain that this one only rules some of them
    /// out; none where it takes a search.
    fn narrowing(_before: &Self::Problem, _after: &Self::Problem) -> Option<Narrow<Self>> {
        None
    }

    /// The technique with this key.
    fn technique(key: &str) -> Option<&'static Technique<Self>> {
        Self::techniques().iter().find(|technique| technique.key == key)
    }
}

/// Tells hints on the next step, each plainer than the one before; or just that there is no hope.
pub type Hints<P> = fn(&<P as Puzzle>::Problem, &mut dyn Observer<Hint<<P as Puzzle>::Spot>>) -> ControlFlow<()>;

/// Tells the answers to a problem, given those to one that had all of them: in the same order, and otherwise just as a search would.
pub type Narrow<P> = fn(&<P as Puzzle>::Problem, &[<P as Puzzle>::Answer], &mut dyn Observer<<P as Puzzle>::Answer>) -> ControlFlow<()>;

/// Searches as a technique does and tells each moment whose number is in the range; the others are only counted, as cheaply as
/// can be. Returns how many moments the whole search has.
pub type Watch<P> =
    fn(&<P as Puzzle>::Problem, Range<u64>, &mut dyn Observer<Moment<<P as Puzzle>::Answer, <P as Puzzle>::Spot>>) -> ControlFlow<(), u64>;

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
    /// Searches the problem and tells the observer each answer once.
    pub search: fn(&P::Problem, &mut dyn Observer<P::Answer>) -> ControlFlow<()>,
    /// The same search, told moment by moment, where that shows something: never another search. It costs nothing unless it is watched.
    pub watch: Option<Watch<P>>,
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
pub type Split<P> = fn(&<P as Puzzle>::Problem, Vec<Task>, usize, &mut dyn FnMut() -> bool) -> Result<Rest, String>;

/// Does a task.
pub type RunTask<P> = fn(&<P as Puzzle>::Problem, &Task, &mut dyn Observer<<P as Puzzle>::Answer>) -> ControlFlow<Rest>;

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
