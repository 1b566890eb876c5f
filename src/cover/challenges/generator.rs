//! Makes challenges: a random solution from which pieces are removed, as long as the rest is solved by steps of the grade.

use std::ops::ControlFlow;

use super::{
    effort::{Effort, Halt, bounded},
    figure::{Figure, Symmetry},
    position::Position,
    rater::solve,
};
use crate::{KeepGoing, Placement};
use base::{
    bits::Word,
    challenge::{Grade, Step},
    chance::Random,
};

/// How many random solutions are tried before the figure counts as having no challenge of the grade. Of the figures that have any, one in
/// five tries gives one.
const TRIES: u64 = 1000;
/// The most options that are looked at for one challenge: a few seconds of work.
pub const MOST_OPTIONS: u64 = 1 << 30;
/// Figures with more placements than this would need too much memory.
pub const MOST_PLACEMENTS: usize = 1 << 17;

/// How many solutions there are, as far as it matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solutions {
    /// None at all.
    None,
    /// Exactly one.
    One,
    /// More than one.
    Several,
}

/// Returns the given pieces of the challenge of this grade and seed; `None` if there is none. The figure must be [`Figure::sorted`].
///
/// No given piece can be removed: the others would leave several solutions, or need harder steps. What a seed gives never changes.
pub fn make<W: Word>(figure: &Figure<W>, grade: Grade, seed: u64, keep_going: KeepGoing<'_>) -> ControlFlow<(), Option<Vec<Placement<W>>>> {
    if figure.problem.placements.len() > MOST_PLACEMENTS {
        return ControlFlow::Continue(None);
    }
    bounded(MOST_OPTIONS, keep_going, |effort| make_within(figure, grade, seed, effort)).map_continue(Option::flatten)
}

/// Like [`make`], within this work.
pub fn make_within<W: Word>(
    figure: &Figure<W>,
    grade: Grade,
    seed: u64,
    effort: &mut Effort<'_>,
) -> ControlFlow<Halt, Option<Vec<Placement<W>>>> {
    let whole = Position::after(&figure.problem, &[]);
    for number in 0..TRIES {
        let mut random = Random::numbered(seed, number << 8 | grade as u64);
        let Some(mut solution) = whole.random_solution(&figure.problem.sizes, &mut random, effort)? else { break };
        random.shuffle(&mut solution);
        let given = fewest(figure, solution, grade, effort)?;
        if is_of_grade(figure, &given, grade, effort)? {
            return ControlFlow::Continue(Some(given));
        }
    }
    ControlFlow::Continue(None)
}

/// Removes pieces in this order, as long as the grade allows.
fn fewest<W: Word>(
    figure: &Figure<W>,
    solution: Vec<Placement<W>>,
    grade: Grade,
    effort: &mut Effort<'_>,
) -> ControlFlow<Halt, Vec<Placement<W>>> {
    let mut given = solution.clone();
    for piece in solution {
        let fewer = without(&given, piece);
        if is_at_most(figure, &fewer, grade, effort)? {
            given = fewer;
        }
    }
    // The fewer pieces are given, the more solutions there are. So a piece that had to stay can only be removed now if the others are
    // symmetric, since images count as one solution.
    while let Some(fewer) = fewer_with_symmetry(figure, &given, grade, effort)? {
        given = fewer;
    }
    ControlFlow::Continue(given)
}

/// Returns these pieces without the first one that the grade allows to remove and without which the others are symmetric.
fn fewer_with_symmetry<W: Word>(
    figure: &Figure<W>,
    given: &[Placement<W>],
    grade: Grade,
    effort: &mut Effort<'_>,
) -> ControlFlow<Halt, Option<Vec<Placement<W>>>> {
    for &piece in given {
        let fewer = without(given, piece);
        if !figure.symmetries_of(&fewer).is_empty() && is_at_most(figure, &fewer, grade, effort)? {
            return ControlFlow::Continue(Some(fewer));
        }
    }
    ControlFlow::Continue(None)
}

fn without<W: Word>(given: &[Placement<W>], piece: Placement<W>) -> Vec<Placement<W>> {
    given.iter().copied().filter(|&other| other != piece).collect()
}

/// Whether the position has one solution, found by steps of this grade or easier ones.
fn is_at_most<W: Word>(figure: &Figure<W>, given: &[Placement<W>], grade: Grade, effort: &mut Effort<'_>) -> ControlFlow<Halt, bool> {
    match hardest_step(grade) {
        Step::DeeperTrying => is_unique(figure, given, effort),
        hardest => ControlFlow::Continue(solve(figure, given, hardest, effort)?.is_some()),
    }
}

/// Whether the position, which is at most of this grade, needs a step of this grade.
fn is_of_grade<W: Word>(figure: &Figure<W>, given: &[Placement<W>], grade: Grade, effort: &mut Effort<'_>) -> ControlFlow<Halt, bool> {
    let easier = Step::ALL.into_iter().rfind(|step| step.grade() < grade);
    match easier {
        None => ControlFlow::Continue(true),
        Some(easier) => ControlFlow::Continue(solve(figure, given, easier, effort)?.is_none()),
    }
}

/// The hardest step of challenges of this grade.
pub fn hardest_step(grade: Grade) -> Step {
    Step::ALL.into_iter().rfind(|step| step.grade() <= grade).unwrap_or(Step::ForcedCell)
}

/// Whether all solutions are images of one under the symmetries of the position.
pub fn is_unique<W: Word>(figure: &Figure<W>, given: &[Placement<W>], effort: &mut Effort<'_>) -> ControlFlow<Halt, bool> {
    ControlFlow::Continue(solutions(figure, given, effort)? == Solutions::One)
}

/// How many solutions there are, if images under the symmetries of the position count as one.
///
/// All images of a solution are solutions, so it has to be compared only how many there are of both.
pub fn solutions<W: Word>(figure: &Figure<W>, given: &[Placement<W>], effort: &mut Effort<'_>) -> ControlFlow<Halt, Solutions> {
    let symmetries = figure.symmetries_of(given);
    effort.spend(figure.problem.placements.len())?;
    let position = Position::after(&figure.problem, given);
    let solutions = position.solutions(&figure.problem.sizes, symmetries.len() + 2, effort)?;
    let Some(first) = solutions.first() else { return ControlFlow::Continue(Solutions::None) };
    let sorted = |mut solution: Vec<Placement<W>>| {
        solution.sort_by_key(|placement| placement.cells.first());
        solution
    };
    let image = |symmetry: &&Symmetry| sorted(first.iter().map(|&placement| symmetry.image(placement)).collect());
    let mut images: Vec<Vec<Placement<W>>> = symmetries.iter().map(image).collect();
    images.push(sorted(first.clone()));
    let distinct = (0..images.len()).filter(|&place| !images[..place].contains(&images[place])).count();
    ControlFlow::Continue(if solutions.len() == distinct { Solutions::One } else { Solutions::Several })
}
