//! The Meteor contest: ten pieces of five hexagons fill a board of ten rows of five.
//!
//! Here the parts are put together. What they are is told in their modules, in the order below.

pub mod geometry;
pub mod pieces;
pub mod state;
pub mod problem;
pub mod answer;
mod search;
mod packing;
pub mod live;
pub mod insight;
mod hints;
mod deal;
pub mod hand;
pub mod filter;
pub mod editing;
pub mod heat;
mod drawing;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

pub use drawing::piece as picture_of_piece;

use self::{
    answer::{Answer, Summary},
    editing::View,
    geometry::Cell,
    insight::Insight,
    problem::Problem,
    state::{Squares, State},
};
use crate::{
    board::{Board, Caption, Fact, Input, Order, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
    puzzle::{Flaw, Hints, Preset, Published, Puzzle, Technique, presets},
    search::Observer,
};

/// The puzzle of the Meteor contest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meteor;

impl Puzzle for Meteor {
    const KEY: &'static str = "meteor";
    const TITLE: &'static str = "Meteor";

    type State = State;
    type Problem = Problem;
    type Answer = Answer;
    type Summary = Summary;
    type Insight = Insight;
    type Spot = Cell;

    fn presets() -> &'static [Preset] {
        presets!["meteor": "contest", "one-pin", "two-pins", "unique", "blocked-corners", "eight-pieces", "dead-end"]
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

    fn analyze(problem: &Problem, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
        live::analyze(problem, observer)
    }

    fn hints() -> Option<Hints<Self>> {
        Some(hints::hints)
    }

    fn deal(seed: u64) -> State {
        deal::deal(seed)
    }
}

impl Board for Meteor {
    type View = View;

    fn steps(answer: &Answer) -> usize {
        answer.placed().len()
    }

    fn caption(answer: &Answer) -> Caption {
        insight::caption(answer)
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Cell> {
        drawing::draw(scene)
    }

    fn thumbnail(_state: &State, _view: &View, answer: &Answer, look: &Look) -> Picture<Cell> {
        drawing::thumbnail(answer, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Cell>, input: Input<Cell>) -> Reply<Cell> {
        editing::act(state, view, spot, input)
    }

    fn facts(state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
        insight::facts(state, insight, summary)
    }

    fn contest_output(count: u64, summary: &Summary) -> Option<String> {
        Some(answer::contest_output(count, summary))
    }

    fn adopt(state: &State, answer: &Answer) -> Option<State> {
        Some(State { board: answer.after(Self::steps(answer)), ..state.clone() })
    }

    fn orders() -> &'static [Order<Self>] {
        &filter::ORDERS
    }

    fn about_captions() -> &'static str {
        insight::ABOUT_CAPTIONS
    }

    fn is_filtering(view: &View) -> bool {
        !view.filter.is_open()
    }

    fn is_listed(state: &State, view: &View, answer: &Answer) -> bool {
        view.filter.lists(state, answer)
    }

    fn write_text(state: &State) -> String {
        state.board.to_text()
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        Ok(State { board: Squares::from_text(text)?, ..state.clone() })
    }
}
