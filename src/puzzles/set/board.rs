//! The puzzle as something that is seen and edited. How it looks is in `drawing`, what an input does in [`super::edit::input`].

use super::{
    Set, drawing,
    edit::{input, listing, text, view::View},
    live::{facts::facts, insight::Insight},
    model::{
        answer::{Answer, Summary},
        card::Card,
        spot::Spot,
        state::State,
    },
};
use crate::{
    board::{Board, Caption, Fact, Input, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
};

impl Board for Set {
    type View = View;

    fn steps(answer: &Answer) -> usize {
        answer.cards().len()
    }

    fn caption(answer: &Answer) -> Caption {
        let numbers: Vec<String> = answer.positions().iter().map(|at| (at + 1).to_string()).collect();
        let names: Vec<String> = answer.cards().iter().map(Card::to_string).collect();
        Caption { title: numbers.join(", "), detail: names.join(", ") }
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Spot> {
        drawing::draw(scene)
    }

    fn thumbnail(_state: &State, view: &View, answer: &Answer, look: &Look) -> Picture<Spot> {
        drawing::thumbnail(answer, view.palette, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
        input::act(state, view, spot, input)
    }

    fn facts(state: &State, insight: Option<&Insight>, _summary: &Summary) -> Vec<Fact> {
        facts(state, insight)
    }

    /// An answer is part of the table already; to put it there means nothing.
    fn adopt(_state: &State, _answer: &Answer) -> Option<State> {
        None
    }

    fn listing(state: &State, answers: &[Answer]) -> Option<String> {
        let (hand, sets) = (listing::hand(&state.cards), listing::answers(answers));
        let parting = if sets.is_empty() { "" } else { "\n" };
        Some(format!("{hand}{parting}{sets}"))
    }

    fn write_text(state: &State) -> String {
        text::write(state)
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        text::read(text, state)
    }
}
