//! The Soma cube: seven polycubes fill a figure, at first the cube of 3 x 3 x 3.
//!
//! Here the parts are tied to the sockets; each part has a file of its own.

mod geometry;
mod pieces;
mod state;
mod problem;
mod symmetry;
mod answer;
mod first_cell;
mod breadth_first;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use serde::Serialize;

pub use self::{
    answer::{Answer, Summary},
    geometry::{Extent, LONGEST_SIDE},
    pieces::{Piece, Set},
    problem::{Placements, Problem},
    state::{Grid, Shape, State},
    symmetry::Orbit,
};
use crate::{
    puzzle::{Flaw, Preset, Puzzle, Technique},
    search::Observer,
};

/// The puzzle of the Soma cube.
#[derive(Clone, Copy, Debug)]
pub struct Soma;

/// A place on the board; cells count in reading order of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A cell in the flat layers.
    Cell(u16),
    /// The faces of a cell's cube in the solid view.
    Face(u16),
    /// What lies behind the solid view and turns it.
    Turntable,
}

/// Nothing is known yet without a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Insight {}

impl Puzzle for Soma {
    const KEY: &'static str = "soma";
    const TITLE: &'static str = "Soma";

    type State = State;
    type Problem = Problem;
    type Answer = Answer;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = Spot;

    fn presets() -> &'static [Preset] {
        &PRESETS
    }

    fn techniques() -> &'static [Technique<Self>] {
        &TECHNIQUES
    }

    fn check(state: &State) -> Result<Problem, Vec<Flaw<Spot>>> {
        problem::check(state)
    }

    fn sum_up(summary: &mut Summary, answer: &Answer) {
        summary.add(answer);
    }

    fn analyze(_problem: &Problem, _observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn deal(_seed: u64) -> State {
        State::default()
    }
}

static TECHNIQUES: [Technique<Soma>; 3] = [
    Technique {
        key: "sorted",
        title: "fewest forms first",
        idea: "",
        source: "",
        explored: "forms tried",
        kept: "partial solutions",
        search: breadth_first::search_sorted,
    },
    Technique {
        key: "first-cell",
        title: "first cell",
        idea: "",
        source: "",
        explored: "placements tried",
        kept: "placements that fit",
        search: first_cell::search,
    },
    Technique {
        key: "unsorted",
        title: "article's order",
        idea: "",
        source: "",
        explored: "forms tried",
        kept: "partial solutions",
        search: breadth_first::search_unsorted,
    },
];

static PRESETS: [Preset; 0] = [];
