//! What can be seen of a Soma position, and how it is edited.

use super::{
    Soma,
    drawing::{board, mesh, printed, sheet},
    edit::{filter, input, notation, view::View},
    live::insight::{self, Insight},
    model::{
        solution::{Solution, Summary},
        spot::Spot,
        state::State,
    },
};
use crate::{
    board::{Board, BoardExtras, Caption, Fact, Forms, Input, ListFilter, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
};

impl Board for Soma {
    const BOARD_EXTRAS: BoardExtras<Self> = BoardExtras {
        adopt: Some(&|state, solution| Some(state.with_grid(&solution.grid()))),
        follow_hint: Some(&input::placed_on),
        cleared: Some(&State::without_pieces),
        orders: &filter::ORDERS,
        filter: Some(ListFilter {
            is_on: &|view| !view.filter.is_off(),
            passes: &|_, view, solution| view.filter.accepts(solution),
            is_same: &|before, after| before.filter == after.filter,
            write: &|view| view.filter.write(),
            read: &|view, text| view.filter.read(text),
            forms: Some(Forms {
                of: &|_, view, solution| view.filter.form(solution),
                about: &|passing, summary, view| view.filter.about(passing, summary),
            }),
        }),
        portrait: Some(&board::portrait),
        sheet: Some(&sheet::sheet),
        printed: Some(printed::PRINTED),
        mesh: Some(&mesh::mesh),
        ..BoardExtras::NONE
    };

    fn steps(solution: &Solution) -> usize {
        solution.placed.chars().count()
    }

    fn caption(solution: &Solution) -> Caption {
        solution.caption()
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Spot> {
        board::draw(scene)
    }

    fn thumbnail(state: &State, _view: &View, solution: &Solution, look: &Look) -> Picture<Spot> {
        board::thumbnail(state, solution, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
        input::act(state, view, spot, input)
    }

    fn facts(_state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
        insight::facts(insight, summary)
    }

    fn write_text(state: &State) -> String {
        notation::write(state)
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        notation::read(text, state)
    }
}
