//! How the puzzle looks and is edited: what fills each part of the socket.

use super::{
    Meteor,
    drawing::{board, caption, printed},
    edit::{filter, input, view::View},
    live::{facts::facts, insight::Insight},
    model::{
        geometry::Cell,
        solution::{Solution, Summary, contest_output},
        state::{Squares, State},
    },
};
use crate::{
    board::{Board, BoardExtras, Caption, Fact, Input, ListFilter, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
};

impl Board for Meteor {
    const BOARD_EXTRAS: BoardExtras<Self> = BoardExtras {
        adopt: Some(&|state, solution| Some(State { board: solution.after(Self::steps(solution)), ..state.clone() })),
        follow_hint: Some(&input::placed_on),
        cleared: Some(&State::without_pieces),
        orders: &filter::ORDERS,
        filter: Some(ListFilter {
            is_on: &|view| !view.filter.is_empty(),
            passes: &|state, view, solution| view.filter.passes(state, solution),
            is_same: &|before, after| before.filter == after.filter,
            write: &|view| view.filter.write(),
            read: &|view, text| view.filter.read(text),
            forms: None,
        }),
        about_captions: "The pieces in the order they are placed, from the upper left. Below, the board row by row: each digit is the \
                         piece on that cell.",
        contest_output: Some(&contest_output),
        printed: Some(printed::PRINTED),
        ..BoardExtras::NONE
    };

    fn steps(solution: &Solution) -> usize {
        solution.placed().len()
    }

    fn caption(solution: &Solution) -> Caption {
        caption::caption(solution)
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Cell> {
        board::draw(scene)
    }

    fn thumbnail(_state: &State, _view: &View, solution: &Solution, look: &Look) -> Picture<Cell> {
        board::thumbnail(solution, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Cell>, input: Input<Cell>) -> Reply<Cell> {
        input::act(state, view, spot, input)
    }

    fn facts(state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
        facts(state, insight, summary)
    }

    fn write_text(state: &State) -> String {
        state.board.to_text()
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        Ok(state.with_board(Squares::from_text(text)?))
    }
}
