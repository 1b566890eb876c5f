//! The puzzle as something that is seen and edited: what each part of the socket comes to here.

use super::{
    Meteor,
    drawing::{board, caption},
    edit::{filter, input, view::View},
    live::{facts::facts, insight::Insight},
    model::{
        answer::{Answer, Summary, contest_output},
        geometry::Cell,
        state::{Squares, State},
    },
};
use crate::{
    board::{Board, Caption, Fact, Input, Order, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
};

impl Board for Meteor {
    type View = View;

    fn steps(answer: &Answer) -> usize {
        answer.placed().len()
    }

    fn caption(answer: &Answer) -> Caption {
        caption::caption(answer)
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Cell> {
        board::draw(scene)
    }

    fn thumbnail(_state: &State, _view: &View, answer: &Answer, look: &Look) -> Picture<Cell> {
        board::thumbnail(answer, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Cell>, input: Input<Cell>) -> Reply<Cell> {
        input::act(state, view, spot, input)
    }

    fn facts(state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
        facts(state, insight, summary)
    }

    fn contest_output(count: u64, summary: &Summary) -> Option<String> {
        Some(contest_output(count, summary))
    }

    fn adopt(state: &State, answer: &Answer) -> Option<State> {
        Some(State { board: answer.after(Self::steps(answer)), ..state.clone() })
    }

    fn orders() -> &'static [Order<Self>] {
        &filter::ORDERS
    }

    fn about_captions() -> &'static str {
        caption::ABOUT_CAPTIONS
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
