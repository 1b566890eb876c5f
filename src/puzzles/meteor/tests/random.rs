//! Random positions: all solvers agree, and what must be the same is.

use std::{collections::BTreeSet, sync::LazyLock};

use proptest::{collection::btree_set, prelude::*, sample::subsequence};

use super::{judge, search};
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

/// Some pieces of a random solution, and some cells blocked: often those of one more piece, so that there may be a solution.
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

/// Two or three pieces of a random solution pinned, with what the half turn makes of them blocked, and no piece too many: the
/// free cells are symmetric, and all pieces left are needed.
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
    fn all_techniques_agree_with_the_judge(state in positions()) {
        let judged = judge::solutions(&state);
        for technique in Meteor::techniques() {
            let found = search(&state, technique.key);
            prop_assert_eq!(found.items.len(), judged.len(), "{} finds each solution once", technique.key);
            prop_assert_eq!(&texts(&found), &judged, "{}", technique.key);
        }
    }

    #[test]
    fn the_analysis_knows_the_count(state in positions()) {
        let mut found = Found::<Insight>::default();
        prop_assert!(Meteor::analyze(&Meteor::check(&state).unwrap(), &mut found).is_continue());
        let solutions = judge::solutions(&state);
        let insight = found.items.last().unwrap();
        prop_assert_eq!((insight.solvable, insight.solutions), (Some(!solutions.is_empty()), Some(solutions.len() as u64)));
        let is_covered = |solution: &String, placement: &Placement| placement.cells.iter().all(|cell| solution.chars().nth(cell.index()) == Some(placement.piece.digit()));
        for placement in Meteor::check(&state).unwrap().placements() {
            let judged = solutions.iter().filter(|solution| is_covered(solution, &placement)).count() as u64;
            prop_assert_eq!(insight.kept.as_ref().unwrap().by(placement), judged);
        }
    }

    #[test]
    fn the_half_turn_keeps_the_count(state in positions()) {
        prop_assert_eq!(count(&turned(&state)), count(&state));
    }

    #[test]
    fn the_half_turn_is_used_rightly(state in positions_with_half_turn()) {
        let judged = judge::solutions(&state);
        for technique in ["position", "half-turn-piece", "half-turn-set"] {
            let found = search(&state, technique);
            prop_assert_eq!(found.items.len(), judged.len(), "{}", technique);
            prop_assert_eq!(&texts(&found), &judged, "{}", technique);
        }
    }

    /// Only the contest tells beforehand how many solutions there are: elsewhere there is nothing to stop at, and no other technique is
    /// asked.
    #[test]
    fn the_set_of_half_turns_stops_early_only_in_the_contest(state in positions_with_half_turn()) {
        let (by_set, to_the_end) = (search(&state, "half-turn-set"), search(&state, "edge-islands"));
        prop_assert_eq!((by_set.items, by_set.tally), (to_the_end.items, to_the_end.tally));
    }

    #[test]
    fn blocking_and_forbidding_a_piece_is_pinning_it(state in positions(), index: prop::sample::Index) {
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
    fn an_solution_adopted_is_the_only_one_left(state in positions()) {
        for solution in search(&state, "frontier").items {
            let adopted = Meteor::BOARD_EXTRAS.adopt(&state, &solution).unwrap();
            let again = search(&adopted, "position").items;
            prop_assert_eq!(again.len(), 1);
            prop_assert_eq!(again[0].text(), solution.text());
            prop_assert_eq!(Meteor::steps(&again[0]), 0);
        }
    }

    #[test]
    fn an_solution_goes_in_piece_by_piece(state in positions()) {
        for solution in search(&state, "frontier").items {
            let steps = Meteor::steps(&solution);
            prop_assert_eq!(&solution.after(0), &state.board);
            for step in 0..steps {
                let (before, after) = (solution.after(step), solution.after(step + 1));
                let lowest_free = before.cells(Square::Free).first().unwrap();
                prop_assert!(after[lowest_free].piece().is_some());
                prop_assert_eq!(after.pinned().len(), before.pinned().len() + 1);
            }
        }
    }

    #[test]
    fn the_text_form_comes_back(state in positions()) {
        prop_assert_eq!(Meteor::read_text(&Meteor::write_text(&state), &state).unwrap(), state);
    }
}

/// Hears how far a search is, and stops it after so many calls.
struct Listener {
    calls_left: u32,
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
        self.calls_left = self.calls_left.saturating_sub(1);
        if self.calls_left == 0 { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    }
}

proptest! {
    #[test]
    fn progress_never_falls_and_ends_at_one(state in positions()) {
        let problem = Meteor::check(&state).unwrap();
        for technique in Meteor::techniques() {
            let mut listener = Listener { calls_left: u32::MAX, last: 0.0, solutions: 0 };
            prop_assert!((technique.search)(&problem, &mut listener).is_continue());
            prop_assert_eq!(listener.last, 1.0);
        }
    }

    #[test]
    fn a_search_stops_when_it_is_told(state in positions(), calls in 1..200_u32) {
        let problem = Meteor::check(&state).unwrap();
        for technique in Meteor::techniques() {
            let mut listener = Listener { calls_left: calls, last: 0.0, solutions: 0 };
            let end = (technique.search)(&problem, &mut listener);
            prop_assert_eq!(end.is_break(), listener.calls_left == 0, "{}", technique.key);
        }
    }
}
