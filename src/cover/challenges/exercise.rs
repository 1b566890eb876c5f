//! Exercises: positions in which only the next step is asked, and what proves a placement there.

use std::ops::ControlFlow;

use super::{
    effort::{Effort, Halt, bounded, unbounded},
    figure::Figure,
    generator::{self, MOST_OPTIONS, MOST_PLACEMENTS, Solutions, hardest_step, make_within},
    position::Position,
    rater::{self, Taken},
};
use crate::{KeepGoing, Placement};
use base::{bits::Word, challenge::Step, chance::Random};

/// How many challenges are looked through before the figure counts as having no exercise of the kind.
const TRIES: u64 = 200;

/// In how many orders the pieces of a challenge are placed to find a position for the exercise.
const ORDERS: usize = 40;

/// The fewest pieces that are missing. With fewer, nobody needs a step to see the solution. But where a piece is forced and no cell is, the
/// board is nearly always that full.
fn least_missing(kind: Step) -> usize {
    if kind == Step::ForcedPiece { 2 } else { 3 }
}

/// Returns the placed pieces of the exercise of this kind and seed; `None` if there is none. The figure must be [`Figure::sorted`].
///
/// Its next step is of the kind, and no easier one places a piece. It has one solution and no symmetry, so only one place of a piece can be
/// right. It is a position on the way through a challenge of the kind's grade. What a seed gives never changes.
pub fn make_exercise<W: Word>(
    figure: &Figure<W>,
    kind: Step,
    seed: u64,
    keep_going: KeepGoing<'_>,
) -> ControlFlow<(), Option<Vec<Placement<W>>>> {
    if figure.problem.placements.len() > MOST_PLACEMENTS {
        return ControlFlow::Continue(None);
    }
    bounded(MOST_OPTIONS, keep_going, |effort| {
        for number in 0..TRIES {
            let mut random = Random::numbered(seed, number << 8 | kind as u64);
            let Some(given) = make_within(figure, kind.grade(), random.below(u64::MAX), effort)? else { break };
            let positions = positions(figure, &given, kind, &mut random, effort)?;
            if let Some(placed) = random.choose(&positions) {
                return ControlFlow::Continue(Some(placed.clone()));
            }
        }
        ControlFlow::Continue(None)
    })
    .map_continue(Option::flatten)
}

/// The positions on the way through a challenge in which the next step is of this kind: on the rater's own way, or if it has none, on the
/// first way with another order of the same pieces that has any. Where a piece is forced, the rater has nearly always found a cell before.
fn positions<W: Word>(
    figure: &Figure<W>,
    given: &[Placement<W>],
    kind: Step,
    random: &mut Random,
    effort: &mut Effort<'_>,
) -> ControlFlow<Halt, Vec<Vec<Placement<W>>>> {
    let steps = rater::solve(figure, given, hardest_step(kind.grade()), effort)?.unwrap_or_default();
    let mut order: Vec<Placement<W>> = steps.iter().map(|taken| taken.placement).collect();
    let mut found = Vec::new();
    for _ in 0..ORDERS {
        for missing in least_missing(kind)..=order.len() {
            let placed = [given, &order[..order.len() - missing]].concat();
            if is_of_kind(figure, &placed, kind, effort)? {
                found.push(placed);
            }
        }
        if !found.is_empty() {
            break;
        }
        random.shuffle(&mut order);
    }
    ControlFlow::Continue(found)
}

/// Whether the easiest step of a position is of this kind, with nothing ruled out by earlier steps, and only one solution is left.
fn is_of_kind<W: Word>(figure: &Figure<W>, placed: &[Placement<W>], kind: Step, effort: &mut Effort<'_>) -> ControlFlow<Halt, bool> {
    let next = rater::next_step(figure, placed, kind, effort)?;
    let is_plain = figure.symmetries_of(placed).is_empty() && next.is_some_and(|taken| taken.step == kind);
    ControlFlow::Continue(is_plain && generator::solutions(figure, placed, effort)? == Solutions::One)
}

/// Returns all placements that steps up to this kind, which isn't deeper trying, prove in the figure, each with its easiest proof.
pub fn proved<W: Word>(figure: &Figure<W>, hardest: Step, keep_going: KeepGoing<'_>) -> ControlFlow<(), Vec<Taken<W>>> {
    unbounded(keep_going, |effort| rater::proved(figure, &[], hardest, effort))
}

/// Returns whether the figure has a solution with this placement.
pub fn leads_to_solution<W: Word>(figure: &Figure<W>, placement: Placement<W>, keep_going: KeepGoing<'_>) -> ControlFlow<(), bool> {
    let position = Position::after(&figure.problem, &[placement]);
    let solutions = unbounded(keep_going, |effort| position.solutions(&figure.problem.sizes, 1, effort))?;
    ControlFlow::Continue(!solutions.is_empty())
}
