//! The puzzle as a whole: known counts, random positions judged by a second solver, and files that come back as they were.

mod cases;
mod editing;
mod helping;
mod judge;
mod random;
mod saves;
mod watching;

use crate::{
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

/// Everything that this technique finds in the position.
fn search(state: &State, technique: &str) -> Found<super::model::answer::Answer> {
    let problem: Problem = Meteor::check(state).unwrap();
    let mut found = Found::default();
    let end = (Meteor::technique(technique).unwrap().search)(&problem, &mut found);
    assert!(end.is_continue());
    found
}
