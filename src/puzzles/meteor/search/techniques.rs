//! The techniques of Meteor, in the order of their ideas. Each reports its steps to a tracer.

use std::ops::ControlFlow;

use super::{
    depth_first::{DepthFirst, Options, Pruning},
    edges, frontier,
    half_turn::{self, UntilQuota, WithTwins},
    tracer::{Step, Tracer},
};
use crate::model::{geometry::OnBoard, pieces::Placement, problem::Problem, solution::Solution};
use base::search::{Observer, Tally};

/// Receives solutions on the contest's board.
pub type Solutions<'a> = &'a mut dyn Observer<Solution>;

/// Walks through the graph of boards that are distinguished only by which cells are covered.
pub fn frontier<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    frontier::search(problem, observer, tracer)
}

/// Tries every placement of every remaining piece on the first free cell.
pub fn plain<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    DepthFirst::new(problem, &Options::new(problem.placements()), Pruning::None, observer, tracer).run()
}

/// Backtracks as soon as the size of a region isn't a multiple of five.
pub fn regions<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    pruned_by_regions(problem, |_| true, observer, tracer)
}

/// The same, but finds only one of each pair of twins: the one with the symmetry-breaking piece in the lower half of the board.
pub fn position<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    if half_turn::can_break_symmetry(problem) {
        pruned_by_regions(problem, half_turn::is_canonical, &mut WithTwins { problem, observer }, tracer)
    } else {
        regions(problem, observer, tracer)
    }
}

/// Searches without the placements that cut off a gap at an edge or a corner of the empty board.
pub fn edge_islands<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    without_edge_islands(problem, |_| true, observer, tracer)
}

/// The same, but adds the half turn of each solution and stops as soon as all solutions are found, where their number is known in advance.
pub fn half_turn_set<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    let Some(quota) = half_turn::known_solution_count(problem) else { return edge_islands(problem, observer, tracer) };
    let mut until_quota = UntilQuota::new(problem, quota, observer);
    let end = edge_islands(problem, &mut until_quota, tracer);
    until_quota.finish(end, tracer)
}

/// The same, but with the symmetry-breaking piece in half of its orientations, where that is enough.
pub fn half_turn_piece<T: Tracer>(problem: &Problem, observer: Solutions<'_>, tracer: &mut T) -> ControlFlow<()> {
    if half_turn::can_break_symmetry(problem) {
        without_edge_islands(problem, half_turn::is_in_first_half, &mut WithTwins { problem, observer }, tracer)
    } else {
        edge_islands(problem, observer, tracer)
    }
}

/// Tests regions before the search, for each placement alone, and after each placement.
fn pruned_by_regions<T: Tracer>(
    problem: &Problem,
    is_wanted: fn(&Placement) -> bool,
    observer: Solutions<'_>,
    tracer: &mut T,
) -> ControlFlow<()> {
    if problem.pieces_needed().is_none() {
        tracer.step(Step::WrongCellCount, &Tally::default())?;
        tracer.progress(1.0, &Tally::default())?;
        return observer.progress(1.0, &Tally::default());
    }
    let leaves_multiples_of_five = |placement: &Placement| (problem.free() - placement.cells).regions_are_multiples_of_five();
    let options = Options::new(problem.placements().filter(is_wanted).filter(leaves_multiples_of_five));
    DepthFirst::new(problem, &options, Pruning::Regions, observer, tracer).run()
}

/// Drops placements by the article's tests of the edges, which hold only where no cell is blocked.
fn without_edge_islands<T: Tracer>(
    problem: &Problem,
    is_wanted: fn(&Placement) -> bool,
    observer: Solutions<'_>,
    tracer: &mut T,
) -> ControlFlow<()> {
    let is_kept = |placement: &Placement| !problem.blocked().is_empty() || !edges::cuts_island(placement.cells);
    let options = Options::new(problem.placements().filter(is_wanted).filter(is_kept));
    DepthFirst::new(problem, &options, Pruning::None, observer, tracer).run()
}
