//! The Soma cube: seven polycubes that fill a figure, by default the 3 x 3 x 3 cube.
//!
//! This file lists the techniques, presets and checks; `board` lists what can be seen and done. Each room uses only the rooms listed before
//! it.

mod words;
pub mod model;
pub mod search;
pub mod live;
pub mod play;
pub mod edit;
pub mod drawing;
mod board;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use crate::{
    puzzle::{Extras, Flaw, Preset, Puzzle, Technique},
    search::Observer,
};
use live::{analysis, hints, insight::Insight};
use model::{
    presets, problem,
    solution::{Solution, Summary},
    spot::Spot,
    state::State,
};
use play::{challenge, deal};
use search::{
    article, breadth_first, first_cell, listener::SolutionListener, prepared::Prepared, row_list, search_plan::Arguments, tasks, trace,
};

/// The Soma cube as a puzzle.
#[derive(Clone, Copy, Debug)]
pub struct Soma;

impl Puzzle for Soma {
    const KEY: &'static str = "soma";
    const TITLE: &'static str = "Soma";

    type State = State;
    type Problem = Prepared;
    type Solution = Solution;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = Spot;

    const EXTRAS: Extras<Self> = Extras {
        hints: Some(hints::hints),
        analysis_flaws: Some(|insight| &insight.flaws),
        challenges: Some(challenge::CHALLENGES),
        ..Extras::NONE
    };

    fn presets() -> &'static [Preset] {
        presets::PRESETS
    }

    fn techniques() -> &'static [Technique<Self>] {
        &TECHNIQUES
    }

    fn check(state: &State) -> Result<Prepared, Vec<Flaw<Spot>>> {
        problem::check(state).map(Prepared::from)
    }

    fn add_to_summary(summary: &mut Summary, solution: &Solution) {
        summary.add(solution);
    }

    fn analyze(prepared: &Prepared, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
        analysis::analyze(prepared, observer)
    }

    fn deal(seed: u64) -> State {
        deal::deal(seed)
    }
}

static TECHNIQUES: [Technique<Soma>; 6] = [
    Technique {
        key: "corners",
        title: words::CORNERS,
        idea: words::CORNERS_IDEA,
        source: words::CORNERS_SOURCE,
        explored: words::PLACEMENTS_TRIED,
        kept: words::NODES,
        search: |prepared, observer| row_list::search_after(prepared, Arguments::Corners, observer),
        trace: Err(words::NO_TRACE_OF_BITS),
        tasks: Some(&tasks::CORNERS),
        published: None,
    },
    Technique {
        key: "row-list",
        title: words::ROW_LIST,
        idea: words::ROW_LIST_IDEA,
        source: words::ROW_LIST_SOURCE,
        explored: words::PLACEMENTS_TRIED,
        kept: words::NODES,
        search: row_list::search,
        trace: Err(words::NO_TRACE_OF_BITS),
        tasks: Some(&tasks::ROW_LIST),
        published: None,
    },
    Technique {
        key: "sorted",
        title: words::SORTED,
        idea: words::SORTED_IDEA,
        source: words::SORTED_SOURCE,
        explored: words::PLACEMENTS_TRIED,
        kept: words::PARTIAL_SOLUTIONS,
        search: |prepared, observer| breadth_first::search_sorted(prepared, &mut SolutionListener::of(&prepared.problem, observer)),
        trace: Ok(|prepared, range, observer| trace::record(prepared, range, observer, breadth_first::search_sorted)),
        tasks: None,
        published: Some(|prepared| article::of_cube(&prepared.problem, article::SORTED)),
    },
    Technique {
        key: "first-cell",
        title: words::FIRST_CELL,
        idea: words::FIRST_CELL_IDEA,
        source: words::FIRST_CELL_SOURCE,
        explored: words::PLACEMENTS_TRIED,
        kept: words::PLACEMENTS_THAT_FIT,
        search: |prepared, observer| first_cell::search(prepared, &mut SolutionListener::of(&prepared.problem, observer)),
        trace: Ok(|prepared, range, observer| trace::record(prepared, range, observer, first_cell::search)),
        tasks: None,
        published: None,
    },
    Technique {
        key: "unsorted",
        title: words::UNSORTED,
        idea: words::UNSORTED_IDEA,
        source: words::UNSORTED_SOURCE,
        explored: words::PLACEMENTS_TRIED,
        kept: words::PARTIAL_SOLUTIONS,
        search: |prepared, observer| breadth_first::search_unsorted(prepared, &mut SolutionListener::of(&prepared.problem, observer)),
        trace: Ok(|prepared, range, observer| trace::record(prepared, range, observer, breadth_first::search_unsorted)),
        tasks: None,
        published: Some(|prepared| article::of_cube(&prepared.problem, article::UNSORTED)),
    },
    Technique {
        key: "strings",
        title: words::STRINGS,
        idea: words::STRINGS_IDEA,
        source: words::UNSORTED_SOURCE,
        explored: words::PLACEMENTS_TRIED,
        kept: words::PARTIAL_SOLUTIONS,
        search: |prepared, observer| breadth_first::search_strings(prepared, &mut SolutionListener::of(&prepared.problem, observer)),
        trace: Ok(|prepared, range, observer| trace::record(prepared, range, observer, breadth_first::search_strings)),
        tasks: None,
        published: Some(|prepared| article::of_cube(&prepared.problem, article::STRINGS)),
    },
];
