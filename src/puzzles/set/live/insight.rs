//! What is known of a hand without listing everything, and of random hands with as many cards.

use std::ops::ControlFlow;

use serde::Serialize;

use super::distribution::{self, Distribution};
use crate::{
    puzzles::set::{
        model::{
            hand::Hand,
            solution::{self, Solution},
            state::Variant,
        },
        search::completion,
    },
    search::{Observer, Tally},
};

/// What is known of a hand at once, without listing everything.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Insight {
    /// How many solutions there are.
    pub sets: u64,
    /// For each card of the hand how many solutions it is part of.
    pub through: Vec<u64>,
    /// What is known of random hands with as many cards.
    #[serde(flatten)]
    pub odds: Odds,
    /// The solutions by their rank, at most [`solution::KEPT`].
    #[serde(skip)]
    pub list: Vec<Solution>,
}

/// What is known of random hands from the same deck, with as many cards as one hand has.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Odds {
    /// Whether their distribution is known.
    pub distribution: Known,
    /// The average number of SETs; null if the variant looks for something else.
    pub average: Option<f64>,
    /// The chance of exactly as many solutions as this hand has; null where the distribution was not counted.
    pub chance: Option<f64>,
    /// The chance of no solution; null where the distribution was not counted.
    pub chance_of_none: Option<f64>,
}

/// Whether the distribution of the number of solutions in random hands is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Known {
    /// All hands of this size were counted by their number of SETs.
    #[serde(rename = "counted")]
    Counted,
    /// It is not known.
    #[default]
    #[serde(rename = "not counted")]
    NotCounted,
}

impl Odds {
    /// The odds for a hand of this many cards with this many solutions.
    pub fn new(variant: Variant, cards: usize, solutions: u64) -> Self {
        let average = (variant.size() == 3).then(|| distribution::mean(variant.deck().len(), cards));
        let Some(exact) = Distribution::of_variant(variant, cards) else { return Self { average, ..Self::default() } };
        let chance = usize::try_from(solutions).map_or(0.0, |solutions| exact.chance(solutions));
        Self { distribution: Known::Counted, average, chance: Some(chance), chance_of_none: Some(exact.chance(0)) }
    }
}

/// Finds what is known of the hand.
///
/// # Errors
/// As `Break`, when the observer says so.
pub fn analyze(hand: &Hand, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
    let insight = Insight { through: vec![0; hand.cards().len()], ..Insight::default() };
    let mut counting = Counting { insight, observer };
    completion::search(hand, &mut counting)?;
    let Counting { mut insight, observer } = counting;
    insight.odds = Odds::new(hand.variant(), hand.cards().len(), insight.sets);
    observer.found(insight)
}

/// Takes the solutions of a search into an insight, and hands its progress on.
struct Counting<'a> {
    insight: Insight,
    observer: &'a mut dyn Observer<Insight>,
}

impl Observer<Solution> for Counting<'_> {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        self.insight.sets += 1;
        for &at in solution.positions() {
            self.insight.through[usize::from(at)] += 1;
        }
        solution::keep(&mut self.insight.list, solution);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_say_what_was_not_counted() {
        let json = |variant, cards, solutions| serde_json::to_value(Odds::new(variant, cards, solutions)).unwrap();
        let exact = json(Variant::Set, 12, 4);
        assert_eq!((&exact["distribution"], &exact["average"]), (&"counted".into(), &(220.0 / 79.0).into()));
        assert!(
            (exact["chance"].as_f64().unwrap() - 0.180_2).abs() < 1e-4
                && (exact["chance_of_none"].as_f64().unwrap() - 0.032_3).abs() < 1e-4
        );
        for (variant, cards, average) in [(Variant::Set, 16, Some(560.0 / 79.0)), (Variant::Ultra, 12, None), (Variant::Ghost, 9, None)] {
            let expected = serde_json::json!({ "distribution": "not counted", "average": average, "chance": null, "chance_of_none": null });
            assert_eq!(json(variant, cards, 0), expected);
        }
    }
}
