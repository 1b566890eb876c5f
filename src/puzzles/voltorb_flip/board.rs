//! Voltorb Flip as a board: what can be seen and done.

use base::{
    board::{Board, BoardExtras, By, Caption, Fact, Games, Input, ListFilter, Order, Record, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
};

use super::{
    VoltorbFlip, drawing,
    edit::{editing, text, view::View},
    live::{facts, insight::Insight},
    model::{
        problem::Spot,
        rules::Value,
        solution::{Solution, Summary},
        state::{Marks, State},
    },
    play::{game::Game, session::is_next_round},
};

const ORDERS: [Order<VoltorbFlip>; 2] = [
    Order {
        key: "most-3s",
        title: "most 3s first",
        by: By::<VoltorbFlip>::Number(&|_, solution| -f64::from(solution.board.count(Value::Three))),
    },
    Order {
        key: "most-2s",
        title: "most 2s first",
        by: By::<VoltorbFlip>::Number(&|_, solution| -f64::from(solution.board.count(Value::Two))),
    },
];

/// The only filter, as text.
const ONLY_DEALT: &str = "only dealt";

impl Board for VoltorbFlip {
    const BOARD_EXTRAS: BoardExtras<Self> = BoardExtras {
        listing: Some(&text::listing),
        // The chances of all boards together.
        keeps_position: true,
        adopt: Some(&|state, solution| Some(noted(state, solution))),
        record: Some(Record {
            moves: &|state| state.flips.len(),
            rewound: &State::rewound,
            caption: &facts::flip_caption,
            is_next_game: Some(&is_next_round),
            lines: None,
        }),
        games: Some(Games {
            saved: &|state, view| view.saved_game(state),
            started: &|view| view.started,
            resume: &|state, view, game| Game::read(state, game).map(|game| view.resume_game(game)),
            is_on: &|view| view.game.is_some(),
            leave: &View::leave_game,
            follow: &|state, view, _| view.update(state),
        }),
        by_rank: "likeliest first",
        about_list: Some(&|found, summary, view| facts::about_list(found, summary, view.only_dealt)),
        orders: &ORDERS,
        filter: Some(ListFilter {
            is_on: &|view| view.only_dealt,
            passes: &|_, view, solution| !view.only_dealt || 0.0 < solution.chance,
            is_same: &|before, after| before.only_dealt == after.only_dealt,
            clear: &|view| view.only_dealt = false,
            // There is only one.
            write: &|_| ONLY_DEALT.to_owned(),
            read: &|view, text| view.only_dealt |= text == ONLY_DEALT,
            forms: None,
        }),
        ..BoardExtras::NONE
    };

    /// A board is shown completely or not at all.
    fn steps(_solution: &Solution) -> usize {
        1
    }

    fn caption(solution: &Solution) -> Caption {
        facts::caption(solution)
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Spot> {
        drawing::draw(scene)
    }

    fn thumbnail(state: &State, _view: &View, solution: &Solution, look: &Look) -> Picture<Spot> {
        drawing::thumbnail(state, solution, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Spot>, input: Input<Spot>) -> Reply<Spot> {
        editing::act(state, view, spot, input)
    }

    fn facts(state: &State, insight: Option<&Insight>, summary: &Summary) -> Vec<Fact> {
        facts::facts(state, insight, summary)
    }

    fn write_text(state: &State) -> String {
        text::write(state)
    }

    fn read_text(text: &str, state: &State) -> Result<State, TextError> {
        text::read(text, state)
    }
}

/// Notes the values of this board on the face-down tiles. It is only one of the possible boards, so no tile is flipped.
fn noted(state: &State, solution: &Solution) -> State {
    let mut noted = *state;
    for (tile, value) in state.tiles.face_down().filter_map(|tile| Some((tile, solution.value(tile)?))) {
        noted.memos.0[tile] = Marks::only(value);
    }
    noted
}
