//! Voltorb Flip as a board: what is seen and edited.

use crate::{
    board::{Board, By, Caption, Fact, Input, Order, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
};

use super::{
    VoltorbFlip, drawing,
    edit::{editing, text, view::View},
    live::{facts, insight::Insight},
    model::{
        answer::{Answer, Summary},
        problem::Spot,
        rules::Value,
        state::{Marks, State},
    },
};

const ORDERS: [Order<VoltorbFlip>; 2] = [
    Order { title: "most 3s first", by: By::<VoltorbFlip>::Number(|_, answer| -f64::from(answer.board.count(Value::Three))) },
    Order { title: "most 2s first", by: By::<VoltorbFlip>::Number(|_, answer| -f64::from(answer.board.count(Value::Two))) },
];

impl Board for VoltorbFlip {
    type View = View;

    /// A board is shown whole or not at all.
    fn steps(_answer: &Answer) -> usize {
        1
    }

    fn caption(answer: &Answer) -> Caption {
        facts::caption(answer)
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Spot> {
        drawing::draw(scene)
    }

    fn thumbnail(state: &State, _view: &View, answer: &Answer, look: &Look) -> Picture<Spot> {
        drawing::thumbnail(state, answer, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
        editing::act(state, view, spot, input)
    }

    fn facts(state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
        facts::facts(state, insight, summary)
    }

    /// Notes this board on the tiles that are face down. It is only one that may be, so nothing is turned for it.
    fn adopt(state: &State, answer: &Answer) -> Option<State> {
        let mut adopted = *state;
        for tile in state.tiles.face_down() {
            adopted.memos.0[tile] = Marks::only(answer.board.value(tile));
        }
        Some(adopted)
    }

    fn moves(state: &State) -> usize {
        state.flips.len()
    }

    fn rewound(state: &State, moves: usize) -> State {
        state.after(moves)
    }

    fn move_caption(state: &State, number: usize) -> String {
        facts::flip_caption(state, number)
    }

    fn orders() -> &'static [Order<Self>] {
        &ORDERS
    }

    fn is_filtering(view: &View) -> bool {
        view.only_dealt
    }

    fn is_listed(_state: &State, view: &View, answer: &Answer) -> bool {
        !view.only_dealt || 0.0 < answer.chance
    }

    fn write_text(state: &State) -> String {
        text::write(state)
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        text::read(text, state)
    }
}
