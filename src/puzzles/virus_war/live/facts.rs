//! The lines of the status panel.

use super::insight::Insight;
use crate::{
    board::Fact,
    puzzles::virus_war::{
        model::{
            goal::{Aim, Stage},
            standing::End,
            state::State,
        },
        search::counts::Counts,
        words::{facts as words, standing},
    },
    text::{counted, grouped, sentence},
};

/// Everything that is known of the position.
pub fn facts(state: &State, insight: Option<&Insight>) -> Vec<Fact> {
    let mut facts = vec![match state.check().ok().as_ref().and_then(End::of) {
        Some(end) => fact(words::OUTCOME, standing::wins(end.winner), words::OUTCOME_HINT),
        None => fact(words::TURN, standing::to_move(state.to_move, state.moves_left), words::TURN_HINT),
    }];
    if let Some(Aim { goal, stage: Stage::Making(_) }) = state.aim() {
        facts.push(fact(words::GOAL, sentence(&goal.to_string()), words::GOAL_HINT));
    }
    let Some(insight) = insight else { return facts };
    let accessible = counted(insight.accessible.len() as u64, "cell");
    facts.push(fact(words::ACCESSIBLE, accessible, words::ACCESSIBLE_HINT));
    let reachable = counted(u64::from(insight.reachable_cells), "cell");
    facts.push(fact(words::REACHABLE, reachable, words::REACHABLE_HINT));
    if let Some(counts) = &insight.counts {
        count_facts(counts, &mut facts);
    }
    facts
}

fn count_facts(counts: &Counts, facts: &mut Vec<Fact>) {
    facts.push(fact(words::TURNS, grouped(counts.distinct), words::TURNS_HINT));
    facts.push(fact(words::SEQUENCES, grouped(counts.sequences), words::SEQUENCES_HINT));
    if let Some(ratio) = counts.ratio() {
        facts.push(fact(words::ORDERS_PER_TURN, format!("{ratio:.2}"), words::ORDERS_PER_TURN_HINT));
    }
}

fn fact(label: &str, value: String, tooltip: &'static str) -> Fact {
    Fact { label: label.to_string(), value, tooltip }
}
