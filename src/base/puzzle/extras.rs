//! What only some puzzles have of what is checked and searched. Each field of [`Extras`] is a feature that a puzzle offers by filling it.

use std::ops::ControlFlow;

use super::{Flaw, Mistakes, Types, Walkthrough};
use crate::{
    challenge::{Grade, Miss, Rating, Step},
    save_file::SaveFile,
    search::{Hint, Observer},
    text::Noun,
    xmpuzzle::{Imported, Wrong},
};

/// Optional features of a puzzle: `Extras { hints: Some(hints), ..Extras::NONE }`.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct Extras<T: Types> {
    /// What a solution of this state is called. By default a "solution".
    pub noun: &'static (dyn Fn(&T::State) -> Noun + Sync),
    /// The key of the technique that a comparison measures the others against, usually the first of the article. Defaults to the last
    /// technique.
    pub reference: Option<&'static str>,
    /// The keys of the techniques that are there to be compared, as articles do, and that nobody would choose for a search: the window
    /// offers them only in a comparison.
    pub only_compared: &'static [&'static str],
    /// The rank of a solution in the list: lower ranks come first, equal ranks in the order found. When the list is full, the highest
    /// ranks are dropped. By default all ranks are equal.
    pub rank: Option<&'static (dyn Fn(&T::Solution) -> f64 + Sync)>,
    /// Makes the analysis of one document, if what it learns about a position serves the next one. Everything else calls
    /// [`Puzzle::analyze`](super::Puzzle::analyze), which starts with nothing.
    pub analysis: Option<&'static (dyn Fn() -> Analysis<T> + Sync)>,
    /// Flaws that [`Puzzle::check`](super::Puzzle::check) can't see and the analysis found, such as a clue that no board fits.
    pub analysis_flaws: Option<&'static (dyn Fn(&T::Insight) -> Vec<Flaw<T::Spot>> + Sync)>,
    /// Returns why a problem has no solution, if that shows without a search: a piece that fits nowhere, or a cell that no piece can cover.
    pub dead_end: Option<&'static (dyn Fn(&T::Problem) -> Option<Flaw<T::Spot>> + Sync)>,
    /// Hints for a user who is stuck.
    pub hints: Option<Hints<T>>,
    /// Filters the complete list of solutions after an edit that only rules some of them out, which saves a new search.
    pub filtering: Option<Filtering<T>>,
    /// Makes and rates challenges.
    pub challenges: Option<Challenges<T>>,
    /// The walkthroughs of a position or of a solution, which the timeline shows step by step.
    pub walkthroughs: &'static [Walkthrough<T>],
    /// Reads and writes the files of BurrTools, if those have positions of this puzzle.
    pub burr_tools: Option<BurrTools<T>>,
    /// Lets the player try again where something went wrong.
    pub mistakes: Option<Mistakes<T>>,
}

impl<T: Types> Extras<T> {
    /// No optional features.
    pub const NONE: Self = Self {
        noun: &|_| Noun("solution"),
        reference: None,
        only_compared: &[],
        rank: None,
        analysis: None,
        analysis_flaws: None,
        dead_end: None,
        hints: None,
        filtering: None,
        challenges: None,
        walkthroughs: &[],
        burr_tools: None,
        mistakes: None,
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

/// What reads and writes the files of BurrTools.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct BurrTools<T: Types> {
    /// Reads all problems of a file, of which there is at least one, or returns the first thing that is wrong.
    pub read: &'static (dyn Fn(&str) -> Result<Vec<Imported<T::State>>, Wrong> + Sync),
    /// Writes a document, and says what the file doesn't have of it.
    pub write: &'static (dyn Fn(SaveFile<T::State>) -> (String, Vec<String>) + Sync),
}

/// An analysis like [`Puzzle::analyze`](super::Puzzle::analyze) that owns what it keeps from one position to the next. It must report the
/// same insights as that.
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
    /// Exercises, in which only the next step is asked.
    pub exercises: Option<Exercises<T>>,
}

/// Makes and judges exercises: positions of challenges in which only the next step is asked, which is of a chosen kind.
#[allow(clippy::type_complexity, reason = "an author reads the whole type of a function where it is a field")]
pub struct Exercises<T: Types> {
    /// The kinds of steps that can be practised, easiest first. A figure has those of the grades of its challenges.
    pub kinds: &'static [Step],
    /// Reports the exercise of this kind and seed, with the figure and the pieces of the state, or nothing if there is none. The same
    /// arguments give the same exercise in every version of the program. Calls the observer as a search does.
    pub make: &'static (dyn Fn(&T::State, Step, u64, &mut dyn Observer<T::State>) -> ControlFlow<()> + Sync),
    /// Returns whether the player has placed something, right or not.
    pub is_answered: &'static (dyn Fn(&T::Problem) -> bool + Sync),
    /// Reports for such a position why a step of this kind or an easier one proves what was placed: a sentence without the full stop. Or
    /// else, what speaks against it. Calls the observer as a search does.
    pub judge: Judge<T>,
    /// Reports hints for the position before, as [`Extras::hints`] does: where a step of this kind is, and what it places and why.
    pub hints: &'static (dyn Fn(&T::Problem, Step, &mut dyn Observer<Hint<T::Spot>>) -> ControlFlow<()> + Sync),
}

/// The type of [`Exercises::judge`].
pub type Judge<T> =
    &'static (dyn Fn(&<T as Types>::Problem, Step, &mut dyn Observer<Result<String, Miss<<T as Types>::Spot>>>) -> ControlFlow<()> + Sync);

/// The type of [`Challenges::refute`].
pub type Refute<T> = &'static (dyn Fn(&<T as Types>::Problem, &mut dyn Observer<Miss<<T as Types>::Spot>>) -> ControlFlow<()> + Sync);
