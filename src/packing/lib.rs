//! Packing puzzles: pieces that fill a figure, on any lattice of cells.
//!
//! What all of them share is here, in the same modules as in the folder of a puzzle. A [`Family`] adds what only its puzzles have: its
//! lattice, its examples and its techniques. [`Packing`] makes a puzzle of it.

pub mod words;
pub mod model;
pub mod search;
pub mod live;
pub mod play;
pub mod edit;
pub mod drawing;
mod board;
#[cfg(test)]
mod testing;

use std::{marker::PhantomData, ops::ControlFlow};

use crate::{
    live::{analysis, apart, hints, insight::Insight},
    model::{
        lattice::Lattice,
        pieces::Set,
        problem,
        saved::Saved,
        solution::{Solution, Summary},
        spot::Spot,
        state::State,
    },
    play::{challenge, deal, exercise, explanation, mistakes},
    search::prepared::Prepared,
};
use base::{
    puzzle::{BurrTools, Challenges, Exercises, Extras, Flaw, Mistakes, Preset, Puzzle, Steps, Technique, Try, Types, Walkthrough},
    search::{Observer, Tally},
};

/// What distinguishes the puzzles of one tab from other packing puzzles.
pub trait Family: Clone + Copy + std::fmt::Debug + PartialEq + Send + Sync + Sized + 'static {
    /// The name in save files and on the command line: see [`Puzzle::KEY`].
    const KEY: &'static str;
    /// The name on the tab.
    const TITLE: &'static str;

    /// The cells.
    const LATTICE: &'static Lattice;
    /// The sets of pieces, the first of which a new document has.
    const SETS: &'static [Set];

    /// The examples.
    fn presets() -> &'static [Preset];

    /// All techniques, fastest first.
    fn techniques() -> &'static [Technique<Packing<Self>>];

    /// The keys of the techniques that are there to be compared: see [`Extras::only_compared`].
    const ONLY_COMPARED: &'static [&'static str] = &[];

    /// The random position of this seed.
    fn deal(seed: u64) -> State {
        deal::deal(&Saved::<Self>::default(), seed)
    }

    /// Writes the output that a contest asks for, if there is one: see [`BoardExtras::contest_output`](base::board::BoardExtras).
    const CONTEST_OUTPUT: Option<ContestOutput> = None;

    /// Reads and writes the files of BurrTools, if those have figures of this lattice.
    const BURR_TOOLS: Option<BurrTools<Packing<Self>>> = None;
}

/// Writes the output of a contest, given the number of listed solutions and their summary.
pub type ContestOutput = &'static (dyn Fn(&Summary) -> String + Sync);

/// The puzzle of a family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packing<F>(PhantomData<F>);

impl<F: Family> Types for Packing<F> {
    type State = Saved<F>;
    type Problem = Prepared;
    type Solution = Solution;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = Spot;
    type View = edit::view::View;
}

/// The types of all packing puzzles, for functions that serve every family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared;

impl Types for Shared {
    type State = State;
    type Problem = Prepared;
    type Solution = Solution;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = Spot;
    type View = edit::view::View;
}

impl<F: Family> Puzzle for Packing<F> {
    const KEY: &'static str = F::KEY;
    const TITLE: &'static str = F::TITLE;

    const EXTRAS: Extras<Self> = Extras {
        only_compared: F::ONLY_COMPARED,
        dead_end: Some(&hints::dead_end),
        hints: Some(&hints::hints),
        analysis_flaws: Some(&|insight| insight.flaws.clone()),
        challenges: Some(Challenges {
            rater: challenge::VERSION,
            grades: &|state| challenge::grades(state),
            make: &|state, grade, seed, observer| challenge::make(state, grade, seed, &mut InFamily(observer)),
            images: &|state| challenge::images(state).into_iter().map(Saved::from).collect(),
            rate: &challenge::rate,
            // The goal is always to place all pieces.
            has_goal: &|_| true,
            is_solved: &challenge::is_solved,
            refute: None,
            exercises: Some(Exercises {
                kinds: exercise::KINDS,
                make: &|state, kind, seed, observer| exercise::make(state, kind, seed, &mut InFamily(observer)),
                is_answered: &|prepared| exercise::is_answered(prepared),
                judge: &exercise::judge,
                hints: &exercise::hints,
            }),
        }),
        walkthroughs: if F::LATTICE.is_flat { &[Self::EXPLANATION] } else { &[Self::EXPLANATION, Self::APART] },
        burr_tools: F::BURR_TOOLS,
        mistakes: Some(Mistakes {
            prepare: &|_| (),
            task: &|_| mistakes::TASK.to_owned(),
            presses: 0,
            pass: &|_| None,
            is_whole: &|before, tried| made(tried).is_some_and(|after| mistakes::placed(before, after).is_some()),
            judge: &|before, tried, observer| mistakes::judge(before, tried.and_then(made), F::techniques()[0].search, observer),
        }),
        ..Extras::NONE
    };

    fn presets() -> &'static [Preset] {
        F::presets()
    }

    fn techniques() -> &'static [Technique<Self>] {
        F::techniques()
    }

    fn check(state: &Saved<F>) -> Result<Prepared, Vec<Flaw<Spot>>> {
        problem::check(state).map(Prepared::from)
    }

    fn add_to_summary(summary: &mut Summary, solution: &Solution) {
        summary.add(solution);
    }

    fn analyze(prepared: &Prepared, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
        analysis::analyze(prepared, observer)
    }

    fn deal(seed: u64) -> Saved<F> {
        F::deal(seed).into()
    }
}

impl<F: Family> Packing<F> {
    const EXPLANATION: Walkthrough<Self> = Walkthrough {
        title: "Explanation",
        hint: "Step through the solution as a person finds it, with the reason for each placement, if there is only one",
        steps: Steps::<Self>::TowardsSolution(&explanation::steps),
    };
    const APART: Walkthrough<Self> = Walkthrough {
        title: "Apart",
        hint: "Step through the moves that take the shown solution apart",
        steps: Steps::<Self>::OfSolution(&apart::steps),
    };
}

/// The position that was made in a try.
fn made<F: Family>(tried: &Try<Packing<F>>) -> Option<&State> {
    match tried {
        Try::Made(state) => Some(state),
        Try::Pressed(_) => None,
    }
}

/// Passes positions on as those of a family.
struct InFamily<'a, F: Family>(&'a mut dyn Observer<Saved<F>>);

impl<F: Family> Observer<State> for InFamily<'_, F> {
    fn found(&mut self, state: State) -> ControlFlow<()> {
        self.0.found(state.into())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.0.progress(done, tally)
    }
}
