//! Random puzzles: a figure, with just enough pinned pieces to leave a single solution.

use std::ops::ControlFlow;

use crate::{
    chance::Random,
    packing::{
        model::{
            placements::PlacementTable,
            problem::check,
            solution::Solution,
            state::{Grid, State},
        },
        search::{first_cell, listener::SolutionListener, prepared::Prepared},
    },
    search::{Observer, Tally},
};

/// Pins just enough pieces in this empty figure to leave one solution. The same seed always pins the same ones.
pub fn deal(empty: &State, seed: u64) -> State {
    let Ok(problem) = check(empty) else { return empty.clone() };
    let mut table = PlacementTable::new(&problem);
    // The pieces go in the order of the set, which is part of what a seed means.
    table.pieces.sort_by_key(|piece| empty.pieces.find(empty.name_of(piece.mark)));
    let mut random = Random::new(seed);
    for piece in &mut table.pieces {
        random.shuffle_from_the_end(&mut piece.masks);
    }
    random.shuffle_from_the_end(&mut table.pieces);
    let problem = Prepared::from_table(problem, table);
    let Some(solution) = first_solutions(&problem, 1).pop() else { return empty.clone() };
    let mut names: Vec<char> = solution.placed.chars().collect();
    random.shuffle_from_the_end(&mut names);
    names.into_iter().fold(empty.with_marks(solution.grid().marks), unpinned_if_unique)
}

/// Removes a piece if the position then still has a single solution.
fn unpinned_if_unique(state: State, name: char) -> State {
    let mut grid: Grid = state.grid();
    grid.clear(name);
    let fewer = state.with_grid(&grid);
    let solutions = check(&fewer).map_or(0, |problem| first_solutions(&problem.into(), 2).len());
    if solutions == 1 { fewer } else { state }
}

fn first_solutions(prepared: &Prepared, most: usize) -> Vec<Solution> {
    let mut few = Few { solutions: Vec::new(), most };
    // A break only means that there are enough.
    let _ = first_cell::search(prepared, &mut SolutionListener::of(&prepared.problem, &mut few));
    few.solutions
}

/// Stops a search after this many solutions.
struct Few {
    solutions: Vec<Solution>,
    most: usize,
}

impl Observer<Solution> for Few {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        self.solutions.push(solution);
        if self.solutions.len() < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
