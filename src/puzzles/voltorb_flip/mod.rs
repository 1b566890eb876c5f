//! Voltorb Flip: 25 hidden tiles, each 1, 2, 3 or a Voltorb. For each row and column, the points and the number of Voltorbs are known. The
//! goal is to flip every 2 and 3 without flipping a Voltorb.
//!
//! This file assembles the puzzle from its rooms; each room's head describes its contents.

use std::ops::ControlFlow;

use crate::{
    puzzle::{Extras, Figure, Filtering, Flaw, Preset, Published, Puzzle, Technique, presets},
    search::Observer,
};

use self::{
    live::{analysis, hints, insight::Insight},
    model::{
        problem::{Problem, Spot},
        rules::TILES,
        solution::{Solution, Summary},
        state::State,
    },
    play::deal,
    search::{backtrack, by_counting, by_filtering, by_rows},
};

pub mod model;
pub mod search;
pub mod live;
pub mod play;
pub mod edit;
mod drawing;
mod board;
#[cfg(test)]
mod tests;

/// The puzzle.
#[derive(Clone, Copy, Debug)]
pub struct VoltorbFlip;

impl Puzzle for VoltorbFlip {
    const KEY: &'static str = "voltorb-flip";
    const TITLE: &'static str = "Voltorb Flip";

    type State = State;
    type Problem = Problem;
    type Solution = Solution;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = Spot;

    const EXTRAS: Extras<Self> = Extras {
        // The article's first search. The variants without one of its checks are compared with it.
        reference: Some("backtrack"),
        rank: Some(|solution| -solution.chance),
        objections: Some(|insight| &insight.flaws),
        hints: Some(hints::hints),
        filtering: Some(Filtering { applies: |before, after| after.is_stricter_than(before), filter: by_filtering::filter }),
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

    fn sum_up(summary: &mut Summary, solution: &Solution) {
        summary.add(solution);
    }

    fn analyze(problem: &Problem, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
        analysis::analyze(problem, observer)
    }

    fn deal(seed: u64) -> State {
        deal::deal(seed)
    }
}

/// The only figure that the article gives.
const UNCHECKED_BOARDS: &[Published] = &[Published {
    figure: Figure::Count { count: 1 << (2 * TILES), of: "boards to try without any check" },
    remark: "The article says so of 25 tiles with 4 values each, and gives no figure for its checks",
}];

const ARTICLE: &str = "\"Voltorb Flip - Optimizations\", 2010";
const UNTRACED: &str = "no search of Voltorb Flip records a trace";
const LOOKED_AND_TRIED: &str = "tiles looked at and values tried";
const ALLOWED: &str = "values that pass the checks";

/// All techniques, fastest first by the geometric mean of their times over the presets. Two pairs are close: `backtrack` keeps the same
/// partial boards as without its check for missing Voltorbs, and `filter` is as fast as `resume` on a fresh board but makes no use of
/// face-up tiles.
const TECHNIQUES: [Technique<VoltorbFlip>; 9] = [
    Technique {
        key: "counting",
        title: "counting",
        idea: "Partial boards that leave the same to the rows below are joined and counted as one. Walking only over those that can \
               be completed lists the boards without a dead end.",
        source: "Quincunx",
        explored: "row patterns tried on joined partial boards",
        kept: "steps that the columns allow",
        search: by_counting::search,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    },
    Technique {
        key: "rows",
        title: "row patterns",
        idea: "Each row is filled at once with every pattern that fits its clue. The columns are checked after each row.",
        source: "Quincunx",
        explored: "row patterns tried",
        kept: "patterns that the columns allow",
        search: by_rows::search,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    },
    Technique {
        key: "resume",
        title: "backtracking, resumed",
        idea: "Tiles are filled in order with each value, and after each its row and column are checked. The next empty tile is looked for \
               from the last one.",
        source: ARTICLE,
        explored: LOOKED_AND_TRIED,
        kept: ALLOWED,
        search: backtrack::resume,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    },
    Technique {
        key: "backtrack",
        title: "backtracking",
        idea: "The next empty tile, looked for from the start, is filled with each value. After each, its row and column are checked: \
               points and Voltorbs not exceeded, and in reach if all the rest were 3s.",
        source: ARTICLE,
        explored: LOOKED_AND_TRIED,
        kept: ALLOWED,
        search: backtrack::search,
        trace: Err(UNTRACED),
        tasks: None,
        published: Some(|problem| if problem.face_down().count() == TILES { UNCHECKED_BOARDS } else { &[] }),
    },
    unchecked(
        "backtrack-voltorb-reach",
        "without Voltorbs in reach",
        "Backtracking that does not ask whether a line has room for the Voltorbs that it still needs. Where no tile is face up, the other \
         checks see it just as early.",
        backtrack::without_voltorbs_in_reach,
    ),
    Technique {
        key: "filter",
        title: "filtering",
        idea: "The boards that fit the clues are listed once, by backtracking. Each flip removes those that show something else: such a \
               board is swapped with the last one, which is then removed.",
        source: ARTICLE,
        explored: "tiles looked at, values tried and boards held against a flip",
        kept: "values that pass the checks and boards that stay",
        search: by_filtering::search,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    },
    unchecked(
        "backtrack-sum-reach",
        "without points in reach",
        "Backtracking that does not ask whether a line comes to its points if all the rest were 3s.",
        backtrack::without_sum_in_reach,
    ),
    unchecked(
        "backtrack-voltorbs",
        "without too many Voltorbs",
        "Backtracking that does not ask whether a line has too many Voltorbs.",
        backtrack::without_voltorbs,
    ),
    unchecked(
        "backtrack-sum",
        "without too many points",
        "Backtracking that does not ask whether a line has too many points. On most boards it takes too long to finish.",
        backtrack::without_sum,
    ),
];

/// The article's backtracking without one of its checks, to show what that check contributes.
const fn unchecked(
    key: &'static str,
    title: &'static str,
    idea: &'static str,
    search: fn(&Problem, &mut dyn Observer<Solution>) -> ControlFlow<()>,
) -> Technique<VoltorbFlip> {
    Technique {
        key,
        title,
        idea,
        source: ARTICLE,
        explored: LOOKED_AND_TRIED,
        kept: ALLOWED,
        search,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    }
}
