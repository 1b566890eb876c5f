//! Random positions with few solutions: some pieces lie already, or only some may be used.

use std::ops::ControlFlow;

use super::challenge::emptied;
use crate::{
    model::{
        placements::PlacementTable,
        problem::{Problem, check},
        solution::Solution,
        state::State,
    },
    search::{first_cell, prepared::Prepared, row_list},
};
use base::{
    chance::Random,
    search::{Found, Observer, Tally},
};

/// Pins just enough pieces in this empty figure to leave one solution. The same seed always pins the same ones.
pub fn deal(empty: &State, seed: u64) -> State {
    let (mut random, mut never_stops) = (Random::new(seed), Found::default());
    let mut within = Within::new(&mut never_stops, 0.0);
    let whole = figure_of(empty).and_then(|problem| random_solution(&problem, u64::MAX, &mut random, &mut within).continue_value()?);
    let Some(whole) = whole else { return empty.clone() };
    let mut names: Vec<char> = whole.grid().pinned().collect();
    random.shuffle_from_the_end(&mut names);
    leaving_one(whole, &names)
}

/// Removes pieces of this solution in this order, each unless there were more solutions without it.
pub fn leaving_one(whole: State, names: &[char]) -> State {
    let start = Start { part: Part::Given, pieces: 0, solutions: Some(1), seed: 0 };
    let thinned = start.thinned(whole.clone(), names, &mut Within::new(&mut Found::default(), 0.0));
    thinned.continue_value().map_or(whole, |(state, _)| state)
}

/// A start: what it has, and what it leaves to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// What the pieces of the start are.
    pub part: Part,
    /// Their number.
    pub pieces: usize,
    /// The number of solutions that are listed; none if it may be any number.
    pub solutions: Option<u64>,
    /// The same seed always gives the same start.
    pub seed: u64,
}

/// What pieces of a start are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// They lie already, as in the tray of Kanoodle, and the others can be added.
    Given,
    /// They are the only ones that may be used, as on the board of Katamino.
    Allowed,
}

/// The most random solutions from which pieces are removed.
const TRIES: u64 = 1000;
/// A random solution is given up after this many placements, some milliseconds: few take longer, but these take very long.
const MOST_EXPLORED: u64 = 500_000;
/// The most pieces of which all choices are tried.
const MOST_CHOSEN_FROM: usize = 16;

impl Start {
    /// Reports a start in the figure and with the pieces of this position, if one is found.
    pub fn deal(self, state: &State, observer: &mut dyn Observer<State>) -> ControlFlow<()> {
        let empty = emptied(state);
        let start = match self.part {
            Part::Given => self.given(&empty, observer)?,
            Part::Allowed => self.allowed(&empty, observer)?,
        };
        start.map_or(ControlFlow::Continue(()), |start| observer.found(start))?;
        observer.progress(1.0, &Tally::default())
    }

    /// Removes pieces from random solutions, until this many remain.
    fn given(self, empty: &State, observer: &mut dyn Observer<State>) -> ControlFlow<(), Option<State>> {
        let Some(problem) = figure_of(empty) else { return ControlFlow::Continue(None) };
        for number in 0..TRIES {
            let mut within = Within::new(&mut *observer, number as f32 / TRIES as f32);
            let mut random = Random::numbered(self.seed, number);
            let Some(whole) = random_solution(&problem, MOST_EXPLORED, &mut random, &mut within)? else { continue };
            let mut names: Vec<char> = whole.grid().pinned().collect();
            random.shuffle_from_the_end(&mut names);
            let (start, solutions) = self.thinned(whole, &names, &mut within)?;
            let given: String = start.grid().pinned().collect();
            if given.chars().count() == self.pieces && self.solutions.is_none_or(|wanted| wanted == solutions) {
                return ControlFlow::Continue(Some(State { given, ..start }));
            }
        }
        ControlFlow::Continue(None)
    }

    /// Removes pieces from this solution in this order, each unless the others would leave too many solutions, until this many remain.
    /// Returns how many solutions they leave, too.
    fn thinned(self, whole: State, names: &[char], within: &mut Within<'_>) -> ControlFlow<(), (State, u64)> {
        let (mut start, mut remaining, mut solutions) = (whole, names.len(), 1);
        for &name in names {
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
        ControlFlow::Continue((start, solutions))
    }

    /// Tries all choices of this many pieces in random order. If fewer are allowed, these are among them.
    fn allowed(self, empty: &State, observer: &mut dyn Observer<State>) -> ControlFlow<(), Option<State>> {
        let names: Vec<char> = empty.distinct_pieces().iter().map(|piece| piece.name).take(MOST_CHOSEN_FROM).collect();
        let has = |choice: u32, place: usize| choice >> place & 1 == 1;
        let is_kept = |choice: u32| (0..names.len()).all(|place| has(choice, place) || !empty.pieces.contains(names[place]));
        let keeps = empty.pieces.chars().count() < self.pieces;
        let mut choices: Vec<u32> = (0..1 << names.len()).filter(|choice: &u32| choice.count_ones() as usize == self.pieces).collect();
        choices.retain(|&choice| !keeps || is_kept(choice));
        Random::new(self.seed).shuffle(&mut choices);
        for (number, &choice) in choices.iter().enumerate() {
            let mut within = Within::new(&mut *observer, number as f32 / choices.len() as f32);
            let pieces = (0..names.len()).filter(|&place| has(choice, place)).map(|place| names[place]).collect();
            let start = State { pieces, ..empty.clone() };
            let solutions = within.count(&start, self.solutions.map_or(1, |wanted| wanted + 1))?;
            if self.solutions.map_or(0 < solutions, |wanted| wanted == solutions) {
                return ControlFlow::Continue(Some(start));
            }
        }
        ControlFlow::Continue(None)
    }
}

/// The problem of an empty figure, if it isn't too large for random solutions.
fn figure_of(empty: &State) -> Option<Problem> {
    check(empty).ok().filter(|problem| problem.cells.len() <= 64)
}

/// A random solution of an empty figure, if it is found within this much work.
fn random_solution(problem: &Problem, most_explored: u64, random: &mut Random, within: &mut Within<'_>) -> ControlFlow<(), Option<State>> {
    let empty = &problem.state;
    let mut table = PlacementTable::new(problem);
    // The pieces go in the order of the set, which is part of what a seed means.
    table.pieces.sort_by_key(|piece| empty.pieces.find(empty.name_of(piece.mark)));
    for piece in &mut table.pieces {
        random.shuffle_from_the_end(&mut piece.masks);
    }
    random.shuffle_from_the_end(&mut table.pieces);
    // This search tries placements in the order of the table in every version, so that a seed means the same in each.
    let prepared = Prepared::from_table(problem.clone(), table);
    let found = within.run(1, most_explored, |within| first_cell::search(&prepared, within))?;
    ControlFlow::Continue(found.first().map(|solution| empty.with_marks(solution.grid().marks)))
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
    use crate::model::{geometry::Extent, lattice::SQUARES, pieces::Set};

    fn dealt(state: &State, start: Start) -> Option<State> {
        let mut found = Found::default();
        assert!(start.deal(state, &mut found).is_continue());
        assert!(found.items.len() < 2);
        found.items.pop()
    }

    fn count(state: &State) -> u64 {
        let mut found = Found::default();
        let _never_stopped = row_list::search(&check(state).expect("a valid position").into(), &mut found);
        found.items.len() as u64
    }

    /// The board of Katamino with this many columns.
    fn board(columns: usize) -> State {
        State::of_set(&SQUARES, Set::Pentominoes).resized(Extent::on(&SQUARES, columns, 5, 1))
    }

    #[test]
    fn a_start_has_its_pieces_and_its_solutions() {
        let tray = State::of_set(&SQUARES, Set::Kanoodle);
        for (pieces, solutions, seed) in
            [(4, Some(1), 1), (6, Some(1), 2), (11, Some(1), 3), (6, Some(2), 4), (5, Some(10), 5), (6, None, 6)]
        {
            let start = Start { part: Part::Given, pieces, solutions, seed };
            let state = dealt(&tray, start).expect("a start");
            assert_eq!((state.grid().pinned().count(), state.given.chars().count()), (pieces, pieces));
            let count = count(&state);
            assert!(0 < count && solutions.is_none_or(|solutions| solutions == count), "{start:?}: {count}");
            assert_eq!(dealt(&tray, start), Some(state), "the same seed");
        }
    }

    #[test]
    fn allowed_pieces_fill_the_board() {
        for (pieces, solutions, seed) in [(3, Some(1), 1), (4, Some(1), 2), (5, None, 3), (6, Some(1), 4), (7, Some(5), 5), (12, None, 6)] {
            let start = Start { part: Part::Allowed, pieces, solutions, seed };
            let state = dealt(&board(pieces), start).expect("a choice of pieces");
            assert_eq!((state.pieces.chars().count(), state.grid().pinned().count()), (pieces, 0));
            let count = count(&state);
            assert!(0 < count && solutions.is_none_or(|solutions| solutions == count), "{start:?}: {count}");
            assert_eq!(dealt(&board(pieces), start), Some(state), "the same seed");
        }
    }

    /// As in the game, a column and a piece are added at a time.
    #[test]
    fn pieces_that_are_allowed_stay_until_there_are_enough() {
        let mut state = State { pieces: String::new(), ..board(3) };
        for columns in 3..=12 {
            let wider = state.resized(Extent::on(&SQUARES, columns, 5, 1));
            let start = Start { part: Part::Allowed, pieces: columns, solutions: None, seed: 1 };
            let next = dealt(&wider, start).expect("a choice of pieces");
            assert!(next.pieces.chars().count() == columns && state.pieces.chars().all(|name| next.pieces.contains(name)));
            state = next;
        }
        let start = Start { part: Part::Allowed, pieces: 3, solutions: None, seed: 2 };
        assert!(dealt(&State { pieces: "XI".into(), ..board(3) }, start).is_none(), "no third piece makes up for the gaps of X");
    }

    #[test]
    fn what_cannot_be_dealt_is_not() {
        let state = State { pieces: "ABC".into(), ..State::of_set(&SQUARES, Set::Kanoodle) };
        assert_eq!(dealt(&state, Start { part: Part::Given, pieces: 1, solutions: None, seed: 1 }), None);
        // With all pieces there are 1,010.
        assert_eq!(dealt(&board(12), Start { part: Part::Allowed, pieces: 12, solutions: Some(1), seed: 1 }), None);
    }
}
