//! Tests across several modules, and of what depends on a puzzle. Tests of a single module are in its files.

#![allow(clippy::unwrap_used, reason = "a failing unwrap fails the test")]

mod cases;
mod challenges;
mod corners;
mod equal_pieces;
mod exercises;
mod explanations;
mod figures;
mod judge;
mod live;
mod mistakes;
mod pictures;
mod proof;
mod ranges;
mod saves;
mod taking_apart;
mod tasks;
mod traces;
mod walkthroughs;

use std::{ops::ControlFlow, sync::LazyLock};

use base::{
    challenge::Grade,
    puzzle::{Flaw, Puzzle},
    search::Found,
    testing,
};
use packing::{
    live::insight::Insight,
    model::{
        problem,
        saved::Saved,
        solution::{Solution, Summary},
        spot::Spot,
        state::State,
    },
    play::challenge,
    search::prepared::Prepared,
};
use soma::{Cubes, Soma};

fn check(state: &State) -> Result<Prepared, Vec<Flaw<Spot>>> {
    problem::check(state).map(Prepared::from)
}

fn problem(state: &State) -> Prepared {
    check(state).expect("a valid position")
}

/// The position of a preset.
fn preset(key: &str) -> State {
    let preset = Soma::presets().iter().find(|preset| preset.key == key).expect("a preset");
    State::clone(&preset.state::<Saved<Cubes>>())
}

/// Makes a challenge; none if there is none.
fn made(state: &State, grade: Grade, seed: u64) -> Option<State> {
    let mut found = Found::default();
    assert!(challenge::make(state, grade, seed, &mut found).is_continue());
    found.items.pop()
}

fn run(problem: &Prepared, key: &str) -> Found<Solution> {
    let mut found = Found::default();
    let technique = testing::technique::<Soma>(key);
    assert_eq!((technique.search)(problem, &mut found), ControlFlow::Continue(()));
    found
}

fn insight(problem: &Prepared) -> Insight {
    let mut found = Found::default();
    assert_eq!(Soma::analyze(problem, &mut found), ControlFlow::Continue(()));
    found.items.pop().expect("the analysis always reports something")
}

fn summary(solutions: &[Solution]) -> Summary {
    let mut summary = Summary::default();
    for solution in solutions {
        Soma::add_to_summary(&mut summary, solution);
    }
    summary
}

/// The solutions of the cube, computed once.
fn cubes() -> &'static [Solution] {
    static CUBES: LazyLock<Vec<Solution>> = LazyLock::new(|| run(&problem(&State::default()), "first-cell").items);
    &CUBES
}
