//! The Meteor contest: ten pieces of five hexagons fill a board of ten rows of five.
//!
//! Here the rooms are put together: what is checked, searched and dealt. What is seen is in `board.rs`.

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

    const EXTRAS: Extras<Self> = Extras { hints: Some(live::hints::hints), ..Extras::NONE };

    fn presets() -> &'static [Preset] {
        presets!["meteor": "contest", "one-pin", "two-pins", "unique", "blocked-corners", "eight-pieces", "dead-end"]
    }

    fn techniques() -> &'static [Technique<Self>] {
        TECHNIQUES
    }

    fn check(state: &State) -> Result<Problem, Vec<Flaw<Cell>>> {
        Problem::new(state)
    }

    fn sum_up(summary: &mut Summary, solution: &Solution) {
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
        idea: "Forgets which piece is which, so that many ways lead to the same board, and builds the graph of those boards once. \
               Going back through it each board learns which sets of pieces fill its rest, and then no step forward is in vain. \
               Those last steps are what can be watched.",
        source: "the frontier, or transfer matrix, method of counting; here with sets of pieces as bits",
        explored: "moves",
        kept: "boards",
        search: |problem, observer| techniques::frontier(problem, observer, &mut Untraced),
        trace: Ok(trace::FRONTIER),
        tasks: None,
        published: None,
    },
    Technique {
        key: "position",
        title: "half turn by position",
        idea: "Prunes by regions and looks for only one of each pair of solutions that are half turns of each other: \
               the one with piece 5 in the lower half of the board.",
        source: "cell numbers of a placement and its half turn sum to 245, which is odd, so exactly one of them has a sum of at least 123",
        explored: "boards visited",
        kept: "boards that some piece fits",
        search: |problem, observer| techniques::position(problem, observer, &mut Untraced),
        trace: Ok(trace::POSITION),
        tasks: None,
        published: None,
    },
    Technique {
        key: "regions",
        title: "free regions",
        idea: "Gives up a board as soon as one of its free regions has a size that is no multiple of five.",
        source: "the hole test that programs of the Meteor contest share",
        explored: "boards visited",
        kept: "boards that some piece fits",
        search: |problem, observer| techniques::regions(problem, observer, &mut Untraced),
        trace: Ok(trace::REGIONS),
        tasks: None,
        published: None,
    },
    Technique {
        key: "half-turn-piece",
        title: "half turn by one piece",
        idea: "Drops placements that cut holes at an edge, and tries piece 5 in only half of its orientations: \
               the solutions with the others are half turns of those found.",
        source: ARTICLE,
        explored: "boards visited",
        kept: "boards that some piece fits",
        search: |problem, observer| techniques::half_turn_piece(problem, observer, &mut Untraced),
        trace: Ok(trace::HALF_TURN_PIECE),
        tasks: None,
        published: Some(|problem| article::of_contest(problem, article::HALF_TURN_PIECE)),
    },
    Technique {
        key: "half-turn-set",
        title: "half turn by a set",
        idea: "Drops placements that cut holes at an edge, takes each solution's half turn for a solution too, \
               and stops when it has the 2,098 that the contest is known to have. Of other positions the number isn't known beforehand: \
               there it goes on to the end, as edge islands does.",
        source: ARTICLE,
        explored: "boards visited",
        kept: "boards that some piece fits",
        search: |problem, observer| techniques::half_turn_set(problem, observer, &mut Untraced),
        trace: Ok(trace::HALF_TURN_SET),
        tasks: None,
        published: Some(|problem| article::of_contest(problem, article::HALF_TURN_SET)),
    },
    Technique {
        key: "edge-islands",
        title: "edge islands",
        idea: "Drops, before it begins, placements that cut a hole at an edge or a corner of the empty board; then goes on as plain does.",
        source: ARTICLE,
        explored: "boards visited",
        kept: "boards that some piece fits",
        search: |problem, observer| techniques::edge_islands(problem, observer, &mut Untraced),
        trace: Ok(trace::EDGE_ISLANDS),
        tasks: None,
        published: Some(|problem| article::of_contest(problem, article::EDGE_ISLANDS)),
    },
    Technique {
        key: "plain",
        title: "plain",
        idea: "Takes the lowest free cell and tries every placement of every piece left that has this cell as its lowest.",
        source: ARTICLE,
        explored: "boards visited",
        kept: "boards that some piece fits",
        search: |problem, observer| techniques::plain(problem, observer, &mut Untraced),
        trace: Ok(trace::PLAIN),
        tasks: None,
        published: Some(|problem| article::of_contest(problem, article::PLAIN)),
    },
];
