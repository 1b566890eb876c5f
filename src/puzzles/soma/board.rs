//! What can be seen of the Soma cube, and done to it.

use super::{
    Soma,
    drawing::{board, mesh, sheet},
    edit::{filter, input, notation, view::View},
    live::insight::{self, Insight},
    model::{
        answer::{Answer, Summary},
        spot::Spot,
        state::State,
    },
};
use crate::{
    board::{Board, Caption, Fact, Input, Order, Reply, Scene, TextError},
    look::Look,
    mesh::{Making, Mesh},
    picture::Picture,
};

impl Board for Soma {
    type View = View;

    fn steps(answer: &Answer) -> usize {
        answer.placed.chars().count()
    }

    fn caption(answer: &Answer) -> Caption {
        answer.caption()
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Spot> {
        board::draw(scene)
    }

    fn thumbnail(state: &State, _view: &View, answer: &Answer, look: &Look) -> Picture<Spot> {
        board::thumbnail(state, answer, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
        input::act(state, view, spot, input)
    }

    fn facts(_state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
        insight::facts(insight, summary)
    }

    fn orders() -> &'static [Order<Self>] {
        &filter::ORDERS
    }

    fn is_filtering(view: &View) -> bool {
        !view.filter.is_open()
    }

    fn is_listed(_state: &State, view: &View, answer: &Answer) -> bool {
        view.filter.lists(answer)
    }

    fn lists_alike(before: &View, after: &View) -> bool {
        before.filter == after.filter
    }

    fn adopt(state: &State, answer: &Answer) -> Option<State> {
        Some(state.with_grid(&answer.grid()))
    }

    fn sheet(state: &State, answer: Option<&Answer>) -> Option<Picture<Spot>> {
        Some(sheet::sheet(state, answer))
    }

    fn model(state: &State, answer: Option<&Answer>, making: &Making) -> Option<Result<Mesh, String>> {
        Some(mesh::model(state, answer, making))
    }

    fn write_text(state: &State) -> String {
        notation::write(state)
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        notation::read(text, state)
    }
}
