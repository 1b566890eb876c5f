//! The socket [`Board`]: what the window shows of the puzzle and what the user can do with it.

use super::{
    VirusWar,
    drawing::{board, caption},
    edit::{input, listing, text, view::View},
    live::{facts::facts, insight::Insight},
    model::{
        cells::Cell,
        game::length,
        state::State,
        turn::{Summary, Turn},
    },
    play::{battle::Battle, replay},
};
use base::{
    board::{Board, BoardExtras, Caption, Fact, Games, Input, Lines, ListFilter, Record, Reply, Scene, TextError},
    kept,
    look::Look,
    picture::Picture,
};

impl Board for VirusWar {
    const BOARD_EXTRAS: BoardExtras<Self> = BoardExtras {
        adopt: Some(&played),
        follow_hint: Some(&moved),
        record: Some(Record {
            moves: &replay::moves,
            rewound: &replay::rewound,
            caption: &replay::caption,
            is_next_game: None,
            lines: Some(Lines { place: &replay::place, has_same_moves: &State::has_same_turns, is_same_game: &State::has_same_root }),
        }),
        is_same_problem: Some(&State::is_same_game),
        games: Some(Games {
            saved: &|state, view| view.battle.as_ref()?.saved(state),
            // A battle is always a document of its own.
            started: &|_| 0,
            resume: &|state, view, game| Battle::read(state, game).map(|battle| view.battle = Some(battle)),
            is_on: &|view| view.battle.is_some(),
            leave: &|view| view.battle = None,
            follow: &|_, _, _| {},
        }),
        cleared: Some(&State::at_problem),
        orders: &listing::ORDERS,
        filter: Some(ListFilter {
            is_on: &|view| view.filter.is_set(),
            passes: &|_, view, turn| view.filter.passes(turn),
            is_same: &|before, after| before.filter == after.filter,
            clear: &|view| view.filter = listing::Filter::default(),
            write: &|view| kept::to_text(&view.filter),
            read: &|view, text| view.filter = ron::from_str(text).unwrap_or_else(|_| view.filter.clone()),
            forms: None,
        }),
        ..BoardExtras::NONE
    };

    fn steps(turn: &Turn) -> usize {
        length(turn.cells())
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

    fn write_text(state: &State) -> String {
        text::write(state)
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        text::read(text, state)
    }
}

fn played(state: &State, turn: &Turn) -> Option<State> {
    moved(state, turn.cells())
}

/// The position after these moves, or after a pass if there are none; none if the rules don't allow it.
fn moved(state: &State, cells: &[Cell]) -> Option<State> {
    let mut moved = state.clone();
    match cells {
        [] => moved.pass().ok()?,
        _ => cells.iter().try_for_each(|&cell| moved.play(cell)).ok()?,
    }
    Some(moved)
}
