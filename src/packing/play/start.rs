//! Starts: some pieces lie already, as thrown into the tray, and the others can be added.

use std::ops::ControlFlow;

use super::challenge::emptied;
use crate::{
    chance::Random,
    packing::{
        model::{
            placements::PlacementTable,
            problem::{Problem, check},
            solution::Solution,
            state::State,
        },
        search::{first_cell, listener::SolutionListener, prepared::Prepared, row_list},
    },
    search::{Observer, Tally},
};

/// What a start is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The number of pieces that lie already.
    pub pieces: usize,
    /// The number of solutions that they leave; none if it may be any number.
    pub solutions: Option<u64>,
    /// The same seed always gives the same start.
    pub seed: u64,
}

/// The most random solutions from which pieces are removed.
const TRIES: u64 = 1000;
/// A random solution is given up after this many placements, some milliseconds: few take longer, but these take very long.
const MOST_EXPLORED: u64 = 500_000;

impl Start {
    /// Reports a start in the figure and with the pieces of this position, if one is found.
    pub fn deal(self, state: &State, observer: &mut dyn Observer<State>) -> ControlFlow<()> {
        let empty = emptied(state);
        let Ok(problem) = check(&empty) else { return observer.progress(1.0, &Tally::default()) };
        for number in 0..TRIES {
            let mut within = Within::new(&mut *observer, number as f32 / TRIES as f32);
            let mut random = Random::numbered(self.seed, number);
            let Some(solution) = random_solution(&problem, &mut random, &mut within)? else { continue };
            let whole = empty.with_marks(solution.grid().marks);
            if let Some(start) = self.within(&whole, &mut random, &mut within)? {
                let given = start.grid().pinned().collect();
                observer.found(State { given, ..start })?;
                break;
            }
        }
        observer.progress(1.0, &Tally::default())
    }

    /// Removes pieces from this solution in random order, each unless the others would leave too many solutions, until this many remain.
    fn within(self, whole: &State, random: &mut Random, within: &mut Within<'_>) -> ControlFlow<(), Option<State>> {
        let mut names: Vec<char> = whole.grid().pinned().collect();
        random.shuffle(&mut names);
        let (mut start, mut remaining) = (whole.clone(), names.len());
        let mut solutions = 1;
        for name in names {
            if remaining <= self.pieces {
                break;
            }
            let mut grid = start.grid();
            grid.clear(name);
            let fewer = start.with_grid(&grid);
            if let Some(most) = self.solutions {
                let count = within.count(&fewer, most + 1)?;
                let is_last = remaining == self.pieces + 1;
                if most < count || is_last && count != most {
                    continue;
                }
                solutions = count;
            }
            (start, remaining) = (fewer, remaining - 1);
        }
        let is_right = remaining == self.pieces && self.solutions.is_none_or(|wanted| wanted == solutions);
        ControlFlow::Continue(is_right.then_some(start))
    }
}

/// A random solution of an empty figure, if it is found soon.
fn random_solution(problem: &Problem, random: &mut Random, within: &mut Within<'_>) -> ControlFlow<(), Option<Solution>> {
    if problem.cells.len() > 64 {
        return ControlFlow::Continue(None);
    }
    let mut table = PlacementTable::new(problem);
    for piece in &mut table.pieces {
        random.shuffle(&mut piece.masks);
    }
    random.shuffle(&mut table.pieces);
    // This search tries placements in the order of the table in every version, so that a seed means the same in each.
    let prepared = Prepared::from_table(problem.clone(), table);
    let found =
        within.run(1, MOST_EXPLORED, |within| first_cell::search(&prepared, &mut SolutionListener::of(&prepared.problem, within)))?;
    ControlFlow::Continue(found.into_iter().next())
}

/// Searches within a longer work.
struct Within<'a> {
    observer: &'a mut dyn Observer<State>,
    /// The share of the work before.
    done: f32,
    /// The most solutions that are searched, and the most work.
    most: u64,
    most_explored: u64,
    found: Vec<Solution>,
    /// Whether the observer has stopped the work.
    halt: bool,
}

impl<'a> Within<'a> {
    fn new(observer: &'a mut dyn Observer<State>, done: f32) -> Self {
        Self { observer, done, most: 1, most_explored: 0, found: Vec::new(), halt: false }
    }

    /// The first solutions of a search, at most this many, and within this much work.
    fn run(&mut self, most: u64, most_explored: u64, search: impl FnOnce(&mut Self) -> ControlFlow<()>) -> ControlFlow<(), Vec<Solution>> {
        (self.most, self.most_explored, self.found) = (most, most_explored, Vec::new());
        // A break only means that this is enough, unless the observer has stopped the work.
        let _ = search(self);
        if self.halt { ControlFlow::Break(()) } else { ControlFlow::Continue(std::mem::take(&mut self.found)) }
    }

    /// The number of solutions of a position, or this limit if there are more.
    fn count(&mut self, state: &State, most: u64) -> ControlFlow<(), u64> {
        let Ok(problem) = check(state) else { return ControlFlow::Continue(0) };
        let prepared = Prepared::from(problem);
        let found = self.run(most, u64::MAX, |within| row_list::search(&prepared, within))?;
        ControlFlow::Continue(found.len() as u64)
    }
}

impl Observer<Solution> for Within<'_> {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        self.found.push(solution);
        if (self.found.len() as u64) < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn progress(&mut self, _done: f32, tally: &Tally) -> ControlFlow<()> {
        self.halt = self.observer.progress(self.done, tally).is_break();
        if self.halt || self.most_explored < tally.explored { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        packing::model::{lattice::SQUARES, pieces::Set},
        search::Found,
    };

    fn dealt(pieces: usize, solutions: Option<u64>, seed: u64) -> Option<State> {
        let mut found = Found::default();
        let state = State::of_set(&SQUARES, Set::Kanoodle);
        assert!(Start { pieces, solutions, seed }.deal(&state, &mut found).is_continue());
        assert!(found.items.len() < 2);
        found.items.pop()
    }

    fn count(state: &State) -> usize {
        let mut found = Found::default();
        let _never_stopped = row_list::search(&check(state).expect("a valid position").into(), &mut found);
        found.items.len()
    }

    #[test]
    fn a_start_has_its_pieces_and_its_solutions() {
        for (pieces, solutions, seed) in
            [(4, Some(1), 1), (6, Some(1), 2), (11, Some(1), 3), (6, Some(2), 4), (5, Some(10), 5), (6, None, 6)]
        {
            let start = dealt(pieces, solutions, seed).expect("a start");
            assert_eq!((start.grid().pinned().count(), start.given.chars().count()), (pieces, pieces));
            let count = count(&start) as u64;
            assert!(0 < count && solutions.is_none_or(|solutions| solutions == count), "{pieces} {solutions:?} {seed}: {count}");
            assert_eq!(dealt(pieces, solutions, seed), Some(start), "the same seed");
        }
    }

    #[test]
    fn what_cannot_be_dealt_is_not() {
        let state = State { pieces: "ABC".into(), ..State::of_set(&SQUARES, Set::Kanoodle) };
        let mut found = Found::default();
        assert!(Start { pieces: 1, solutions: None, seed: 1 }.deal(&state, &mut found).is_continue());
        assert_eq!(found.items, []);
    }
}
