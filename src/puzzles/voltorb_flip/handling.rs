//! Voltorb Flip as a board: what is seen and edited.

use crate::{
    board::{Board, Caption, Fact, Input, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
};

use super::{
    Answer, Insight, Spot, State, Summary, VoltorbFlip, drawing,
    editing::{self, View},
    rules::Value,
    state::Memos,
    text, wording,
};

impl Board for VoltorbFlip {
    type View = View;

    /// A board is shown whole or not at all.
    fn steps(_answer: &Answer) -> usize {
        1
    }

    fn caption(answer: &Answer) -> Caption {
        wording::caption(answer)
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Spot> {
        drawing::draw(scene)
    }

    fn thumbnail(state: &State, answer: &Answer, look: &Look) -> Picture<Spot> {
        drawing::thumbnail(state, answer, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
        editing::act(state, view, spot, input)
    }

    fn facts(state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
        wording::facts(state, insight, summary)
    }

    /// Flips all that is no Voltorb on this board, as somebody would who knows it: that shows where the Voltorbs are,
    /// and the round is won.
    fn adopt(state: &State, answer: &Answer) -> Option<State> {
        let mut adopted = State { memos: Memos::default(), ..*state };
        for (tile, value) in adopted.tiles.0.iter_mut().zip(answer.board.values()).filter(|(_, value)| *value != Value::Voltorb) {
            *tile = Some(value);
        }
        Some(adopted)
    }

    fn write_text(state: &State) -> String {
        text::write(state)
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        text::read(text, state)
    }
}
