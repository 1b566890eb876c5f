//! Tests across several rooms. Tests of a single room are in its files.

mod cases;
mod challenges;
mod corners;
mod equal_pieces;
mod figures;
mod judge;
mod live;
mod pictures;
mod saves;
mod traces;

use std::{ops::ControlFlow, sync::LazyLock};

use crate::{
    kind::Kind,
    puzzle::Puzzle,
    puzzles::soma::{
        Soma,
        live::insight::Insight,
        model::{
            solution::{Solution, Summary},
            state::State,
        },
        search::prepared::Prepared,
    },
    search::Found,
};

pub(super) fn problem(state: &State) -> Prepared {
    Soma::check(state).expect("a valid position")
}

pub(super) fn run(problem: &Prepared, key: &str) -> Found<Solution> {
    let mut found = Found::default();
    let technique = Kind::<Soma>::OF.technique(key).expect("a technique");
    assert_eq!((technique.search)(problem, &mut found), ControlFlow::Continue(()));
    found
}

pub(super) fn insight(problem: &Prepared) -> Insight {
    let mut found = Found::default();
    assert_eq!(Soma::analyze(problem, &mut found), ControlFlow::Continue(()));
    found.items.pop().expect("the analysis always reports something")
}

pub(super) fn summary(solutions: &[Solution]) -> Summary {
    let mut summary = Summary::default();
    for solution in solutions {
        Soma::add_to_summary(&mut summary, solution);
    }
    summary
}

/// The solutions of the cube, computed once.
pub(super) fn cubes() -> &'static [Solution] {
    static CUBES: LazyLock<Vec<Solution>> = LazyLock::new(|| run(&problem(&State::default()), "first-cell").items);
    &CUBES
}
