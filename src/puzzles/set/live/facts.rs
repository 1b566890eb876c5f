//! What is known of a position, as lines to read.

use super::insight::{Insight, Odds};
use crate::{board::Fact, puzzles::set::model::state::State, text::grouped};

const ODDS: &str = "How many random hands with as many cards have this many. SETs were counted in all hands of up to 15 and from 66 of \
                    the 81 cards, and in all of the Junior deck; UltraSETs and GhostSETs were not.";

/// Stands for a figure that is not known yet.
const UNKNOWN: &str = "…";

/// The same lines whatever is known yet, so that nothing moves when more is.
pub fn facts(state: &State, insight: Option<&Insight>) -> Vec<Fact> {
    let fact = |label: &str, value: String, hint| Fact { label: label.to_owned(), value, hint };
    let (cards, deck) = (state.cards.len(), state.variant.deck().len());
    let mut facts = vec![fact("Cards", format!("{cards} of {deck}"), "Cards on the table and in the deck")];
    let sets = insight.map_or_else(|| UNKNOWN.to_owned(), |insight| grouped(insight.sets));
    facts.push(fact(&format!("{}s", state.variant.noun()), sets, "All that can be found on the table"));
    let odds = Odds::new(state.variant, cards, insight.map_or(0, |insight| insight.sets));
    if let Some(average) = odds.average.filter(|_| cards <= deck) {
        facts.push(fact("Average", format!("{average:.2}"), "The average number of SETs in random hands with as many cards"));
    }
    let told = |chance: Option<f64>| chance.map_or_else(|| "not counted".to_owned(), percent);
    let (count, chance) = match insight {
        Some(insight) => (grouped(insight.sets), told(odds.chance)),
        None => (UNKNOWN.to_owned(), UNKNOWN.to_owned()),
    };
    facts.push(fact(&format!("Chance of exactly {count}"), chance, ODDS));
    facts.push(fact("Chance of none", told(odds.chance_of_none), ODDS));
    facts
}

/// A chance with four figures that count, so that rare ones do not look impossible.
fn percent(chance: f64) -> String {
    let percent = 100.0 * chance;
    if percent == 0.0 || 0.01 <= percent { format!("{percent:.2} %") } else { format!("{percent:.1e} %") }
}
