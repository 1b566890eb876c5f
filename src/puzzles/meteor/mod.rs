//! The Meteor contest: ten pieces of five hexagons fill a board of ten rows of five.
//!
//! Connects the modules to the workbench: presets, techniques, checks and deals. How the puzzle looks and is edited is in `board.rs`.

mod words;
pub mod model;
mod search;
pub mod live;
mod play;
pub mod edit;
pub mod drawing;
mod board;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use self::model::{
    geometry::Cell,
    problem::Problem,
    solution::{Solution, Summary},
    state::State,
};
use self::search::{article, techniques, trace, tracer::Untraced};
use crate::{
    puzzle::{Extras, Flaw, Preset, Puzzle, Technique, Types, presets},
    search::Observer,
};

/// The puzzle of the Meteor contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meteor;

impl Types for Meteor {
    type State = State;
    type Problem = Problem;
    type Solution = Solution;
    type Summary = Summary;
    type Insight = live::insight::Insight;
    type Spot = Cell;
    type View = edit::view::View;
}

impl Puzzle for Meteor {
    const KEY: &'static str = "meteor";
    const TITLE: &'static str = "Meteor";

    const EXTRAS: Extras<Self> = Extras {
        dead_end: Some(&live::hints::dead_end),
        hints: Some(&live::hints::hints),
        challenges: Some(play::challenge::CHALLENGES),
        ..Extras::NONE
    };

    fn presets() -> &'static [Preset] {
        presets!["meteor": "contest", "one-pin", "two-pins", "unique", "blocked-corners", "eight-pieces", "dead-end"]
    }

    fn techniques() -> &'static [Technique<Self>] {
        TECHNIQUES
    }

    fn check(state: &State) -> Result<Problem, Vec<Flaw<Cell>>> {
        Problem::new(state)
    }

    fn add_to_summary(summary: &mut Summary, solution: &Solution) {
        summary.add(solution);
    }

    fn analyze(problem: &Problem, observer: &mut dyn Observer<Self::Insight>) -> ControlFlow<()> {
        live::analysis::analyze(problem, observer)
    }

    fn deal(seed: u64) -> State {
        play::deal::deal(seed)
    }
}

const ARTICLE: &str = "the article \"Meteor Contest Part 3 - reducing combinations\" (2012)";

/// All techniques, fastest first.
const TECHNIQUES: &[Technique<Meteor>] = &[
    Technique {
        key: "frontier",
        title: "frontier graph",
        idea: "Ignores which piece is where, so that many partial solutions share one board, and builds the graph of those boards once. \
               Then, from the full board back, it works out which sets of pieces complete each board, and walks to the solutions \
               without a single dead end. The search trace shows that walk.",
        source: "counting by frontiers, or transfer matrices; here with sets of pieces as bits",
        explored: "moves",
        kept: "distinct boards",
        search: &|problem, observer| techniques::frontier(problem, observer, &mut Untraced),
        trace: Ok(trace::FRONTIER),
        tasks: None,
        published: None,
    },
    Technique {
        key: "position",
        title: "half turn by position",
        idea: "Prunes by regions, and finds only one of each pair of solutions that are half turns of each other: \
               the one with piece 5 in the lower half of the board.",
        source: "the cell numbers of a placement and of its half turn add up to 245, which is odd, so exactly one of the two has a sum of \
             at least 123",
        explored: "nodes",
        kept: "nodes with options",
        search: &|problem, observer| techniques::position(problem, observer, &mut Untraced),
        trace: Ok(trace::POSITION),
        tasks: None,
        published: None,
    },
    Technique {
        key: "regions",
        title: "free regions",
        idea: "Backtracks as soon as the size of a free region isn't a multiple of five.",
        source: "the region test that programs for the Meteor contest share",
        explored: "nodes",
        kept: "nodes with options",
        search: &|problem, observer| techniques::regions(problem, observer, &mut Untraced),
        trace: Ok(trace::REGIONS),
        tasks: None,
        published: None,
    },
    Technique {
        key: "half-turn-piece",
        title: "half turn by one piece",
        idea: "Drops placements that cut off a gap at an edge, and tries piece 5 in only half of its orientations: \
               the solutions with the other half are half turns of those found.",
        source: ARTICLE,
        explored: "nodes",
        kept: "nodes with options",
        search: &|problem, observer| techniques::half_turn_piece(problem, observer, &mut Untraced),
        trace: Ok(trace::HALF_TURN_PIECE),
        tasks: None,
        published: Some(&|problem| article::only_for_contest(problem, article::HALF_TURN_PIECE)),
    },
    Technique {
        key: "half-turn-set",
        title: "half turn by a set",
        idea: "Drops placements that cut off a gap at an edge, adds the half turn of every solution, \
               and stops at the 2,098 solutions that the empty board is known to have. For other positions the number isn't known in advance, \
               so it searches to the end, like edge islands.",
        source: ARTICLE,
        explored: "nodes",
        kept: "nodes with options",
        search: &|problem, observer| techniques::half_turn_set(problem, observer, &mut Untraced),
        trace: Ok(trace::HALF_TURN_SET),
        tasks: None,
        published: Some(&|problem| article::only_for_contest(problem, article::HALF_TURN_SET)),
    },
    Technique {
        key: "edge-islands",
        title: "edge islands",
        idea: "Drops placements that cut off a gap at an edge or a corner of the empty board, then searches like plain.",
        source: ARTICLE,
        explored: "nodes",
        kept: "nodes with options",
        search: &|problem, observer| techniques::edge_islands(problem, observer, &mut Untraced),
        trace: Ok(trace::EDGE_ISLANDS),
        tasks: None,
        published: Some(&|problem| article::only_for_contest(problem, article::EDGE_ISLANDS)),
    },
    Technique {
        key: "plain",
        title: "plain",
        idea: "Takes the first free cell and tries every placement of every remaining piece that has this cell as its first.",
        source: ARTICLE,
        explored: "nodes",
        kept: "nodes with options",
        search: &|problem, observer| techniques::plain(problem, observer, &mut Untraced),
        trace: Ok(trace::PLAIN),
        tasks: None,
        published: Some(&|problem| article::only_for_contest(problem, article::PLAIN)),
    },
];
