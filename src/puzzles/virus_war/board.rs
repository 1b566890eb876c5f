//! The puzzle as something that is seen and edited: what each part of the socket comes to here.

use super::{
    VirusWar,
    cells::Cell,
    counts::Counts,
    drawing,
    editing::{self, View},
    end::End,
    insight::Insight,
    listing, replay,
    state::State,
    text,
    turn::{Summary, Turn},
};
use crate::{
    board::{Board, Caption, Fact, Input, Order, Reply, Scene, TextError},
    look::Look,
    picture::Picture,
    text::{counted, grouped},
};

impl Board for VirusWar {
    type View = View;

    fn steps(turn: &Turn) -> usize {
        turn.cells().len()
    }

    fn caption(turn: &Turn) -> Caption {
        let mut parts = Vec::new();
        if turn.kills > 0 {
            parts.push(counted(u64::from(turn.kills), "kill"));
        }
        parts.extend(turn.shape().map(|shape| shape.title().to_string()));
        parts.push(counted(u64::from(turn.orders), "order"));
        Caption { title: turn.to_string(), detail: parts.join(" · ") }
    }

    fn draw(scene: &Scene<'_, Self>) -> Picture<Cell> {
        drawing::draw(scene)
    }

    fn thumbnail(state: &State, _view: &View, turn: &Turn, look: &Look) -> Picture<Cell> {
        drawing::thumbnail(state, turn, look)
    }

    fn act(state: &mut State, view: &mut View, spot: Option<Cell>, input: Input<Cell>) -> Reply<Cell> {
        editing::act(state, view, spot, input)
    }

    fn facts(state: &State, insight: Option<&Insight>, _summary: &Summary) -> Vec<Fact> {
        let mut facts = vec![match state.check().ok().as_ref().and_then(End::of) {
            Some(end) => fact("Outcome", format!("{} wins", end.winner), "a player who can't make all moves of a turn loses"),
            None => {
                let to_move = drawing::turn_line(state.to_move, state.moves_left);
                fact("Turn", to_move, "who makes the next move, and how many are left of the turn")
            }
        }];
        let Some(insight) = insight else { return facts };
        let accessible = counted(insight.accessible.len() as u64, "cell");
        facts.push(fact("Accessible", accessible, "cells on which the next move can be made"));
        let reachable = counted(u64::from(insight.reachable_cells), "cell");
        facts.push(fact("Within reach", reachable, "cells on which a move could be made if the turn never ended"));
        if let Some(counts) = &insight.counts {
            count_facts(counts, &mut facts);
        }
        facts
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

fn count_facts(counts: &Counts, facts: &mut Vec<Fact>) {
    facts.push(fact("Turns", grouped(counts.distinct), "sets of cells on which the turn can be made, whatever the order"));
    facts.push(fact("Sequences", grouped(counts.sequences), "the same in every order in which the moves can be made"));
    if let Some(ratio) = counts.ratio() {
        facts.push(fact("Orders a turn", format!("{ratio:.2}"), "how many duplicates all orders have for each turn, on average"));
    }
}

fn fact(label: &str, value: String, hint: &'static str) -> Fact {
    Fact { label: label.to_string(), value, hint }
}
