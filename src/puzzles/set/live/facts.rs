//! The facts about a position, as lines to read.

use super::insight::{Insight, Odds};
use crate::{
    board::Fact,
    puzzles::set::{model::state::State, words},
    text::grouped,
};

/// Returns the same lines with or without an insight, so that nothing moves when it arrives.
pub fn facts(state: &State, insight: Option<&Insight>) -> Vec<Fact> {
    let fact = |label: &str, value: String, tooltip| Fact { label: label.to_owned(), value, tooltip };
    let (cards, deck) = (state.cards.len(), state.variant.deck().len());
    let mut facts = vec![fact("Cards", words::of(cards, deck), "Cards on the table and in the deck")];
    let sets = insight.map_or_else(|| words::NOT_YET_KNOWN.to_owned(), |insight| grouped(insight.sets));
    facts.push(fact(&words::plural(state.variant.noun()), sets, "How many there are on the table"));
    let odds = Odds::new(state.variant, cards, insight.map_or(0, |insight| insight.sets));
    if let Some(average) = odds.average.filter(|_| cards <= deck) {
        facts.push(fact("Average", format!("{average:.2}"), "The average number of SETs in a random hand of this size"));
    }
    let percent = |chance: Option<f64>| chance.map_or_else(|| "unknown".to_owned(), words::percent);
    let (count, chance) = match insight {
        Some(insight) => (grouped(insight.sets), percent(odds.chance)),
        None => (words::NOT_YET_KNOWN.to_owned(), words::NOT_YET_KNOWN.to_owned()),
    };
    facts.push(fact(&format!("Chance of exactly {count}"), chance, words::CHANCE_HINT));
    facts.push(fact("Chance of none", percent(odds.chance_of_none), words::CHANCE_HINT));
    facts
}
