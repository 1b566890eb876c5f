//! Tests of the whole puzzle: known counts, random positions checked by a second solver, and files that are read back as written.

mod cases;
mod challenges;
mod editing;
mod helping;
mod plain_solver;
mod random;
mod saves;
mod traces;

use crate::{
    kind::Kind,
    puzzle::Puzzle,
    puzzles::meteor::{
        Meteor,
        model::{problem::Problem, state::State},
    },
    search::Found,
};

/// The position of a preset.
pub(super) fn preset(key: &str) -> State {
    saves::file(key).state
}

/// Runs this technique on the position and returns everything it finds.
fn search(state: &State, technique: &str) -> Found<super::model::solution::Solution> {
    let problem: Problem = Meteor::check(state).unwrap();
    let mut found = Found::default();
    let end = (Kind::<Meteor>::OF.technique(technique).unwrap().search)(&problem, &mut found);
    assert!(end.is_continue());
    found
}
