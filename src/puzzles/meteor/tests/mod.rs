//! Tests of what is only here: the contest's searches on its board, which known counts and a plain second solver check, and its files.

mod cases;
mod plain_solver;
mod random;
mod saves;
mod traces;

use super::{Hexagons, Meteor, model::problem::Problem};
use base::{puzzle::Puzzle, search::Found, testing};
use packing::{
    model::{
        lattice::HEXAGONS,
        pieces::Set,
        problem::check,
        saved::Saved,
        solution::{Solution, Summary},
        state::State,
    },
    search::prepared::Prepared,
};

/// The contest's own position.
pub(super) fn empty() -> State {
    State::of_set(&HEXAGONS, Set::Contest)
}

/// The position of a preset.
fn preset(key: &str) -> State {
    let preset = Meteor::presets().iter().find(|preset| preset.key == key).unwrap();
    State::clone(&preset.state::<Saved<Hexagons>>())
}

pub(super) fn prepared(state: &State) -> Prepared {
    check(state).unwrap().into()
}

/// The position on the contest's board.
fn problem(state: &State) -> Problem {
    Problem::of(&check(state).unwrap()).unwrap()
}

/// The contest's own position on its board.
pub(super) fn contest() -> Problem {
    problem(&empty())
}

/// The position with these first rows; all other cells are free.
fn with_rows(first_rows: &str) -> State {
    let other_rows = ".....\n".repeat(10 - first_rows.lines().count());
    let rows = format!("{first_rows}\n{other_rows}").lines().filter(|row| !row.is_empty()).map(String::from).collect();
    State { layers: vec![rows], ..empty() }
}

/// Runs this technique on the position and returns everything it finds.
fn search(state: &State, technique: &str) -> Found<Solution> {
    let mut found = Found::default();
    let end = (testing::technique::<Meteor>(technique).search)(&prepared(state), &mut found);
    assert!(end.is_continue());
    found
}

/// All solutions that this technique finds, as texts.
fn texts(state: &State, technique: &str) -> Vec<String> {
    search(state, technique).items.into_iter().map(|solution| solution.marks).collect()
}

fn summary(found: &Found<Solution>) -> Summary {
    let mut summary = Summary::default();
    found.items.iter().for_each(|solution| summary.add(solution));
    summary
}

/// How many solutions this technique counts.
fn count(state: &State, technique: &str) -> u64 {
    summary(&search(state, technique)).raw
}
