//! Voltorb Flip: 25 hidden tiles, each 1, 2, 3 or a Voltorb. For each row and column, the points and the number of Voltorbs are known. The
//! goal is to flip every 2 and 3 without flipping a Voltorb.
//!
//! This file makes the puzzle of its modules; the head of each says what is in it.

use std::ops::ControlFlow;

use base::{
    erased::{Kind, erase},
    puzzle::{Extras, Figure, Filtering, Flaw, Preset, Published, Puzzle, Steps, Technique, Types, Walkthrough, presets},
    search::Observer,
    text::Noun,
};

use self::{
    live::{analysis, explanation, hints, insight::Insight},
    model::{
        problem::{Problem, Spot},
        rules::TILES,
        solution::{Solution, Summary},
        state::State,
    },
    play::{deal, mistakes},
    search::{backtrack, by_counting, by_filtering, by_rows, optimal::transposition_table::TranspositionTable},
};

mod words;
pub mod model;
pub mod reading;
pub mod search;
pub mod live;
pub mod play;
pub mod edit;
pub mod drawing;
mod board;
#[cfg(test)]
mod tests;

/// The puzzle.
#[derive(Clone, Copy, Debug)]
pub struct VoltorbFlip;

/// The puzzle without its types. It is compiled here, once, for everything that uses it.
pub fn kind() -> Kind {
    erase::<VoltorbFlip>()
}

impl Types for VoltorbFlip {
    type State = State;
    type Problem = Problem;
    type Solution = Solution;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = Spot;
    type View = edit::view::View;
}

impl Puzzle for VoltorbFlip {
    const KEY: &'static str = "voltorb-flip";
    const TITLE: &'static str = "Voltorb Flip";

    const EXTRAS: Extras<Self> = Extras {
        noun: &|_| Noun("board"),
        // The article's first search. The variants without one of its checks are compared with it.
        reference: Some("backtrack"),
        only_compared: &["resume", "filter", "backtrack-voltorb-reach", "backtrack-sum-reach", "backtrack-voltorbs", "backtrack-sum"],
        rank: Some(&|solution| -solution.chance),
        analysis: Some(&|| {
            let mut table = TranspositionTable::default();
            Box::new(move |problem, observer| analysis::analyze(problem, &mut table, observer))
        }),
        analysis_flaws: Some(&|insight| insight.flaws.clone()),
        hints: Some(&hints::hints),
        walkthroughs: &[Walkthrough {
            title: "Explanation",
            hint: "Step through what follows from the clues, and where it takes luck, from the first flip to the last",
            steps: Steps::<Self>::OfPosition(&explanation::steps),
        }],
        filtering: Some(Filtering { applies: &|before, after| after.is_stricter_than(before), filter: &by_filtering::filter }),
        mistakes: Some(mistakes::MISTAKES),
        ..Extras::NONE
    };

    fn presets() -> &'static [Preset] {
        presets![
            "voltorb-flip":
            "level-5",
            "level-1",
            "level-5-fresh",
            "level-4-middle",
            "level-8-hard",
            "a-round",
            "only-one-deal",
            "all-alike",
            "impossible",
        ]
    }

    fn techniques() -> &'static [Technique<Self>] {
        &TECHNIQUES
    }

    fn check(state: &State) -> Result<Problem, Vec<Flaw<Spot>>> {
        Problem::check(state)
    }

    fn add_to_summary(summary: &mut Summary, solution: &Solution) {
        summary.add(solution);
    }

    fn analyze(problem: &Problem, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
        analysis::analyze(problem, &mut TranspositionTable::default(), observer)
    }

    fn deal(seed: u64) -> State {
        deal::deal(seed)
    }
}

/// The only figure that the article gives.
const UNCHECKED_BOARDS: &[Published] = &[Published {
    figure: Figure::Count { count: 1 << (2 * TILES), of: "boards to try without any checks" },
    remark: "The article counts 4 values on each of 25 tiles, and gives no figures for its checks",
}];

/// The article's backtracking. The other techniques of the article differ from it in a few fields.
const BACKTRACKING: Technique<VoltorbFlip> = Technique {
    key: "backtrack",
    title: "backtracking",
    idea: "Looks for the next empty tile from the start and fills it with each value. After each one, its row and column must not exceed \
           their points and Voltorbs, and must still be able to reach them.",
    source: "\"Voltorb Flip - Optimizations\", 2010",
    explored: "tiles visited and values tried",
    kept: "values that pass the checks",
    search: &|problem, observer| backtrack::FROM_START.search(problem, observer),
    trace: Ok(&|problem, range, observer| backtrack::FROM_START.trace(problem, range, observer)),
    tasks: None,
    published: None,
};

/// All techniques, fastest first by the geometric mean of their times over the presets. Two pairs are close: `backtrack` keeps the same
/// partial boards as without its check for missing Voltorbs, and `filter` is as fast as `resume` on a fresh board but makes no use of
/// face-up tiles. Those without one of its checks show what that check contributes.
const TECHNIQUES: [Technique<VoltorbFlip>; 9] = [
    Technique {
        key: "counting",
        title: "counting",
        idea: "Fills the board row by row. Partial boards whose columns still need the same points and Voltorbs are merged and counted \
               together. Listing then follows only those that can be completed, without dead ends.",
        source: "Quincunx",
        explored: "row patterns tried on merged partial boards",
        kept: "steps that the columns allow",
        search: &by_counting::search,
        trace: Err("it merges partial boards, so it has no single ones to show"),
        tasks: None,
        published: None,
    },
    Technique {
        key: "rows",
        title: "row patterns",
        idea: "Fills each row at once with every pattern that matches its clue. After each row, the columns are checked.",
        source: "Quincunx",
        explored: "row patterns tried",
        kept: "patterns that the columns allow",
        search: &by_rows::search,
        trace: Err("only the article's techniques are recorded"),
        tasks: None,
        published: None,
    },
    Technique {
        key: "resume",
        title: "backtracking from the last tile",
        idea: "Fills the tiles in order with each value and checks the row and column after each one. Looks for the next empty tile from \
               the last one.",
        search: &|problem, observer| backtrack::FROM_LAST.search(problem, observer),
        trace: Ok(&|problem, range, observer| backtrack::FROM_LAST.trace(problem, range, observer)),
        ..BACKTRACKING
    },
    Technique { published: Some(&|problem| if problem.face_down().count() == TILES { UNCHECKED_BOARDS } else { &[] }), ..BACKTRACKING },
    Technique {
        key: "backtrack-voltorb-reach",
        title: "no check for missing Voltorbs",
        idea: "Backtracking that doesn't check whether a line has enough tiles left for its missing Voltorbs. On a fresh board, the other \
               checks notice this just as early.",
        search: &|problem, observer| backtrack::WITHOUT_VOLTORBS_IN_REACH.search(problem, observer),
        trace: Ok(&|problem, range, observer| backtrack::WITHOUT_VOLTORBS_IN_REACH.trace(problem, range, observer)),
        ..BACKTRACKING
    },
    Technique {
        key: "filter",
        title: "filtering",
        idea: "Lists the boards that match the clues once, by backtracking. After each flip, every board that shows something else is \
               swapped with the last one and removed.",
        explored: "tiles visited, values tried and boards compared with a flip",
        kept: "values that pass the checks and boards that remain",
        search: &by_filtering::search,
        trace: Ok(&by_filtering::trace_search),
        ..BACKTRACKING
    },
    Technique {
        key: "backtrack-sum-reach",
        title: "no check for missing points",
        idea: "Backtracking that doesn't check whether a line can still reach its points with 3s on all remaining tiles.",
        search: &|problem, observer| backtrack::WITHOUT_SUM_IN_REACH.search(problem, observer),
        trace: Ok(&|problem, range, observer| backtrack::WITHOUT_SUM_IN_REACH.trace(problem, range, observer)),
        ..BACKTRACKING
    },
    Technique {
        key: "backtrack-voltorbs",
        title: "no check for too many Voltorbs",
        idea: "Backtracking that doesn't check whether a line has too many Voltorbs.",
        search: &|problem, observer| backtrack::WITHOUT_VOLTORBS.search(problem, observer),
        trace: Ok(&|problem, range, observer| backtrack::WITHOUT_VOLTORBS.trace(problem, range, observer)),
        ..BACKTRACKING
    },
    Technique {
        key: "backtrack-sum",
        title: "no check for too many points",
        idea: "Backtracking that doesn't check whether a line has too many points. On most boards it takes too long to finish.",
        search: &|problem, observer| backtrack::WITHOUT_SUM.search(problem, observer),
        trace: Ok(&|problem, range, observer| backtrack::WITHOUT_SUM.trace(problem, range, observer)),
        ..BACKTRACKING
    },
];
