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
    puzzle::{Extras, Flaw, Preset, Puzzle, Technique, presets},
    search::Observer,
};

/// The puzzle of the Meteor contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meteor;

impl Puzzle for Meteor {
    const KEY: &'static str = "meteor";
    const TITLE: &'static str = "Meteor";

    type State = State;
    type Problem = Problem;
    type Solution = Solution;
    type Summary = Summary;
    type Insight = live::insight::Insight;
    type Spot = Cell;

    const EXTRAS: Extras<Self> = Extras {
        dead_end: Some(live::hints::dead_end),
        hints: Some(live::hints::hints),
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

/// All techniques, fastest first.
const TECHNIQUES: &[Technique<Meteor>] = &[
    Technique {
        key: "frontier",
        title: words::FRONTIER.title,
        idea: words::FRONTIER.idea,
        source: words::FRONTIER.source,
        explored: "moves",
        kept: "distinct boards",
        search: |problem, observer| techniques::frontier(problem, observer, &mut Untraced),
        trace: Ok(trace::FRONTIER),
        tasks: None,
        published: None,
    },
    Technique {
        key: "position",
        title: words::POSITION.title,
        idea: words::POSITION.idea,
        source: words::POSITION.source,
        explored: words::NODES,
        kept: words::NODES_WITH_OPTIONS,
        search: |problem, observer| techniques::position(problem, observer, &mut Untraced),
        trace: Ok(trace::POSITION),
        tasks: None,
        published: None,
    },
    Technique {
        key: "regions",
        title: words::REGIONS.title,
        idea: words::REGIONS.idea,
        source: words::REGIONS.source,
        explored: words::NODES,
        kept: words::NODES_WITH_OPTIONS,
        search: |problem, observer| techniques::regions(problem, observer, &mut Untraced),
        trace: Ok(trace::REGIONS),
        tasks: None,
        published: None,
    },
    Technique {
        key: "half-turn-piece",
        title: words::HALF_TURN_PIECE.title,
        idea: words::HALF_TURN_PIECE.idea,
        source: words::HALF_TURN_PIECE.source,
        explored: words::NODES,
        kept: words::NODES_WITH_OPTIONS,
        search: |problem, observer| techniques::half_turn_piece(problem, observer, &mut Untraced),
        trace: Ok(trace::HALF_TURN_PIECE),
        tasks: None,
        published: Some(|problem| article::only_for_contest(problem, article::HALF_TURN_PIECE)),
    },
    Technique {
        key: "half-turn-set",
        title: words::HALF_TURN_SET.title,
        idea: words::HALF_TURN_SET.idea,
        source: words::HALF_TURN_SET.source,
        explored: words::NODES,
        kept: words::NODES_WITH_OPTIONS,
        search: |problem, observer| techniques::half_turn_set(problem, observer, &mut Untraced),
        trace: Ok(trace::HALF_TURN_SET),
        tasks: None,
        published: Some(|problem| article::only_for_contest(problem, article::HALF_TURN_SET)),
    },
    Technique {
        key: "edge-islands",
        title: words::EDGE_ISLANDS.title,
        idea: words::EDGE_ISLANDS.idea,
        source: words::EDGE_ISLANDS.source,
        explored: words::NODES,
        kept: words::NODES_WITH_OPTIONS,
        search: |problem, observer| techniques::edge_islands(problem, observer, &mut Untraced),
        trace: Ok(trace::EDGE_ISLANDS),
        tasks: None,
        published: Some(|problem| article::only_for_contest(problem, article::EDGE_ISLANDS)),
    },
    Technique {
        key: "plain",
        title: words::PLAIN.title,
        idea: words::PLAIN.idea,
        source: words::PLAIN.source,
        explored: words::NODES,
        kept: words::NODES_WITH_OPTIONS,
        search: |problem, observer| techniques::plain(problem, observer, &mut Untraced),
        trace: Ok(trace::PLAIN),
        tasks: None,
        published: Some(|problem| article::only_for_contest(problem, article::PLAIN)),
    },
];
