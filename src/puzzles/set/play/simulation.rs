//! Simulates many random hands and counts their SETs, for comparison with the exact [`crate::live::distribution`].

use std::ops::{ControlFlow, Range};

use serde::Serialize;

use crate::{
    live::distribution::{Distribution, Fit},
    model::{card::DECK, state::Variant},
    search::completion,
};
use base::search::{Observer, Tally};

use super::deal::{Dealer, Purpose};

/// The most hands in one simulation.
pub const MOST_HANDS: u64 = 100_000_000;

/// The number of hands between two progress reports; they take a fraction of a millisecond.
const BATCH: u64 = 1024;

/// The least number of times that the growing sample is reported.
const REPORTS: u64 = 200;

/// The settings of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simulation {
    /// The variant, which decides the deck. SETs are counted whatever it is.
    pub variant: Variant,
    /// The number of cards in a hand.
    pub cards: usize,
    /// The number of hands, at most [`MOST_HANDS`].
    pub hands: u64,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// The number of simulated hands that have 0, 1, 2... SETs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sample {
    /// The counts; the last one is never 0.
    pub hands: Vec<u64>,
}

impl Simulation {
    /// Deals the hands and reports the growing sample; the last report is complete.
    ///
    /// # Errors
    /// `Break`, if the observer stops it.
    pub fn run(&self, observer: &mut dyn Observer<Sample>) -> ControlFlow<()> {
        let total = self.hands.min(MOST_HANDS);
        let mut dealer = Dealer::new(self.seed, Purpose::Simulation);
        let mut deck = self.variant.deck();
        let mut sample = Sample::default();
        let mut tally = Tally::default();
        let mut last_report = 0;
        while tally.explored < total {
            let batch = BATCH.min(total - tally.explored);
            for _ in 0..batch {
                let sets = completion::count(dealer.draw(&mut deck, self.cards.min(DECK)));
                sample.add(sets as usize);
                tally.kept += u64::from(sets > 0);
            }
            tally.explored += batch;
            observer.progress((tally.explored as f64 / total as f64) as f32, &tally)?;
            if tally.explored == total || (tally.explored - last_report) * REPORTS >= total {
                last_report = tally.explored;
                observer.found(sample.clone())?;
            }
        }
        observer.progress(1.0, &tally)
    }

    /// Tests how well the sample fits the exact distribution, or returns `None` if that is unknown.
    pub fn fit(&self, sample: &Sample) -> Option<Fit> {
        Some(Distribution::exact(self.variant.deck().len(), self.cards)?.fit(&sample.hands))
    }
}

impl Sample {
    /// The number of hands.
    pub fn dealt(&self) -> u64 {
        self.hands.iter().sum()
    }

    /// The average number of SETs in a hand, if there is one.
    pub fn mean(&self) -> Option<f64> {
        let sets: u64 = (0..).zip(&self.hands).map(|(sets, hands)| sets * hands).sum();
        (self.dealt() > 0).then(|| sets as f64 / self.dealt() as f64)
    }

    /// The range of SETs that hands of the sample or the exact distribution have; never empty.
    pub fn range(&self, exact: Option<&Distribution>) -> Range<usize> {
        let observed = self.hands.iter().position(|&hands| 0 < hands).map(|first| first..self.hands.len());
        let expected = exact.map(|exact| exact.fewest..exact.fewest + exact.hands.len());
        match (observed, expected) {
            (Some(observed), Some(expected)) => observed.start.min(expected.start)..observed.end.max(expected.end),
            (range, other) => range.or(other).unwrap_or(0..1),
        }
    }

    fn add(&mut self, sets: usize) {
        if self.hands.len() <= sets {
            self.hands.resize(sets + 1, 0);
        }
        self.hands[sets] += 1;
    }
}

#[cfg(test)]
mod tests {
    use base::search::Found;

    use super::*;

    fn sample(simulation: &Simulation) -> Sample {
        let mut found = Found::default();
        assert!(simulation.run(&mut found).is_continue());
        assert_eq!(found.tally.explored, simulation.hands);
        found.items.pop().unwrap_or_default()
    }

    #[test]
    fn random_hands_fit_the_exact_distributions() {
        let hands =
            [(Variant::Set, 9), (Variant::Set, 12), (Variant::Set, 15), (Variant::Ultra, 68), (Variant::Junior, 9), (Variant::Junior, 18)];
        for (variant, cards) in hands {
            let simulation = Simulation { variant, cards, hands: 40_000, seed: 7 };
            let sample = sample(&simulation);
            assert_eq!(sample.hands.iter().sum::<u64>(), 40_000);
            let fit = simulation.fit(&sample).unwrap();
            assert!(fit.degrees_of_freedom >= 5 && fit.p_value > 0.001, "{variant:?}, {cards} cards: {fit:?}");
        }
    }

    #[test]
    fn a_seed_deals_the_same_hands_in_every_version() {
        let simulation = Simulation { variant: Variant::Set, cards: 12, hands: 1_000, seed: 1 };
        assert_eq!(sample(&simulation).hands, [28, 121, 254, 300, 196, 77, 19, 4, 1]);
    }

    #[test]
    fn a_sample_of_another_size_does_not_fit() {
        let simulation = Simulation { variant: Variant::Set, cards: 15, hands: 4_000, seed: 7 };
        let twelve = Distribution::exact(81, 12).unwrap();
        assert_eq!(Simulation { cards: 16, ..simulation }.fit(&Sample::default()), None, "its distribution is unknown");
        assert!(twelve.fit(&sample(&simulation).hands).p_value < 1e-9);
    }

    #[test]
    fn the_range_has_what_was_dealt_and_what_is_possible() {
        let sample = |hands: &[u64]| Sample { hands: hands.to_vec() };
        let exact = Distribution::exact(81, 12).unwrap();
        let all = exact.fewest..exact.fewest + exact.hands.len();
        assert_eq!(sample(&[]).range(None), 0..1);
        assert_eq!(sample(&[0, 0, 3, 1]).range(None), 2..4);
        assert_eq!([sample(&[]), sample(&[0, 0, 3, 1])].map(|sample| sample.range(Some(&exact))), [all.clone(), all]);
        assert_eq!((sample(&[]).mean(), sample(&[1, 2, 1]).mean(), sample(&[1, 2, 1]).dealt()), (None, Some(1.0), 4));
    }

    #[test]
    fn a_simulation_of_no_hands_ends() {
        assert_eq!(sample(&Simulation { variant: Variant::Set, cards: 12, hands: 0, seed: 1 }), Sample::default());
    }

    #[test]
    fn it_stops_when_the_observer_breaks() {
        struct Impatient(u64);
        impl Observer<Sample> for Impatient {
            fn found(&mut self, _: Sample) -> ControlFlow<()> {
                ControlFlow::Break(())
            }
            fn progress(&mut self, _: f32, tally: &Tally) -> ControlFlow<()> {
                self.0 = tally.explored;
                ControlFlow::Continue(())
            }
        }
        let mut impatient = Impatient(0);
        let simulation = Simulation { variant: Variant::Set, cards: 12, hands: MOST_HANDS, seed: 1 };
        assert!(simulation.run(&mut impatient).is_break());
        assert!(impatient.0 <= MOST_HANDS / REPORTS + BATCH);
    }
}
