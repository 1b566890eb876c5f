//! What is known of a position, as lines to read.

use super::insight::Insight;
use crate::{
    board::Fact,
    puzzles::virus_war::{
        model::{
            standing::{End, turn_line},
            state::State,
        },
        search::counts::Counts,
    },
    text::{counted, grouped},
};

/// All that is known, as lines to read.
pub fn facts(state: &State, insight: Option<&Insight>) -> Vec<Fact> {
    let mut facts = vec![match state.check().ok().as_ref().and_then(End::of) {
        Some(end) => fact("Outcome", format!("{} wins", end.winner), "a player who can't make all moves of a turn loses"),
        None => {
            let to_move = turn_line(state.to_move, state.moves_left);
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
