//! Random positions, on which all solvers must agree.

use std::{collections::BTreeSet, sync::LazyLock};

use proptest::{collection::btree_set, prelude::*, sample::subsequence};

use super::{count, empty, plain_solver, prepared, problem, search, texts};
use crate::{
    Meteor,
    model::{
        geometry::{CELLS, Cell},
        pieces::PIECE_CELLS,
    },
};
use base::{puzzle::Puzzle, search::Found, testing::Recorded};
use packing::{
    live::{analysis::analyze, insight::Insight},
    model::state::{FREE, State},
};

static SOLUTIONS: LazyLock<Vec<String>> = LazyLock::new(|| texts(&empty(), "frontier"));

/// The names of all pieces.
const PIECES: [char; 10] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'];

/// Sets the marks of all cells that this piece covers in a solution.
fn fill(marks: &mut [char], solution: &str, piece: char, mark: char) {
    marks.iter_mut().zip(solution.chars()).filter(|&(_, covering)| covering == piece).for_each(|(cell, _)| *cell = mark);
}

fn with_marks(marks: Vec<char>, pieces: String) -> State {
    let mut grid = empty().grid();
    grid.marks = marks;
    State { pieces, ..empty().with_grid(&grid) }
}

/// Pins some pieces of a random solution and blocks some cells: often those of another piece, so that there may be a solution.
fn positions() -> impl Strategy<Value = State> {
    let solution = (0..SOLUTIONS.len()).prop_map(|index| &SOLUTIONS[index]);
    let order = Just(PIECES.to_vec()).prop_shuffle();
    let unused = subsequence(PIECES.to_vec(), 0..=2);
    (solution, order, 4..=7_usize, 0..=2_usize, btree_set(0..CELLS, 0..=5), any::<bool>(), unused).prop_map(
        |(solution, order, pinned, blocked, scattered, scatters, unused)| {
            let mut marks = vec![FREE; CELLS];
            order[..pinned].iter().for_each(|&piece| fill(&mut marks, solution, piece, piece));
            order[pinned..(pinned + blocked)].iter().for_each(|&piece| fill(&mut marks, solution, piece, '#'));
            for cell in scattered.into_iter().filter(|_| scatters) {
                marks[cell] = if marks[cell] == FREE { '#' } else { marks[cell] };
            }
            let pieces = PIECES.into_iter().filter(|piece| !unused.contains(piece) || order[..pinned].contains(piece)).collect();
            with_marks(marks, pieces)
        },
    )
}

/// Pins two or three pieces of a random solution, blocks the half turns of their cells, and allows exactly as many pieces as are needed:
/// the free cells are symmetric, and every solution uses all remaining pieces.
fn positions_with_half_turn() -> impl Strategy<Value = State> {
    let pieces = subsequence(PIECES.to_vec(), 2..=3);
    ((0..SOLUTIONS.len()).prop_map(|index| &SOLUTIONS[index]), pieces).prop_map(|(solution, pieces)| {
        let mut marks = vec![FREE; CELLS];
        let turned: String = solution.chars().rev().collect();
        pieces.iter().for_each(|&piece| fill(&mut marks, &turned, piece, '#'));
        pieces.iter().for_each(|&piece| fill(&mut marks, solution, piece, piece));
        let needed = marks.iter().filter(|&&mark| mark == FREE).count() / PIECE_CELLS;
        let others = ['5', '0', '1', '2', '3', '4', '6', '7', '8', '9'].into_iter().filter(|piece| !pieces.contains(piece));
        let allowed: String = pieces.iter().copied().chain(others.take(needed)).collect();
        with_marks(marks, allowed)
    })
}

proptest! {
    #[test]
    fn all_techniques_agree_with_the_plain_solver(state in prop_oneof![positions(), positions_with_half_turn()]) {
        let expected = plain_solver::solutions(&state);
        for technique in Meteor::techniques() {
            let found = texts(&state, technique.key);
            prop_assert_eq!(found.len(), expected.len(), "{} finds each solution once", technique.key);
            prop_assert_eq!(&found.into_iter().collect::<BTreeSet<_>>(), &expected, "{}", technique.key);
        }
    }

    #[test]
    fn the_analysis_counts_solutions(state in positions()) {
        let mut found = Found::<Insight>::default();
        prop_assert!(analyze(&prepared(&state), &mut found).is_continue());
        let solutions = plain_solver::solutions(&state);
        let insight = found.items.last().unwrap();
        prop_assert_eq!((insight.solvable, insight.counted.raw), (Some(!solutions.is_empty()), solutions.len() as u64));
        for placement in problem(&state).placements() {
            let digit = placement.piece.digit();
            let is_covered = |solution: &&String| placement.cells.iter().all(|cell| solution.chars().nth(cell.index()) == Some(digit));
            let cells: Vec<_> = placement.cells.iter().map(Cell::point).collect();
            let kept = insight.kept.as_ref().unwrap().solutions_with(digit, &cells);
            prop_assert_eq!(kept, solutions.iter().filter(is_covered).count() as u64);
        }
    }

    /// The number of solutions is known in advance only for the contest: for other positions the technique searches to the end, without
    /// asking another technique.
    #[test]
    fn the_set_of_half_turns_stops_early_only_in_the_contest(state in positions_with_half_turn()) {
        let (by_set, to_the_end) = (search(&state, "half-turn-set"), search(&state, "edge-islands"));
        prop_assert_eq!((by_set.items, by_set.tally), (to_the_end.items, to_the_end.tally));
    }

    #[test]
    fn pinning_a_piece_is_blocking_its_cells_and_forbidding_it(state in positions(), index: prop::sample::Index) {
        let admitted: Vec<_> = problem(&state).placements().collect();
        prop_assume!(!admitted.is_empty());
        let placement = index.get(&admitted);
        let (mut pinned, mut blocked) = (state.grid(), state.grid());
        placement.cells.iter().for_each(|cell| pinned.marks[cell.index()] = placement.piece.digit());
        placement.cells.iter().for_each(|cell| blocked.marks[cell.index()] = '#');
        let without = state.pieces.replace(placement.piece.digit(), "");
        let blocked = State { pieces: without, ..state.with_grid(&blocked) };
        prop_assert_eq!(count(&state.with_grid(&pinned), "frontier"), count(&blocked, "frontier"));
    }

    #[test]
    fn searches_stop_at_each_call(state in positions(), calls in 1..200_usize) {
        let problem = prepared(&state);
        for technique in Meteor::techniques() {
            let mut recorded = Recorded::up_to(calls);
            let end = (technique.search)(&problem, &mut recorded);
            let reports = recorded.nodes.len();
            prop_assert!(reports <= calls && end.is_break() == (reports == calls), "{}", technique.key);
            prop_assert!(recorded.nodes.is_sorted_by_key(|&(done, _)| done), "{}", technique.key);
        }
    }
}
