//! The techniques of Meteor, in the order of their ideas. Each reports what it does to a listener.

use std::ops::ControlFlow;

use super::{
    depth_first::{DepthFirst, Options, Pruning},
    edges,
    half_turn::{self, UntilQuota, WithTwins},
    listener::{Listener, Step},
};
use crate::model::{geometry::OnBoard, pieces::Placement, problem::Problem};
use base::search::Tally;

pub use super::frontier::search as frontier;

/// Tries every placement of every remaining piece on the first free cell.
pub fn plain<L: Listener>(problem: &Problem, listener: &mut L) -> ControlFlow<()> {
    DepthFirst::new(problem, &Options::new(problem.placements()), Pruning::None, listener).run()
}

/// Backtracks as soon as the size of a region isn't a multiple of five.
pub fn regions<L: Listener>(problem: &Problem, listener: &mut L) -> ControlFlow<()> {
    pruned_by_regions(problem, |_| true, listener)
}

/// The same, but finds only one of each pair of twins: the one with the symmetry-breaking piece in the lower half of the board.
pub fn position<L: Listener>(problem: &Problem, listener: &mut L) -> ControlFlow<()> {
    if half_turn::can_break_symmetry(problem) {
        pruned_by_regions(problem, half_turn::is_canonical, &mut WithTwins(listener))
    } else {
        regions(problem, listener)
    }
}

/// Searches without the placements that cut off a gap at an edge or a corner of the empty board.
pub fn edge_islands<L: Listener>(problem: &Problem, listener: &mut L) -> ControlFlow<()> {
    without_edge_islands(problem, |_| true, listener)
}

/// The same, but adds the half turn of each solution and stops as soon as all solutions are found, where their number is known in advance.
pub fn half_turn_set<L: Listener>(problem: &Problem, listener: &mut L) -> ControlFlow<()> {
    let Some(quota) = half_turn::known_solution_count(problem) else { return edge_islands(problem, listener) };
    let mut until_quota = UntilQuota::new(quota, listener);
    let end = edge_islands(problem, &mut until_quota);
    until_quota.finish(end)
}

/// The same, but with the symmetry-breaking piece in half of its orientations, where that is enough.
pub fn half_turn_piece<L: Listener>(problem: &Problem, listener: &mut L) -> ControlFlow<()> {
    if half_turn::can_break_symmetry(problem) {
        without_edge_islands(problem, half_turn::is_in_first_half, &mut WithTwins(listener))
    } else {
        edge_islands(problem, listener)
    }
}

/// Tests regions before the search, for each placement alone, and after each placement.
fn pruned_by_regions<L: Listener>(problem: &Problem, is_wanted: fn(&Placement) -> bool, listener: &mut L) -> ControlFlow<()> {
    if problem.pieces_needed().is_none() {
        listener.step(Step::WrongCellCount, &Tally::default())?;
        return listener.progress(1.0, &Tally::default());
    }
    let leaves_multiples_of_five = |placement: &Placement| (problem.free - placement.cells).regions_are_multiples_of_five();
    let options = Options::new(problem.placements().filter(is_wanted).filter(leaves_multiples_of_five));
    DepthFirst::new(problem, &options, Pruning::Regions, listener).run()
}

/// Drops placements by the article's tests of the edges, which hold only where no cell is blocked.
fn without_edge_islands<L: Listener>(problem: &Problem, is_wanted: fn(&Placement) -> bool, listener: &mut L) -> ControlFlow<()> {
    let is_kept = |placement: &Placement| !problem.blocked.is_empty() || !edges::cuts_island(placement.cells);
    let options = Options::new(problem.placements().filter(is_wanted).filter(is_kept));
    DepthFirst::new(problem, &options, Pruning::None, listener).run()
}
