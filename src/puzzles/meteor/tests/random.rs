//! Random positions, on which all solvers must agree.

use std::{collections::BTreeSet, sync::LazyLock};

use proptest::{collection::btree_set, prelude::*, sample::subsequence};

use super::{plain_solver, search};
use crate::{
    board::Board,
    puzzle::Puzzle,
    puzzles::meteor::{
        Meteor,
        live::insight::Insight,
        model::{
            geometry::{Cell, Cells},
            pieces::{PIECE_CELLS, Piece, Placement},
            solution::Solution,
            state::{Square, State},
        },
    },
    search::{Found, Observer, Tally},
};

static SOLUTIONS: LazyLock<Vec<Solution>> = LazyLock::new(|| search(&State::default(), "frontier").items);

/// Pins some pieces of a random solution and blocks some cells: often those of another piece, so that there may be a solution.
fn positions() -> impl Strategy<Value = State> {
    let solution = (0..SOLUTIONS.len()).prop_map(|index| SOLUTIONS[index]);
    let order = Just((0..10).collect::<Vec<usize>>()).prop_shuffle();
    let unused = subsequence((0..10).collect::<Vec<usize>>(), 0..=2);
    (solution, order, 4..=7_usize, 0..=2_usize, btree_set(0..50_usize, 0..=5), any::<bool>(), unused).prop_map(
        |(solution, order, pinned, blocked, scattered, scatters, unused)| {
            let mut state = State::default();
            let piece = |place: usize| Piece::new(order[place]).unwrap();
            for place in 0..pinned {
                state.board.fill(solution.cells(piece(place)), Square::Pinned(piece(place)));
            }
            for place in pinned..(pinned + blocked) {
                state.board.fill(solution.cells(piece(place)), Square::Blocked);
            }
            if scatters {
                let free = state.board.cells(Square::Free);
                let cells: Cells = scattered.iter().filter_map(|&index| Cell::new(index)).collect();
                state.board.fill(cells & free, Square::Blocked);
            }
            let pinned = state.board.pinned();
            let unused = unused.into_iter().filter_map(Piece::new).filter(|&piece| !pinned.contains(piece));
            state.pieces = unused.fold(state.pieces, |pieces, piece| pieces.without(piece));
            state
        },
    )
}

/// Pins two or three pieces of a random solution, blocks the half turns of their cells, and allows exactly as many pieces as are needed:
/// the free cells are symmetric, and every solution uses all remaining pieces.
fn positions_with_half_turn() -> impl Strategy<Value = State> {
    let pieces = subsequence((0..10).filter_map(Piece::new).collect::<Vec<_>>(), 2..=3);
    ((0..SOLUTIONS.len()).prop_map(|index| SOLUTIONS[index]), pieces).prop_map(|(solution, pieces)| {
        let mut state = State::default();
        for &piece in &pieces {
            state.board.fill(solution.cells(piece).half_turn(), Square::Blocked);
        }
        for &piece in &pieces {
            state.board.fill(solution.cells(piece), Square::Pinned(piece));
        }
        let needed = state.board.cells(Square::Free).len() / PIECE_CELLS;
        let others: Vec<Piece> =
            [5, 0, 1, 2, 3, 4, 6, 7, 8, 9].into_iter().filter_map(Piece::new).filter(|piece| !pieces.contains(piece)).collect();
        state.pieces = pieces.iter().chain(others.iter().take(needed)).copied().collect();
        state
    })
}

fn texts(found: &Found<Solution>) -> BTreeSet<String> {
    found.items.iter().map(Solution::text).collect()
}

fn turned(state: &State) -> State {
    let mut turned = state.clone();
    for cell in Cell::all() {
        turned.board[cell.half_turn()] = state.board[cell];
    }
    turned
}

fn count(state: &State) -> usize {
    search(state, "frontier").items.len()
}

proptest! {
    #[test]
    fn all_techniques_agree_with_the_plain_solver(state in positions()) {
        let expected = plain_solver::solutions(&state);
        for technique in Meteor::techniques() {
            let found = search(&state, technique.key);
            prop_assert_eq!(found.items.len(), expected.len(), "{} finds each solution once", technique.key);
            prop_assert_eq!(&texts(&found), &expected, "{}", technique.key);
        }
    }

    #[test]
    fn the_analysis_counts_solutions(state in positions()) {
        let mut found = Found::<Insight>::default();
        prop_assert!(Meteor::analyze(&Meteor::check(&state).unwrap(), &mut found).is_continue());
        let solutions = plain_solver::solutions(&state);
        let insight = found.items.last().unwrap();
        prop_assert_eq!((insight.solvable, insight.solutions), (Some(!solutions.is_empty()), Some(solutions.len() as u64)));
        let is_covered = |solution: &String, placement: &Placement| placement.cells.iter().all(|cell| solution.chars().nth(cell.index()) == Some(placement.piece.digit()));
        for placement in Meteor::check(&state).unwrap().placements() {
            let expected = solutions.iter().filter(|solution| is_covered(solution, &placement)).count() as u64;
            prop_assert_eq!(insight.placement_counts.as_ref().unwrap().of(placement), expected);
        }
    }

    #[test]
    fn a_position_and_its_half_turn_have_equally_many_solutions(state in positions()) {
        prop_assert_eq!(count(&turned(&state)), count(&state));
    }

    #[test]
    fn half_turn_techniques_find_all_solutions(state in positions_with_half_turn()) {
        let expected = plain_solver::solutions(&state);
        for technique in ["position", "half-turn-piece", "half-turn-set"] {
            let found = search(&state, technique);
            prop_assert_eq!(found.items.len(), expected.len(), "{}", technique);
            prop_assert_eq!(&texts(&found), &expected, "{}", technique);
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
        let problem = Meteor::check(&state).unwrap();
        let admitted: Vec<Placement> = problem.placements().collect();
        prop_assume!(!admitted.is_empty());
        let placement = index.get(&admitted);
        let (mut pinned, mut blocked) = (state.clone(), state);
        pinned.board.fill(placement.cells, Square::Pinned(placement.piece));
        blocked.board.fill(placement.cells, Square::Blocked);
        blocked.pieces = blocked.pieces.without(placement.piece);
        prop_assert_eq!(count(&pinned), count(&blocked));
    }

    #[test]
    fn an_adopted_solution_is_the_only_one(state in positions()) {
        for solution in search(&state, "frontier").items {
            let adopted = Meteor::BOARD_EXTRAS.adopt(&state, &solution).unwrap();
            let again = search(&adopted, "position").items;
            prop_assert_eq!(again.len(), 1);
            prop_assert_eq!(again[0].text(), solution.text());
            prop_assert_eq!(Meteor::steps(&again[0]), 0);
        }
    }

    #[test]
    fn solutions_are_shown_piece_by_piece(state in positions()) {
        for solution in search(&state, "frontier").items {
            let steps = Meteor::steps(&solution);
            prop_assert_eq!(&solution.after(0), &state.board);
            for step in 0..steps {
                let (before, after) = (solution.after(step), solution.after(step + 1));
                let first_free = before.cells(Square::Free).first().unwrap();
                prop_assert!(after[first_free].piece().is_some());
                prop_assert_eq!(after.pinned().len(), before.pinned().len() + 1);
            }
        }
    }

    #[test]
    fn the_text_form_is_read_back_as_written(state in positions()) {
        prop_assert_eq!(Meteor::read_text(&Meteor::write_text(&state), &state).unwrap(), state);
    }
}

/// Checks progress, and stops the search after a number of calls.
struct Listener {
    calls_remaining: u32,
    last: f32,
    solutions: u64,
}

impl<T> Observer<T> for Listener {
    fn found(&mut self, _item: T) -> std::ops::ControlFlow<()> {
        self.solutions += 1;
        std::ops::ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, _tally: &Tally) -> std::ops::ControlFlow<()> {
        assert!((self.last..=1.0).contains(&done), "from {} to {done}", self.last);
        self.last = done;
        self.calls_remaining = self.calls_remaining.saturating_sub(1);
        if self.calls_remaining == 0 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    }
}

proptest! {
    #[test]
    fn progress_never_falls_and_ends_at_one(state in positions()) {
        let problem = Meteor::check(&state).unwrap();
        for technique in Meteor::techniques() {
            let mut listener = Listener { calls_remaining: u32::MAX, last: 0.0, solutions: 0 };
            prop_assert!((technique.search)(&problem, &mut listener).is_continue());
            prop_assert_eq!(listener.last, 1.0);
        }
    }

    #[test]
    fn searches_stop_at_each_call(state in positions(), calls in 1..200_u32) {
        let problem = Meteor::check(&state).unwrap();
        for technique in Meteor::techniques() {
            let mut listener = Listener { calls_remaining: calls, last: 0.0, solutions: 0 };
            let end = (technique.search)(&problem, &mut listener);
            prop_assert_eq!(end.is_break(), listener.calls_remaining == 0, "{}", technique.key);
        }
    }
}
