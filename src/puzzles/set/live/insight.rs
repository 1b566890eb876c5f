//! The insight into a hand: its solutions, and how usual their number is in random hands of the same size.

use std::ops::ControlFlow;

use serde::Serialize;

use super::distribution::{self, Distribution};
use crate::{
    model::{
        hand::Hand,
        solution::{self, Solution},
        state::Variant,
    },
    search::completion,
};
use base::search::{Observer, Tally};

/// What is known about a hand as soon as it is edited.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Insight {
    /// The number of solutions.
    pub sets: u64,
    /// For each card of the hand, the number of solutions that it is part of.
    pub through: Vec<u64>,
    /// How random hands of the same size compare.
    #[serde(flatten)]
    pub odds: Odds,
    /// The first solutions by rank, at most [`solution::MAX_LISTED`].
    #[serde(skip)]
    pub list: Vec<Solution>,
}

/// The number of solutions in random hands of one size from the same deck.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Odds {
    /// Whether its distribution is known.
    pub distribution: DistributionStatus,
    /// The average number of SETs; null for UltraSETs and GhostSETs.
    pub average: Option<f64>,
    /// The chance of exactly as many solutions as this hand has; null if the distribution is unknown.
    pub chance: Option<f64>,
    /// The chance of no solution; null if it is unknown.
    pub chance_of_none: Option<f64>,
}

/// Whether the distribution of the number of solutions in random hands is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum DistributionStatus {
    /// All hands of this size were counted by their number of SETs.
    #[serde(rename = "counted")]
    Counted,
    /// It is unknown.
    #[default]
    #[serde(rename = "not counted")]
    NotCounted,
}

impl Odds {
    /// The odds for a hand of this many cards with this many solutions.
    pub fn new(variant: Variant, cards: usize, solutions: u64) -> Self {
        let average = (variant.size() == 3).then(|| distribution::mean(variant.deck().len(), cards));
        let Some(exact) = Distribution::of_variant(variant, cards) else {
            return Self { average, chance_of_none: distribution::is_certain(variant, cards).then_some(0.0), ..Self::default() };
        };
        let chance = usize::try_from(solutions).map_or(0.0, |solutions| exact.chance(solutions));
        Self { distribution: DistributionStatus::Counted, average, chance: Some(chance), chance_of_none: Some(exact.chance(0)) }
    }
}

/// Finds all solutions of the hand and reports the insight.
///
/// # Errors
/// `Break`, if the observer stops it.
pub fn analyze(hand: &Hand, observer: &mut dyn Observer<Insight>) -> ControlFlow<()> {
    let insight = Insight { through: vec![0; hand.cards().len()], ..Insight::default() };
    let mut collector = Collector { insight, observer };
    completion::search(hand, &mut collector)?;
    let Collector { mut insight, observer } = collector;
    insight.odds = Odds::new(hand.variant(), hand.cards().len(), insight.sets);
    observer.found(insight)
}

/// Collects the solutions of a search in an insight, and passes its progress to the observer.
struct Collector<'a> {
    insight: Insight,
    observer: &'a mut dyn Observer<Insight>,
}

impl Observer<Solution> for Collector<'_> {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        self.insight.sets += 1;
        for &at in solution.positions() {
            self.insight.through[usize::from(at)] += 1;
        }
        solution::insert_ranked(&mut self.insight.list, solution);
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
    fn odds_say_what_is_unknown() {
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
