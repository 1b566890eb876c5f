//! Lists boards by filtering a longer list, as in the article "Voltorb Flip - Optimizations" (2010): after each flip, every board that
//! shows something else is swapped with the last one and removed.

use std::ops::{ControlFlow, Range};

use crate::model::{
    problem::{Problem, Spot},
    rules::{Board, TILES, Value},
    solution::Solution,
};
use base::search::{Observer, Stage, Tally, TraceStep};

use super::{
    backtrack,
    listener::{Comparison, Listener, SolutionListener, Step},
    trace,
    weigher::Weigher,
};

/// Lists all boards that match the clues, by the article's backtracking, then filters them by each face-up tile.
///
/// In the tally, each tile has one stage for the backtracking and one for its flip.
pub fn search(problem: &Problem, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    list_and_filter(problem, &mut SolutionListener::of(problem, observer))
}

/// Records the search step by step.
pub fn trace_search(problem: &Problem, range: Range<u64>, observer: &mut dyn Observer<TraceStep<Solution, Spot>>) -> ControlFlow<(), u64> {
    trace::record(problem, range, observer, |trace| list_and_filter(problem, trace))
}

fn list_and_filter<L: Listener>(problem: &Problem, listener: &mut L) -> ControlFlow<()> {
    /// Boards between two reports of progress: a few microseconds.
    const BATCH: usize = 4096;
    let flips: Vec<(usize, Value)> = problem.tiles.iter().enumerate().filter_map(|(tile, value)| Some((tile, (*value)?))).collect();
    let steps = flips.len() as f32 + 2.0;
    let mut listing = Listing { boards: Vec::new(), tally: Tally::default(), steps, listener };
    backtrack::FROM_LAST.run(&problem.fresh(), &mut listing)?;
    let Listing { mut boards, mut tally, listener, .. } = listing;
    tally.stages.resize(2 * TILES, Stage::default());
    tally.memory = (boards.capacity() * size_of::<Board>()) as u64;
    for (number, &(tile, shown)) in (1..).zip(&flips) {
        let mut compared = 0;
        retain_showing(&mut boards, tile, shown, |comparison| {
            if compared % BATCH == 0 {
                listener.progress(number as f32 / steps, &tally)?;
            }
            compared += 1;
            let kept = u64::from(comparison.is_kept());
            tally.explored += 1;
            tally.kept += kept;
            tally.stages[TILES + tile].explored += 1;
            tally.stages[TILES + tile].kept += kept;
            listener.step(Step::Compare(comparison), || Solution::new(comparison.board, 0.0), &tally)
        })?;
    }
    for (number, &board) in boards.iter().enumerate() {
        listener.progress((steps - 1.0 + number as f32 / boards.len() as f32) / steps, &tally)?;
        listener.found(board, &tally)?;
    }
    listener.progress(1.0, &tally)
}

/// Collects the boards found by backtracking, the first of the steps.
struct Listing<'a, L> {
    boards: Vec<Board>,
    /// The work of the backtracking, set at its end.
    tally: Tally,
    steps: f32,
    listener: &'a mut L,
}

impl<L: Listener> Listener for Listing<'_, L> {
    #[inline]
    fn step(&mut self, step: Step, partial: impl FnOnce() -> Solution, tally: &Tally) -> ControlFlow<()> {
        self.listener.step(step, partial, tally)
    }

    fn found(&mut self, board: Board, tally: &Tally) -> ControlFlow<()> {
        self.boards.push(board);
        self.listener.step(Step::List(self.boards.len()), || Solution::new(board, 0.0), tally)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        if 1.0 <= done {
            self.tally.clone_from(tally);
        }
        self.listener.progress(done / self.steps, tally)
    }
}

/// Filters the solutions of a position to which `problem` adds restrictions, keeping their order. The result is in the order of a new
/// search: heavier boards stay heavier, and every technique except filtering finds equally heavy boards in the same order with or without
/// flips.
pub fn filter(problem: &Problem, solutions: &[Solution], observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let tally = Tally::default();
    observer.progress(0.0, &tally)?;
    let weigher = Weigher::new(problem);
    for (number, solution) in solutions.iter().enumerate() {
        observer.progress(number as f32 / solutions.len() as f32, &tally)?;
        if problem.matches_tiles(solution.board) {
            observer.found(weigher.solution(solution.board))?;
        }
    }
    observer.progress(1.0, &tally)
}

/// Removes all boards with another value on this tile, changing the order of the list. The time depends only on the length of the list.
/// Calls `compared` after each comparison; it may stop the filtering.
pub fn retain_showing(
    boards: &mut Vec<Board>,
    tile: usize,
    shown: Value,
    mut compared: impl FnMut(Comparison) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut place = 0;
    while let Some(&board) = boards.get(place) {
        let is_kept = board.value(tile) == shown;
        if !is_kept {
            boards.swap_remove(place);
        }
        compared(Comparison { board, place, tile, shown, remaining: boards.len() })?;
        place += usize::from(is_kept);
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        VoltorbFlip,
        model::prior::Level,
        play::deal::Dealer,
        tests::{dealt, levels::known_or_not},
    };
    use base::{puzzle::Puzzle, search::Found, testing};

    /// Lists solutions as a session does: heaviest first, equal ones in the order found.
    fn listed(search: impl FnOnce(&mut dyn Observer<Solution>) -> ControlFlow<()>) -> Vec<Solution> {
        let mut found = Found::default();
        assert!(search(&mut found).is_continue());
        found.items.sort_by(|one, other| VoltorbFlip::EXTRAS.rank(one).total_cmp(&VoltorbFlip::EXTRAS.rank(other)));
        found.items
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        /// Flips tiles in turn, some with a value that contradicts the board.
        #[test]
        fn a_filtered_list_equals_a_new_search(
            seed: u64,
            level in 1..=8_u8,
            levels in known_or_not(),
            flips in prop::collection::vec((0..TILES, prop::bool::weighted(0.2)), 6),
        ) {
            let board = Dealer::new(seed).board(Level::new(level).unwrap());
            let mut problem = dealt(seed, level, 9, None);
            problem.levels = levels.apply(problem.levels);
            let first = problem;
            for technique in ["counting", "rows", "resume"] {
                let search = testing::technique::<VoltorbFlip>(technique).search;
                let mut list = listed(|observer| search(&first, observer));
                problem = first;
                for &(tile, is_wrong) in &flips {
                    let before = problem;
                    let value = if is_wrong { Value::Two } else { board.value(tile) };
                    problem.tiles[tile] = problem.tiles[tile].or(Some(value));
                    prop_assert!(problem.is_stricter_than(&before));
                    list = listed(|observer| filter(&problem, &list, observer));
                    prop_assert_eq!(&list, &listed(|observer| search(&problem, observer)), "{}", technique);
                }
            }
            prop_assert_eq!(first.is_stricter_than(&problem), problem == first, "undoing flips needs a new search");
        }
    }

    /// The listing depends on the clues alone and uses the article's second search; each flip checks all remaining boards.
    #[test]
    fn its_tally_matches_the_article() {
        let work = |key: &str, problem: &Problem| {
            let mut found = Found::default();
            assert!((testing::technique::<VoltorbFlip>(key).search)(problem, &mut found).is_continue());
            (found.tally, found.items.len() as u64)
        };
        let board = Dealer::new(5).board(Level::new(3).unwrap());
        let mut problem = dealt(5, 3, 0, None);
        let (listing, mut boards) = work("resume", &problem);
        let mut expected = [listing.explored, listing.kept];
        assert!(1 < boards && boards < listing.kept);
        for tile in [None, Some(3), Some(7), Some(12)] {
            if let Some(tile) = tile {
                problem.tiles[tile] = Some(board.value(tile));
                expected[0] += boards;
                boards = work("counting", &problem).1;
                expected[1] += boards;
            }
            let (tally, found) = work("filter", &problem);
            assert_eq!(([tally.explored, tally.kept], found), (expected, boards));
            let sum = |figure: fn(&Stage) -> u64| tally.stages.iter().map(figure).sum::<u64>();
            assert_eq!([sum(|stage| stage.explored), sum(|stage| stage.kept)], expected);
        }
    }

    #[test]
    fn a_flip_keeps_the_boards_that_show_it() {
        let board = |values: [Value; 2]| Board::ONES.with(0, values[0]).with(1, values[1]);
        let all: Vec<_> = Value::ALL.into_iter().flat_map(|one| Value::ALL.map(|other| board([one, other]))).collect();
        let mut remaining = all.clone();
        let mut comparisons = Vec::new();
        let compared = |comparison: Comparison| {
            comparisons.push(comparison);
            ControlFlow::Continue(())
        };
        assert!(retain_showing(&mut remaining, 1, Value::Two, compared).is_continue());
        remaining.sort_unstable();
        assert_eq!(remaining, Value::ALL.map(|one| board([one, Value::Two])));
        assert_eq!(comparisons.len(), all.len(), "each board is compared once");
        assert_eq!(comparisons.iter().filter(|comparison| comparison.is_kept()).count(), 4);
        assert_eq!(comparisons.last().map(|comparison| comparison.remaining), Some(4));
        assert!(retain_showing(&mut remaining, 1, Value::Two, |_| ControlFlow::Break(())).is_break());
    }
}
