//! What the tests of several modules need.

use std::sync::LazyLock;

use base::search::Found;

use crate::{
    model::{problem, solution::Solution, state::State},
    search::{first_cell, prepared::Prepared},
};

/// The problem of a position without flaws.
pub fn problem(state: &State) -> Prepared {
    problem::check(state).expect("a valid position").into()
}

/// All solutions.
pub fn solved(problem: &Prepared) -> Vec<Solution> {
    let mut found = Found::default();
    assert!(first_cell::search(problem, &mut found).is_continue());
    found.items
}

/// The solutions of the cube, computed once.
pub fn cubes() -> &'static [Solution] {
    static CUBES: LazyLock<Vec<Solution>> = LazyLock::new(|| solved(&problem(&State::default())));
    &CUBES
}
