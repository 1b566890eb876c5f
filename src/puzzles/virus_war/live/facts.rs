//! The lines of the status panel.

use super::insight::Insight;
use crate::{
    model::{
        goal::{Aim, Stage},
        standing::End,
        state::State,
    },
    search::counts::Counts,
    words::standing,
};
use base::{
    board::Fact,
    text::{counted, grouped, sentence},
};

/// Everything that is known of the position.
pub fn facts(state: &State, insight: Option<&Insight>) -> Vec<Fact> {
    let mut facts = vec![match state.check().ok().as_ref().and_then(End::of) {
        Some(end) => fact(
            "Outcome",
            sentence(&end.result()),
            "A player who can't make all moves of a turn loses. Where passing is allowed, two passes in a row are a draw",
        ),
        None => fact("Turn", standing::to_move(state.to_move, state.moves_left), "Who moves next, and how many moves of the turn are left"),
    }];
    if let Some(Aim { goal, stage: Stage::Making(_) }) = state.aim() {
        facts.push(fact(
            "Goal",
            sentence(&goal.to_string()),
            "What the turn of this challenge must do; the list has only the turns that do it",
        ));
    }
    let Some(insight) = insight else { return facts };
    let accessible = counted(insight.accessible.len() as u64, "cell");
    facts.push(fact("Accessible", accessible, "Cells where the next move can be made"));
    let reachable = counted(u64::from(insight.reachable_cells), "cell");
    facts.push(fact("Within reach", reachable, "Cells where a move could eventually be made if the turn never ended"));
    if let Some(counts) = &insight.counts {
        count_facts(counts, &mut facts);
    }
    facts
}

fn count_facts(counts: &Counts, facts: &mut Vec<Fact>) {
    facts.push(fact("Turns", grouped(counts.distinct), "Sets of cells that make a turn, in any order"));
    facts.push(fact("Sequences", grouped(counts.sequences), "The same turns, each counted once for every legal order"));
    if let Some(ratio) = counts.ratio() {
        facts.push(fact("Orders per turn", format!("{ratio:.2}"), "Legal orders of a turn, on average; all but one are duplicates"));
    }
}

fn fact(label: &str, value: String, tooltip: &'static str) -> Fact {
    Fact { label: label.to_string(), value, tooltip }
}
