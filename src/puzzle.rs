//! The first of the two traits that a puzzle implements: what can be checked, searched and analyzed. The second, [`crate::board`], is
//! what can be seen and edited.
//!
//! ```text
//! State --check--> Problem --Technique::search--> Solution, Solution, … --add_to_summary--> Summary
//!                  Problem --analyze------------> Insight
//! ```
//!
//! A puzzle knows nothing of the workbench, the window, export, threads or files. To add one, start from the test puzzle in
//! `src/puzzles/sums/`, which fills both traits in the fewest lines.

mod published;

use std::{
    collections::BTreeMap,
    fmt::Debug,
    hash::Hash,
    ops::{ControlFlow, Range},
};

use serde::{Serialize, de::DeserializeOwned};

pub use published::{Figure, Published};

use crate::{
    challenge::{Grade, Miss, Rating},
    search::{Hint, Observer, Remaining, Task, TraceStep},
    text::Noun,
};

/// What a puzzle is made of.
pub trait Types: Sized + 'static {
    /// What the user edits, undoes and saves. It may be unfinished or break the rules.
    type State: Clone + Debug + PartialEq + Send + Sync + 'static;
    /// What [`Puzzle::check`] makes of a valid state: the form that searches work on, with tables that all of them need.
    type Problem: Clone + Send + Sync + 'static;
    /// One result of a search.
    type Solution: Clone + Debug + PartialEq + Send + Sync + 'static;
    /// Statistics over all solutions, such as how many use each piece.
    type Summary: Clone + Send + Sync + 'static;
    /// What is known about a position without listing its solutions, such as their number or the odds of each cell. Computed in the
    /// background after every edit.
    type Insight: Clone + Send + Sync + 'static;
    /// A place on the board that the user can point at, such as a cell or a clue.
    type Spot: Copy + Debug + Eq + Hash + Send + Sync + 'static;
    /// Data of an open document that is neither undone nor saved: the piece in hand, the camera, the filters of the list.
    type View: Clone + PartialEq + Send + Sync + 'static;
}

/// A kind of puzzle: its states, its rules and its searches.
///
/// Its default state is an empty board. The JSON form of a solution is a public promise; the fields of a summary and of an insight appear
/// in JSON beside the count.
pub trait Puzzle:
    Types<State: Default + Serialize + DeserializeOwned, Solution: Serialize, Summary: Default + Serialize, Insight: Serialize, View: Default>
{
    /// The name in save files and on the command line, in lower case with hyphens: `voltorb-flip`. It never changes.
    const KEY: &'static str;
    /// The name on the tab and in menus: `Voltorb Flip`.
    const TITLE: &'static str;

    /// Optional features, such as hints and ranking. Override it with only those that the puzzle has:
    /// `Extras { hints: Some(hints), ..Extras::NONE }`.
    const EXTRAS: Extras<Self> = Extras::NONE;

    /// The examples that the window and the command line offer; the first is shown on the first start. Never empty.
    ///
    /// The macro `presets!` lists files of `saves/` by name.
    fn presets() -> &'static [Preset];

    /// All techniques, fastest first. Never empty. They must find the same solutions; a test in `tests/conformance.rs` compares them.
    fn techniques() -> &'static [Technique<Self>];

    /// Turns a state into a problem, or lists everything that is wrong with it.
    ///
    /// Called on the window's thread after every edit, so it must take well under a millisecond and must not search.
    ///
    /// # Errors
    /// Every flaw of the state; never an empty list.
    fn check(state: &Self::State) -> Result<Self::Problem, Vec<Flaw<Self::Spot>>>;

    /// Adds a solution to the summary. Called once for each solution, including those that the list doesn't keep.
    ///
    /// For techniques with tasks, the order of the solutions must not matter, because several threads find them.
    fn add_to_summary(summary: &mut Self::Summary, solution: &Self::Solution);

    /// Computes the insight into a problem.
    ///
    /// Called on a background thread after every edit, and stopped by the next one. It may report several insights through
    /// [`Observer::found`], the first one quickly: each replaces the one before.
    fn analyze(problem: &Self::Problem, observer: &mut dyn Observer<Self::Insight>) -> ControlFlow<()>;

    /// Returns a random state that is worth solving. The same seed must give the same state in every version of the program, so take
    /// random numbers from [`crate::chance`] only.
    fn deal(seed: u64) -> Self::State;
}

/// Optional features of a puzzle: `Extras { hints: Some(hints), ..Extras::NONE }`.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct Extras<T: Types> {
    /// What a solution of this state is called. By default a "solution".
    pub noun: &'static (dyn Fn(&T::State) -> Noun + Sync),
    /// The key of the technique that a comparison measures the others against, usually the first of the article. Defaults to the last
    /// technique.
    pub reference: Option<&'static str>,
    /// The rank of a solution in the list: lower ranks come first, equal ranks in the order found. When the list is full, the highest
    /// ranks are dropped. By default all ranks are equal.
    pub rank: Option<&'static (dyn Fn(&T::Solution) -> f64 + Sync)>,
    /// Makes the analysis of one document, if what it learns about a position serves the next one. Everything else calls
    /// [`Puzzle::analyze`], which starts with nothing.
    pub analysis: Option<&'static (dyn Fn() -> Analysis<T> + Sync)>,
    /// Flaws that [`Puzzle::check`] can't see and the analysis found, such as a clue that no board fits.
    pub analysis_flaws: Option<&'static (dyn Fn(&T::Insight) -> Vec<Flaw<T::Spot>> + Sync)>,
    /// Returns why a problem has no solution, if that shows without a search: a piece that fits nowhere, or a cell that no piece can cover.
    pub dead_end: Option<&'static (dyn Fn(&T::Problem) -> Option<Flaw<T::Spot>> + Sync)>,
    /// Hints for a user who is stuck.
    pub hints: Option<Hints<T>>,
    /// Filters the complete list of solutions after an edit that only rules some of them out, which saves a new search.
    pub filtering: Option<Filtering<T>>,
    /// Makes and rates challenges.
    pub challenges: Option<Challenges<T>>,
}

impl<T: Types> Extras<T> {
    /// No optional features.
    pub const NONE: Self = Self {
        noun: &|_| Noun("solution"),
        reference: None,
        rank: None,
        analysis: None,
        analysis_flaws: None,
        dead_end: None,
        hints: None,
        filtering: None,
        challenges: None,
    };

    /// Returns the rank of a solution, or 0 if the puzzle doesn't rank solutions.
    pub fn rank(&self, solution: &T::Solution) -> f64 {
        self.rank.map_or(0.0, |rank| rank(solution))
    }

    /// Returns the flaws that the analysis found.
    pub fn analysis_flaws(&self, insight: &T::Insight) -> Vec<Flaw<T::Spot>> {
        self.analysis_flaws.map_or_else(Vec::new, |analysis_flaws| analysis_flaws(insight))
    }
}

/// An analysis like [`Puzzle::analyze`] that owns what it keeps from one position to the next. It must report the same insights as that.
pub type Analysis<T> = Box<dyn FnMut(&<T as Types>::Problem, &mut dyn Observer<<T as Types>::Insight>) -> ControlFlow<()> + Send>;

/// Reports hints for the next step, each more explicit than the one before, or a single [`Hint::DeadEnd`] if the position has no
/// solution. It gets what the analysis has found, if that has ended.
///
/// Called on a background thread when the user first asks. Each further request shows one hint more, so report vague ones first: "look
/// at row 3", then "row 3 needs a 2", then the cell itself.
pub type Hints<T> = &'static (
             dyn Fn(&<T as Types>::Problem, Option<&<T as Types>::Insight>, &mut dyn Observer<Hint<<T as Types>::Spot>>) -> ControlFlow<()>
                 + Sync
         );

/// Makes the list of all solutions of a problem from the list of a less strict one, without a search.
pub struct Filtering<T: Types> {
    /// Returns whether the second problem is the first with some solutions ruled out, so that filtering gives the same list as a search.
    /// Must be quick; `false` is always correct.
    pub applies: &'static (dyn Fn(&T::Problem, &T::Problem) -> bool + Sync),
    /// Reports the solutions of the stricter problem, given all solutions of the earlier one, in their order. Calls the observer as a
    /// search does.
    pub filter: Filter<T>,
}

/// The type of [`Filtering::filter`].
pub type Filter<T> = &'static (
             dyn Fn(&<T as Types>::Problem, &[<T as Types>::Solution], &mut dyn Observer<<T as Types>::Solution>) -> ControlFlow<()> + Sync
         );

/// Makes and rates challenges: positions with exactly one solution to be found by a person.
///
/// A figure is what has to be filled, without the pieces on it. If the figure is symmetric, and so are the given pieces, solutions that are
/// images of one another count as one.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct Challenges<T: Types> {
    /// The version of the rules that rate challenges: see [`Rating::rater`].
    pub rater: u32,
    /// Returns the grades that the figure of this state offers, easiest first. Called in every frame, so it must be quick: a table or a
    /// bound, never a search. A grade that isn't in a table may turn out to have no challenge.
    pub grades: &'static (dyn Fn(&T::State) -> &'static [Grade] + Sync),
    /// Reports the challenge of this grade and seed, with the figure and the pieces of the state, or nothing if there is none. The same
    /// arguments give the same challenge in every version of the program. Calls the observer as a search does.
    pub make: &'static (dyn Fn(&T::State, Grade, u64, &mut dyn Observer<T::State>) -> ControlFlow<()> + Sync),
    /// Returns the images of a challenge under the symmetries of its figure, which are the same challenge to a person who turns the board.
    pub images: &'static (dyn Fn(&T::State) -> Vec<T::State> + Sync),
    /// Reports how hard the problem is, or nothing unless it has exactly one solution. Calls the observer as a search does.
    pub rate: &'static (dyn Fn(&T::Problem, &mut dyn Observer<Rating>) -> ControlFlow<()> + Sync),
    /// Returns whether the state says what its solution must do. Without that, it isn't a challenge.
    pub has_goal: &'static (dyn Fn(&T::State) -> bool + Sync),
    /// Returns whether every cell is covered and every piece is placed as the rules allow, or what corresponds to that.
    pub is_solved: &'static (dyn Fn(&T::Problem) -> bool + Sync),
    /// Reports why such a position doesn't solve the challenge, or nothing if it does, where a search has to decide that. Then only such
    /// positions can be mistakes. Calls the observer as a search does.
    pub refute: Option<Refute<T>>,
}

/// The type of [`Challenges::refute`].
pub type Refute<T> = &'static (dyn Fn(&<T as Types>::Problem, &mut dyn Observer<Miss<<T as Types>::Spot>>) -> ControlFlow<()> + Sync);

#[cfg(test)]
impl<T: Types> Challenges<T> {
    /// Makes a challenge; none if there is none.
    pub fn made(&self, figure: &T::State, grade: Grade, seed: u64) -> Option<T::State> {
        let mut found = crate::search::Found::default();
        assert!((self.make)(figure, grade, seed, &mut found).is_continue());
        found.items.pop()
    }

    /// Rates a problem; none unless it has exactly one solution.
    pub fn rating(&self, problem: &T::Problem) -> Option<Rating> {
        let mut found = crate::search::Found::default();
        assert!((self.rate)(problem, &mut found).is_continue());
        found.items.pop()
    }
}

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

/// Numbers by name.
pub type Counts = BTreeMap<String, u64>;

/// An example: a named save file that is compiled into the program.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name on the command line, which is the file's name under `saves/` without `.ron`.
    pub key: &'static str,
    /// The text of the file.
    pub ron: &'static str,
}

#[cfg(test)]
impl Preset {
    /// The position in its file, for tests below the workbench, which reads the whole file.
    pub fn state<S: DeserializeOwned>(&self) -> S {
        #[derive(serde::Deserialize)]
        #[serde(rename = "Quincunx")]
        struct SaveFile<S> {
            state: S,
        }
        ron::from_str::<SaveFile<S>>(self.ron).expect("a preset can be read").state
    }
}

/// Compiles files of a folder under `saves/` in as presets: `presets!["soma": "cube", "steps"]`.
macro_rules! presets {
    ($folder:literal: $($key:literal),+ $(,)?) => {
        &[$($crate::puzzle::Preset {
            key: $key,
            // An absolute path, because a relative one would start at the file that calls the macro.
            ron: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/saves/", $folder, "/", $key, ".ron")),
        }),+]
    };
}
pub(crate) use presets;

/// Something wrong with a state, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw<S> {
    /// What is wrong and what is expected: a sentence that begins with a small letter, unless with a name, and has no full stop. What shows
    /// it adds both. All messages of puzzles are written so.
    pub message: String,
    /// The places on the board that it concerns.
    pub spots: Vec<S>,
    /// The path to the value in a save file, starting below `state`. The workbench turns it into a line and column.
    pub path: Vec<Key>,
}

/// One step on the path to a value in a save file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The field with this name.
    Field(&'static str),
    /// An element of a list, from 0.
    Index(usize),
    /// A character of a text, from 0, not counting whitespace.
    Character(usize),
}
