//! What a puzzle implements: the contract between its author and everything else.
//!
//! Three traits are required. [`Types`] lists what the puzzle is made of, [`Puzzle`] is what can be checked, searched and analyzed, and
//! [`board::Board`] what can be seen and edited. What only some puzzles have is data in [`Extras`] and [`board::BoardExtras`].
//!
//! ```text
//! State --check--> Problem --Technique::search--> Solution, Solution, … --add_to_summary--> Summary
//!                  Problem --analyze------------> Insight
//! ```
//!
//! A puzzle knows nothing of the workbench, the window, export, threads or files. `example.rs` is one with only what is required. The test
//! puzzle in `src/puzzles/sums/` has the modules that all puzzles have, and many of the extras.

pub mod board;
mod board_extras;
#[cfg(test)]
mod example;
mod extras;
mod mistakes;
mod published;
mod technique;
mod walkthrough;

use std::{fmt::Debug, hash::Hash, ops::ControlFlow};

use serde::{Serialize, de::DeserializeOwned};

pub use self::{
    extras::{Analysis, BurrTools, Challenges, Exercises, Extras, Filter, Filtering, Hints, Judge, Refute},
    mistakes::{JudgeTry, Mistakes, Moment, Try, Verdict},
    published::{Figure, Published},
    technique::{RunTask, Search, Split, Tasks, Technique, Trace},
    walkthrough::{Steps, Walkthrough},
};

use crate::search::Observer;

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

/// An example: a named save file that is compiled into the program.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name on the command line, which is the file's name under `saves/` without `.ron`.
    pub key: &'static str,
    /// The text of the file.
    pub ron: &'static str,
}

/// Compiles files of a folder under `saves/` in as presets: `presets!["soma": "cube", "steps"]`. For packages in `src/puzzles/`.
#[macro_export]
macro_rules! presets {
    ($folder:literal: $($key:literal),+ $(,)?) => {
        &[$($crate::puzzle::Preset {
            key: $key,
            // An absolute path, because a relative one would start at the file that calls the macro.
            ron: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../saves/", $folder, "/", $key, ".ron")),
        }),+]
    };
}
pub use presets;

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
