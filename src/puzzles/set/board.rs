//! The puzzle as a board. Pictures are in `drawing`, inputs in [`super::edit::input`].

use super::{
    Set, drawing,
    edit::{input, listing, text, view::View},
    live::{facts::facts, insight::Insight},
    model::{
        solution::{Solution, Summary},
        spot::Spot,
        state::State,
    },
    play::saved,
};
use base::{
    board::{Board, BoardExtras, Caption, Fact, Games, Input, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
};

impl Board for Set {
    const BOARD_EXTRAS: BoardExtras<Self> = BoardExtras {
        listing: Some(&listing::listing),
        games: Some(Games {
            saved: &|state, view| view.saved_game(state),
            started: &|view| view.started,
            resume: &|state, view, game| saved::read(state, game).map(|(game, round)| view.resume_game(game, round)),
            is_on: &|view| view.game.is_some(),
            leave: &View::end_game,
            follow: &|_, view, elapsed| view.note_time(elapsed),
        }),
        ..BoardExtras::NONE
    };

    fn steps(solution: &Solution) -> usize {
        solution.cards().len()
    }

    fn caption(solution: &Solution) -> Caption {
        let numbers: Vec<String> = solution.positions().iter().map(|at| (at + 1).to_string()).collect();
        let names: Vec<String> = solution.cards().iter().map(|card| card.phrase()).collect();
        Caption { title: numbers.join(", "), detail: names.join(", ") }
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Spot> {
        drawing::draw(scene)
    }

    fn thumbnail(_state: &State, view: &View, solution: &Solution, look: &Look) -> Picture<Spot> {
        drawing::thumbnail(solution, view.palette, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
        input::act(state, view, spot, input)
    }

    fn facts(state: &State, insight: Option<&Insight>, _summary: &Summary) -> Vec<Fact> {
        facts(state, insight)
    }

    fn write_text(state: &State) -> String {
        text::write(state)
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        text::read(text, state)
    }
}
