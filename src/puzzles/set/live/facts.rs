//! The facts about a position, as lines to read.

use super::insight::{Insight, Odds};
use crate::model::state::{State, Variant};
use base::{board::Fact, text::grouped};

const CHANCE_HINT: &str = "The share of random hands of this size that have this many. Known for SETs in hands of up to 15 or at least 66 of the 81 \
                               cards, and in all hands of the Junior deck, and where no hand or every hand has one; otherwise unknown.";
const NOT_YET_KNOWN: &str = "…";

/// Returns the same lines with or without an insight, so that nothing moves when it arrives.
pub fn facts(state: &State, insight: Option<&Insight>) -> Vec<Fact> {
    let fact = |label: &str, value: String, tooltip| Fact { label: label.to_owned(), value, tooltip };
    let (cards, deck) = (state.cards.len(), state.variant.deck().len());
    let mut facts = vec![fact("Cards", format!("{cards} of {deck}"), "Cards on the table and in the deck")];
    let sets = insight.map_or_else(|| NOT_YET_KNOWN.to_owned(), |insight| grouped(insight.sets));
    facts.push(fact(&format!("{}s", state.variant.noun()), sets, "How many there are on the table"));
    let odds = Odds::new(state.variant, cards, insight.map_or(0, |insight| insight.sets));
    if let Some(average) = odds.average.filter(|_| cards <= deck) {
        facts.push(fact("Average", format!("{average:.2}"), "The average number of SETs in a random hand of this size"));
    }
    let percent = |chance: Option<f64>| chance.map_or_else(|| "unknown".to_owned(), in_percent);
    let (count, chance) = match insight {
        Some(insight) => (grouped(insight.sets), percent(odds.chance)),
        None => (NOT_YET_KNOWN.to_owned(), NOT_YET_KNOWN.to_owned()),
    };
    facts.push(fact(&format!("Chance of exactly {count}"), chance, CHANCE_HINT));
    facts.push(fact("Chance of none", percent(odds.chance_of_none), CHANCE_HINT));
    facts
}

/// How likely it is that this many random cards have no solution, as the parts of a line, where that is known exactly. It says nothing
/// about these cards.
pub fn chance_of_none(variant: Variant, cards: usize) -> Option<(String, String)> {
    let chance = Odds::new(variant, cards, 0).chance_of_none?;
    Some((format!("No {} in {cards} random cards", variant.noun()), in_percent(chance)))
}

/// Two decimals, or two significant digits where a chance is so small that it would look impossible.
fn in_percent(chance: f64) -> String {
    let percent = 100.0 * chance;
    if percent == 0.0 || 0.01 <= percent { format!("{percent:.2} %") } else { format!("{percent:.1e} %") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chance_of_none_is_said_only_where_it_is_known() {
        let said = |variant, cards| chance_of_none(variant, cards).map(|(about, chance)| format!("{about}: {chance}"));
        let known = [
            (Variant::Set, 12, "No SET in 12 random cards: 3.23 %"),
            (Variant::Set, 15, "No SET in 15 random cards: 0.04 %"),
            (Variant::Set, 21, "No SET in 21 random cards: 0.00 %"),
            (Variant::Junior, 9, "No SET in 9 random cards: 0.04 %"),
        ];
        for (variant, cards, expected) in known {
            assert_eq!(said(variant, cards).as_deref(), Some(expected));
        }
        assert_eq!(
            [(Variant::Set, 18), (Variant::Ultra, 8), (Variant::Ghost, 10)].map(|(variant, cards)| said(variant, cards)),
            [None, None, None]
        );
    }
}
