//! Analyses a position after every edit: whether it can be solved, how many solutions there are, and how many of them have each placement.
//!
//! On the whole board with all pieces, stored solutions are counted. Otherwise, the frontier graph lists the solutions, and they are
//! counted. If that takes more than about a second, counting is given up, and the insight has only a lower bound.

use std::{ops::ControlFlow, sync::LazyLock};

use super::{insight::Insight, placement_counts::PlacementCounts};
use crate::{
    cover::SolutionIndex,
    puzzles::meteor::{
        model::{
            geometry::{Cell, Cells},
            pieces::{PIECES, Placement},
            problem::Problem,
            solution::Solution,
            state::State,
        },
        search,
    },
    search::{Found, Observer, Tally},
};

/// The number of calls for progress after which the analysis gives up. Each stands for some tens of microseconds: 128 boards of the graph,
/// or 64 solutions. The empty board takes fewer than 200.
const MOST_CALLS: u64 = 20_000;

/// Finds first whether there is a solution, and then the number of solutions and how many have each placement.
pub fn analyze(problem: &Problem, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
    analyze_within(MOST_CALLS, problem, observer)
}

fn analyze_within(most_calls: u64, problem: &Problem, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
    if is_contest_with_pins(problem) {
        let pins: Vec<u32> = problem.pinned().filter_map(Placement::number).map(|number| number as u32).collect();
        let (solutions, kept) = (CONTEST_SOLUTIONS.count(&pins), CONTEST_SOLUTIONS.kept(&pins));
        observer.found(complete(solutions, kept))?;
        return observer.progress(1.0, &Tally::default());
    }
    let kept = vec![0; Placement::all().len()];
    let mut counter = Counter { observer, solutions: 0, kept, tally: Tally::default(), calls_remaining: most_calls };
    let end = search::find_all(problem, &mut counter);
    let Counter { observer, solutions, kept, tally, calls_remaining } = counter;
    match end {
        ControlFlow::Continue(()) => observer.found(complete(solutions, kept))?,
        ControlFlow::Break(()) if calls_remaining == 0 => observer.found(Insight::incomplete(solutions))?,
        ControlFlow::Break(()) => return ControlFlow::Break(()),
    }
    observer.progress(1.0, &tally)
}

fn complete(solutions: u64, placement_counts: Vec<u32>) -> Insight {
    Insight {
        solvable: Some(solutions > 0),
        solutions: Some(solutions),
        placement_counts: Some(PlacementCounts(placement_counts)),
        ..Insight::default()
    }
}

/// All solutions of the empty board, found when they are first needed.
static CONTEST_SOLUTIONS: LazyLock<SolutionIndex> = LazyLock::new(|| {
    let mut found = Found::default();
    if let Ok(problem) = Problem::new(&State::default()) {
        let _never_stopped = search::find_all(&problem, &mut found);
    }
    let solutions = found.items.iter().map(|solution| placements(solution).map(|number| number as u32).collect::<Vec<_>>());
    SolutionIndex::new(Placement::all().len(), solutions)
});

/// Whether this is the contest's board with the contest's pieces, some of which may be pinned: then its solutions are stored.
fn is_contest_with_pins(problem: &Problem) -> bool {
    problem.blocked().is_empty() && problem.remaining().len() + problem.pinned().count() == PIECES
}

/// The numbers of the placements that the search made for this solution.
fn placements(solution: &Solution) -> impl Iterator<Item = usize> {
    let mut cells = [Cells::NONE; PIECES];
    for cell in Cell::all() {
        if let Some(piece) = solution.piece(cell) {
            cells[piece.index()] |= cell.into();
        }
    }
    solution.placed().iter().filter_map(move |piece| Placement { piece, cells: cells[piece.index()] }.number())
}

/// Counts solutions, and reports the first one immediately.
struct Counter<'a> {
    observer: &'a mut dyn Observer<Insight>,
    solutions: u64,
    kept: Vec<u32>,
    tally: Tally,
    /// The number of calls for progress that remain before it gives up.
    calls_remaining: u64,
}

impl Observer<Solution> for Counter<'_> {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        for placement in placements(&solution) {
            self.kept[placement] += 1;
        }
        self.solutions += 1;
        if self.solutions == 1 {
            self.observer.found(Insight { solvable: Some(true), ..Insight::default() })?;
        }
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.tally.clone_from(tally);
        // The end is reported when all solutions are counted.
        self.observer.progress(done.min(0.99), tally)?;
        if done < 1.0 {
            self.calls_remaining -= 1;
        }
        if self.calls_remaining == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::meteor::{live::facts::facts, model::solution::Summary, tests::preset};

    fn within(most_calls: u64, state: &State) -> Insight {
        let mut found = Found::default();
        assert!(analyze_within(most_calls, &Problem::new(state).unwrap(), &mut found).is_continue(), "nothing stops it");
        found.items.pop().unwrap()
    }

    #[test]
    fn incomplete_counts_are_lower_bounds() {
        let state = preset("blocked-corners");
        let whole = within(MOST_CALLS, &state);
        let all = whole.solutions.unwrap();
        let solutions_fact = |insight: &Insight| facts(&state, Some(insight), &Summary::default())[0].value.clone();
        let mut counted = Vec::new();
        for most_calls in 1.. {
            let insight = within(most_calls, &state);
            let Some(at_least) = insight.at_least else {
                assert_eq!(insight, whole);
                break;
            };
            assert_eq!((insight.solvable, insight.solutions, &insight.placement_counts), ((at_least > 0).then_some(true), None, &None));
            assert!(at_least <= all);
            assert_eq!(solutions_fact(&insight), format!("at least {}", crate::text::grouped(at_least)));
            counted.push(at_least);
        }
        assert_eq!(counted.first(), Some(&1), "one is found immediately");
        assert!(counted.is_sorted());
        assert_eq!(solutions_fact(&Insight::incomplete(0)), "not counted (too slow)");
    }
}
