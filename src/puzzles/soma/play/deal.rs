//! Random puzzles: the cube with as many pieces pinned as it takes to leave one solution.

use std::ops::ControlFlow;

use crate::{
    chance::Random,
    puzzles::soma::{
        model::{
            layout::Layout,
            problem::check,
            solution::Solution,
            state::{Grid, State},
        },
        search::{first_cell, listener::Solutions, prepared::Prepared},
    },
    search::{Observer, Tally},
};

/// A cube with one solution; the same seed gives the same one for ever.
pub fn deal(seed: u64) -> State {
    let empty = State::default();
    let Ok(problem) = check(&empty) else { return empty };
    let mut layout = Layout::new(&problem);
    // The order of the box, which is part of what a seed means.
    layout.pieces.sort_by_key(|piece| empty.pieces.find(piece.name));
    let mut random = Random::new(seed);
    for piece in &mut layout.pieces {
        random.shuffle_from_the_end(&mut piece.masks);
    }
    random.shuffle_from_the_end(&mut layout.pieces);
    let problem = Prepared::relaid(problem, layout);
    let Some(solution) = first_solutions(&problem, 1).pop() else { return empty };
    let mut names: Vec<char> = solution.placed.chars().collect();
    random.shuffle_from_the_end(&mut names);
    names.into_iter().fold(empty.with_grid(&solution.grid()), unpinned_if_unique)
}

/// Takes a piece away if the rest still has one solution only.
fn unpinned_if_unique(state: State, name: char) -> State {
    let mut grid: Grid = state.grid();
    grid.clear(name);
    let fewer = state.with_grid(&grid);
    let solutions = check(&fewer).map_or(0, |problem| first_solutions(&problem.into(), 2).len());
    if solutions == 1 { fewer } else { state }
}

fn first_solutions(prepared: &Prepared, most: usize) -> Vec<Solution> {
    let mut few = Few { solutions: Vec::new(), most };
    // A break says only that there are enough.
    let _ = first_cell::search(prepared, &mut Solutions::of(&prepared.problem, &mut few));
    few.solutions
}

/// Stops a search after so many solutions.
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
