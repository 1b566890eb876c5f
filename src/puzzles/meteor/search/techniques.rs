//! The techniques of Meteor, as its list names them. Each can be watched, by the tracer that it is given.

use std::ops::ControlFlow;

use super::{
    depth_first::{DepthFirst, Options, Pruning},
    edges, frontier,
    half_turn::{self, TwinsAdded, UntilQuota},
    tracer::{Step, Tracer},
};
use crate::{
    puzzles::meteor::model::{pieces::Placement, problem::Problem, solution::Solution},
    search::{Observer, Tally},
};

type Solutions<'a> = &'a mut dyn Observer<Solution>;

/// Goes through the graph of boards that are told apart only by which cells are covered.
pub fn frontier<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    frontier::search(problem, observer, tracer)
}

/// Tries every placement of every piece left on the lowest free cell.
pub fn plain<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    DepthFirst::new(problem, &Options::new(problem.placements()), Pruning::None, observer, tracer).run()
}

/// The same, but gives up boards with a region whose size is no multiple of five.
pub fn regions<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    pruned_by_regions(problem, |_| true, observer, tracer)
}

/// The same for one of each pair of twins: the one with the telling piece in the lower half of the board.
pub fn position<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    if half_turn::is_broken_by_one_piece(problem) {
        pruned_by_regions(problem, half_turn::lies_low, &mut TwinsAdded { problem, observer }, tracer)
    } else {
        regions(problem, observer, tracer)
    }
}

/// Without the placements that cut a hole at an edge or in a corner of the empty board.
pub fn edge_islands<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    without_edge_islands(problem, |_| true, observer, tracer)
}

/// The same until it has all solutions, where their number is known beforehand; each half turn counts as one.
pub fn half_turn_set<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    let Some(quota) = half_turn::known_number(problem) else { return edge_islands(problem, observer, tracer) };
    let mut until_quota = UntilQuota::new(problem, quota, observer);
    let end = edge_islands(problem, &mut until_quota, tracer);
    until_quota.end(end, tracer)
}

/// The same with the telling piece in half of its orientations, where that is enough.
pub fn half_turn_piece<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    if half_turn::is_broken_by_one_piece(problem) {
        without_edge_islands(problem, half_turn::is_in_first_half, &mut TwinsAdded { problem, observer }, tracer)
    } else {
        edge_islands(problem, observer, tracer)
    }
}

/// Searches with regions tested before the search, of each placement alone, and after each placement.
fn pruned_by_regions<T: Tracer>(
    problem: &Problem,
    wanted: fn(&Placement) -> bool,
    observer: Solutions<'_>,
    tracer: &mut T,
) -> ControlFlow<()> {
    if problem.needed().is_none() {
        tracer.step(Step::WrongNumber, &Tally::default())?;
        tracer.progress(1.0, &Tally::default())?;
        return observer.progress(1.0, &Tally::default());
    }
    let leaves_fives = |placement: &Placement| (problem.free() - placement.cells).regions_are_fives();
    let options = Options::new(problem.placements().filter(wanted).filter(leaves_fives));
    DepthFirst::new(problem, &options, Pruning::Regions, observer, tracer).run()
}

/// Searches with placements dropped by the article's edge tests. They hold only where no cell is blocked.
fn without_edge_islands<T: Tracer>(
    problem: &Problem,
    wanted: fn(&Placement) -> bool,
    observer: Solutions<'_>,
    tracer: &mut T,
) -> ControlFlow<()> {
    let is_kept = |placement: &Placement| !problem.blocked().is_empty() || !edges::cuts_island(placement.cells);
    let options = Options::new(problem.placements().filter(wanted).filter(is_kept));
    DepthFirst::new(problem, &options, Pruning::None, observer, tracer).run()
}
