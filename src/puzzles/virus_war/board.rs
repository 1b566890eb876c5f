//! The puzzle as something that is seen and edited: what each part of the socket comes to here.

use super::{
    VirusWar,
    drawing::{board, caption},
    edit::{input, listing, text, view::View},
    live::{facts::facts, insight::Insight},
    model::{
        cells::Cell,
        state::State,
        turn::{Summary, Turn},
    },
    play::replay,
};
use crate::{
    board::{Board, Caption, Fact, Input, Order, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
};

impl Board for VirusWar {
    type View = View;

    fn steps(turn: &Turn) -> usize {
        turn.cells().len()
    }

    fn caption(turn: &Turn) -> Caption {
        caption::caption(turn)
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Cell> {
        board::draw(scene)
    }

    fn thumbnail(state: &State, _view: &View, turn: &Turn, look: &Look) -> Picture<Cell> {
        board::thumbnail(state, turn, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Cell>, input: Input<Cell>) -> Reply<Cell> {
        input::act(state, view, spot, input)
    }

    fn facts(state: &State, insight: Option<&Insight>, _summary: &Summary) -> Vec<Fact> {
        facts(state, insight)
    }

    fn adopt(state: &State, turn: &Turn) -> Option<State> {
        let mut adopted = state.clone();
        turn.cells().iter().try_for_each(|&cell| adopted.play(cell)).ok()?;
        Some(adopted)
    }

    fn moves(state: &State) -> usize {
        replay::moves(state)
    }

    fn rewound(state: &State, moves: usize) -> State {
        replay::rewound(state, moves)
    }

    fn move_caption(state: &State, number: usize) -> String {
        replay::caption(state, number)
    }

    fn orders() -> &'static [Order<Self>] {
        &listing::ORDERS
    }

    fn is_filtering(view: &View) -> bool {
        view.filter.is_set()
    }

    fn is_listed(_state: &State, view: &View, turn: &Turn) -> bool {
        view.filter.passes(turn)
    }

    fn write_text(state: &State) -> String {
        text::write(state)
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        text::read(text, state)
    }
}
