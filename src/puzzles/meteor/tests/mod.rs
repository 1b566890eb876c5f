//! The puzzle as a whole: known counts, random positions judged by a second solver, and files that come back as they were.

mod cases;
mod editing;
mod helping;
mod judge;
mod random;
mod saves;
mod traces;

use crate::{
    puzzle::{Puzzle, Technique},
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

/// Everything that this technique finds in the position.
fn search(state: &State, technique: &str) -> Found<super::model::solution::Solution> {
    let problem: Problem = Meteor::check(state).unwrap();
    let mut found = Found::default();
    let end = (Technique::<Meteor>::with_key(technique).unwrap().search)(&problem, &mut found);
    assert!(end.is_continue());
    found
}
