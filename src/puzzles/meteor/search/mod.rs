//! The ways to search, fastest first. Each finds every answer once; they differ in how much they look at on the way.

mod depth_first;
mod half_turn;
mod edges;
mod article;
mod frontier;
pub(super) mod packing;
mod watching;

use std::ops::ControlFlow;

use self::{
    depth_first::{DepthFirst, Options, Pruning},
    half_turn::{TwinsAdded, UntilQuota},
};
pub use article::published;
pub use frontier::search as find_all;
pub use watching::{spots_of, why, wrong_number};

use crate::{
    puzzle::Technique,
    puzzles::meteor::{
        Meteor,
        model::{answer::Answer, pieces::Placement, problem::Problem},
    },
    search::{Observer, Tally},
};

const ARTICLE: &str = "the article \"Meteor Contest Part 3 - reducing combinations\" (2012)";

/// All techniques, fastest first.
pub const TECHNIQUES: &[Technique<Meteor>] = &[
    Technique {
        key: "frontier",
        title: "frontier graph",
        idea: "Forgets which piece is which, so that many ways lead to the same board, and builds the graph of those boards once. \
               Going back through it each board learns which sets of pieces fill its rest, and then no step forward is in vain.",
        source: "the frontier, or transfer matrix, method of counting; here with sets of pieces as bits",
        explored: "moves",
        kept: "boards",
        search: frontier::search,
        watch: Some(watching::FRONTIER),
    },
    Technique {
        key: "position",
        title: "half turn by position",
        idea: "Prunes by regions and looks for only one of each pair of answers that are half turns of each other: \
               the one with piece 5 in the lower half of the board.",
        source: "cell numbers of a placement and its half turn sum to 245, which is odd, so exactly one of them has a sum of at least 123",
        explored: "boards visited",
        kept: "boards that some piece fits",
        search: position,
        watch: Some(watching::POSITION),
    },
    Technique {
        key: "regions",
        title: "free regions",
        idea: "Gives up a board as soon as one of its free regions has a size that is no multiple of five.",
        source: "the hole test that programs of the Meteor contest share",
        explored: "boards visited",
        kept: "boards that some piece fits",
        search: regions,
        watch: Some(watching::REGIONS),
    },
    Technique {
        key: "half-turn-piece",
        title: "half turn by one piece",
        idea: "Drops placements that cut holes at an edge, and tries piece 5 in only half of its orientations: \
               the answers with the others are half turns of those found.",
        source: ARTICLE,
        explored: "boards visited",
        kept: "boards that some piece fits",
        search: half_turn_piece,
        watch: Some(watching::HALF_TURN_PIECE),
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
        search: half_turn_set,
        watch: None,
    },
    Technique {
        key: "edge-islands",
        title: "edge islands",
        idea: "Drops, before it begins, placements that cut a hole at an edge or a corner of the empty board; then goes on as plain does.",
        source: ARTICLE,
        explored: "boards visited",
        kept: "boards that some piece fits",
        search: edge_islands,
        watch: Some(watching::EDGE_ISLANDS),
    },
    Technique {
        key: "plain",
        title: "plain",
        idea: "Takes the lowest free cell and tries every placement of every piece left that has this cell as its lowest.",
        source: ARTICLE,
        explored: "boards visited",
        kept: "boards that some piece fits",
        search: plain,
        watch: Some(watching::PLAIN),
    },
];

type Answers<'a> = &'a mut dyn Observer<Answer>;

fn plain(problem: &Problem, observer: Answers<'_>) -> ControlFlow<()> {
    DepthFirst::new(problem, &Options::new(problem.placements()), Pruning::None, observer).run()
}

fn regions(problem: &Problem, observer: Answers<'_>) -> ControlFlow<()> {
    pruned_by_regions(problem, |_| true, observer)
}

fn position(problem: &Problem, observer: Answers<'_>) -> ControlFlow<()> {
    if half_turn::is_broken_by_one_piece(problem) {
        pruned_by_regions(problem, half_turn::lies_low, &mut TwinsAdded { problem, observer })
    } else {
        regions(problem, observer)
    }
}

fn edge_islands(problem: &Problem, observer: Answers<'_>) -> ControlFlow<()> {
    without_edge_islands(problem, |_| true, observer)
}

fn half_turn_set(problem: &Problem, observer: Answers<'_>) -> ControlFlow<()> {
    let Some(quota) = half_turn::known_number(problem) else { return edge_islands(problem, observer) };
    let mut until_quota = UntilQuota::new(problem, quota, observer);
    let end = edge_islands(problem, &mut until_quota);
    until_quota.end(end)
}

fn half_turn_piece(problem: &Problem, observer: Answers<'_>) -> ControlFlow<()> {
    if half_turn::is_broken_by_one_piece(problem) {
        without_edge_islands(problem, half_turn::is_in_first_half, &mut TwinsAdded { problem, observer })
    } else {
        edge_islands(problem, observer)
    }
}

/// Searches with regions tested before the search, of each placement alone, and after each placement.
fn pruned_by_regions(problem: &Problem, wanted: fn(&Placement) -> bool, observer: Answers<'_>) -> ControlFlow<()> {
    if problem.needed().is_none() {
        return observer.progress(1.0, &Tally::default());
    }
    let leaves_fives = |placement: &Placement| (problem.free() - placement.cells).regions_are_fives();
    let options = Options::new(problem.placements().filter(wanted).filter(leaves_fives));
    DepthFirst::new(problem, &options, Pruning::Regions, observer).run()
}

/// Searches with placements dropped by the article's edge tests. They hold only where no cell is blocked.
fn without_edge_islands(problem: &Problem, wanted: fn(&Placement) -> bool, observer: Answers<'_>) -> ControlFlow<()> {
    let is_kept = |placement: &Placement| !problem.blocked().is_empty() || !edges::cuts_island(placement.cells);
    let options = Options::new(problem.placements().filter(wanted).filter(is_kept));
    DepthFirst::new(problem, &options, Pruning::None, observer).run()
}
