//! What is known of a position after every edit: whether it can be solved, how many solutions there are, and how many of them
//! each placement keeps.
//!
//! On the whole board with all pieces the stored solutions are asked. Elsewhere the frontier graph lists the solutions, and they are
//! counted. Should that ever take more than about a second, it is given up, and the insight says how many there are at least.

use std::{ops::ControlFlow, sync::LazyLock};

use super::{insight::Insight, kept::Kept};
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

/// The analysis gives up after this many calls for progress, each of which stands for some tens of microseconds: 128 boards of the graph,
/// or 64 solutions. The empty board takes fewer than 200.
const MOST_CALLS: u64 = 20_000;

/// Finds first whether there is a solution, and then how many there are and what each placement keeps of them.
pub fn analyze(problem: &Problem, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
    analyze_within(MOST_CALLS, problem, observer)
}

fn analyze_within(most_calls: u64, problem: &Problem, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
    if is_of_the_contest(problem) {
        let pins: Vec<u32> = problem.pinned().filter_map(Placement::number).map(|number| number as u32).collect();
        let (solutions, kept) = (CONTEST.count(&pins), CONTEST.kept(&pins));
        observer.found(known(solutions, kept))?;
        return observer.progress(1.0, &Tally::default());
    }
    let kept = vec![0; Placement::all().len()];
    let mut census = Census { observer, solutions: 0, kept, tally: Tally::default(), calls_left: most_calls };
    let end = search::find_all(problem, &mut census);
    let Census { observer, solutions, kept, tally, calls_left } = census;
    match end {
        ControlFlow::Continue(()) => observer.found(known(solutions, kept))?,
        ControlFlow::Break(()) if calls_left == 0 => observer.found(Insight::giving_up(solutions))?,
        ControlFlow::Break(()) => return ControlFlow::Break(()),
    }
    observer.progress(1.0, &tally)
}

fn known(solutions: u64, kept: Vec<u32>) -> Insight {
    Insight { solvable: Some(solutions > 0), solutions: Some(solutions), kept: Some(Kept(kept)), ..Insight::default() }
}

/// All solutions of the empty board, made when they are first asked for.
static CONTEST: LazyLock<SolutionIndex> = LazyLock::new(|| {
    let mut found = Found::default();
    if let Ok(problem) = Problem::new(&State::default()) {
        let _never_stopped = search::find_all(&problem, &mut found);
    }
    let solutions = found.items.iter().map(|solution| placements(solution).map(|number| number as u32).collect::<Vec<_>>());
    SolutionIndex::new(Placement::all().len(), solutions)
});

/// Whether it is the contest's board with the contest's pieces, some of which may lie already: then its solutions are stored.
fn is_of_the_contest(problem: &Problem) -> bool {
    problem.blocked().is_empty() && problem.left().len() + problem.pinned().count() == PIECES
}

/// The numbers of the placements that were made for this solution.
fn placements(solution: &Solution) -> impl Iterator<Item = usize> {
    let mut cells = [Cells::NONE; PIECES];
    for cell in Cell::all() {
        if let Some(piece) = solution.piece(cell) {
            cells[piece.index()] |= cell.into();
        }
    }
    solution.placed().iter().filter_map(move |piece| Placement { piece, cells: cells[piece.index()] }.number())
}

/// Counts what a search finds, and tells the first find at once.
struct Census<'a> {
    observer: &'a mut dyn Observer<Insight>,
    solutions: u64,
    kept: Vec<u32>,
    tally: Tally,
    /// After this many more calls for progress it gives up.
    calls_left: u64,
}

impl Observer<Solution> for Census<'_> {
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
        // The end is told when all is counted.
        self.observer.progress(done.min(0.99), tally)?;
        if done < 1.0 {
            self.calls_left -= 1;
        }
        if self.calls_left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzles::meteor::{live::facts::facts, model::solution::Summary, tests::preset};

    fn within(most_calls: u64, state: &State) -> Insight {
        let mut found = Found::default();
        assert!(analyze_within(most_calls, &Problem::new(state).unwrap(), &mut found).is_continue(), "it ends by itself");
        found.items.pop().unwrap()
    }

    #[test]
    fn what_is_not_counted_in_time_is_not_said_to_be_known() {
        let state = preset("blocked-corners");
        let whole = within(MOST_CALLS, &state);
        let all = whole.solutions.unwrap();
        let told = |insight: &Insight| facts(&state, Some(insight), &Summary::default())[0].value.clone();
        let mut counted = Vec::new();
        for most_calls in 1.. {
            let insight = within(most_calls, &state);
            let Some(at_least) = insight.at_least else {
                assert_eq!(insight, whole);
                break;
            };
            assert_eq!((insight.solvable, insight.solutions, &insight.kept), ((at_least > 0).then_some(true), None, &None));
            assert!(at_least <= all);
            assert_eq!(told(&insight), format!("at least {}", crate::text::grouped(at_least)));
            counted.push(at_least);
        }
        assert_eq!(counted.first(), Some(&1), "one is found at once");
        assert!(counted.is_sorted());
        assert_eq!(told(&Insight::giving_up(0)), "not counted: it takes too long after every edit");
    }
}
