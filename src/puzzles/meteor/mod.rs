//! The Meteor contest: ten pieces of five hexagons fill a board of ten rows of five.
//!
//! Here the rooms are put together: what is checked, searched and dealt. What is seen is in `board.rs`.

pub mod model;
mod search;
pub mod live;
mod play;
pub mod edit;
pub mod drawing;
mod board;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use self::model::{
    answer::{Answer, Summary},
    geometry::Cell,
    problem::Problem,
    state::State,
};
use crate::{
    puzzle::{Flaw, Hints, Preset, Published, Puzzle, Technique},
    search::Observer,
};

/// The puzzle of the Meteor contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meteor;

/// Each file under `saves/meteor`, as a preset with its name.
macro_rules! presets {
    ($($key:literal),* $(,)?) => {
        &[$(Preset { key: $key, ron: include_str!(concat!("../../../saves/meteor/", $key, ".ron")) }),*]
    };
}

impl Puzzle for Meteor {
    const KEY: &'static str = "meteor";
    const TITLE: &'static str = "Meteor";

    type State = State;
    type Problem = Problem;
    type Answer = Answer;
    type Summary = Summary;
    type Insight = live::insight::Insight;
    type Spot = Cell;

    fn presets() -> &'static [Preset] {
        presets!["contest", "one-pin", "two-pins", "unique", "blocked-corners", "eight-pieces", "dead-end"]
    }

    fn techniques() -> &'static [Technique<Self>] {
        search::TECHNIQUES
    }

    fn published(problem: &Problem, technique: &Technique<Self>) -> &'static [Published] {
        search::published(problem, technique.key)
    }

    fn check(state: &State) -> Result<Problem, Vec<Flaw<Cell>>> {
        Problem::new(state)
    }

    fn sum_up(summary: &mut Summary, answer: &Answer) {
        summary.add(answer);
    }

    fn analyze(problem: &Problem, observer: &mut dyn Observer<Self::Insight>) -> ControlFlow<()> {
        live::analysis::analyze(problem, observer)
    }

    fn hints() -> Option<Hints<Self>> {
        Some(live::hints::hints)
    }

    fn deal(seed: u64) -> State {
        play::deal::deal(seed)
    }
}
