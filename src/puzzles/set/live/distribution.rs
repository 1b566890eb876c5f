//! The exact distribution of the number of SETs in random hands, where it is known, and a test of how well a sample fits it.

use super::exact_counts;
use crate::{
    model::{card::DECK, state::Variant},
    search::binomial,
};

/// The exact number of hands of one size for each number of SETs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// The number of cards in the deck: 81, or 27 that differ in three features.
    pub deck: usize,
    /// The number of cards in a hand.
    pub cards: usize,
    /// The fewest SETs that a hand can have; 0 for small hands.
    pub fewest: usize,
    /// The number of hands with `fewest` SETs, with one more, with two more...
    pub hands: Vec<u64>,
}

/// The number of cards in the Junior deck.
const JUNIOR_DECK: usize = DECK / 3;

/// How well a sample agrees with the exact distribution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Pearson's statistic: the sum of squared deviations over expected counts.
    pub chi_squared: f64,
    /// One less than the number of classes compared.
    pub degrees_of_freedom: u32,
    /// The chance that a random sample deviates at least this much.
    pub p_value: f64,
}

impl Distribution {
    /// The distribution for hands of this size from a deck of this size, or `None` if it is unknown.
    ///
    /// Only small hands were counted. A large hand is what remains of the deck without a small one, and the fewer SETs the small one
    /// has, the more the large one has.
    pub fn exact(deck: usize, cards: usize) -> Option<Self> {
        let counted: &[&[u64]] = match deck {
            DECK => &exact_counts::WHOLE_DECK,
            JUNIOR_DECK => &exact_counts::JUNIOR_DECK,
            _ => return None,
        };
        if let Some(&hands) = counted.get(cards) {
            return Some(Self { deck, cards, fewest: 0, hands: hands.to_vec() });
        }
        let others = deck.checked_sub(cards)?;
        let hands: Vec<u64> = counted.get(others)?.iter().rev().copied().collect();
        let fewest = sets_without(deck, others).checked_sub(hands.len() - 1)?;
        Some(Self { deck, cards, fewest, hands })
    }

    /// The distribution of the variant's solutions, or `None` if it is unknown, as for UltraSETs and GhostSETs in hands that may have any.
    pub fn of_variant(variant: Variant, cards: usize) -> Option<Self> {
        let deck = variant.deck().len();
        if cards < variant.size() {
            return Some(Self { deck, cards, fewest: 0, hands: vec![binomial(deck, cards)] });
        }
        Self::exact(deck, cards).filter(|_| variant.size() == 3)
    }

    /// The number of all hands of this size.
    pub fn total(&self) -> u64 {
        binomial(self.deck, self.cards)
    }

    /// The chance of a hand with exactly this many SETs.
    pub fn chance(&self, sets: usize) -> f64 {
        let hands = sets.checked_sub(self.fewest).and_then(|at| self.hands.get(at));
        hands.map_or(0.0, |&hands| hands as f64 / self.total() as f64)
    }

    /// Tests a sample, given as the number of hands with 0, 1, 2... SETs, against the distribution.
    ///
    /// Rare counts are merged until at least five hands are expected in each class, as Pearson's test requires. A sample too small for
    /// two classes always fits.
    pub fn fit(&self, sample: &[u64]) -> Fit {
        let hands: u64 = sample.iter().sum();
        let classes = self.classes(hands as f64, sample);
        let chi_squared = classes.iter().map(|&(expected, seen)| (seen - expected).powi(2) / expected).sum();
        let degrees_of_freedom = classes.len().saturating_sub(1) as u32;
        Fit { chi_squared, degrees_of_freedom, p_value: chance_above(chi_squared, degrees_of_freedom) }
    }

    /// The expected and the observed number of hands in each class, with rare counts merged.
    fn classes(&self, hands: f64, sample: &[u64]) -> Vec<(f64, f64)> {
        const MIN_EXPECTED: f64 = 5.0;
        let counts = (self.fewest + self.hands.len()).max(sample.len());
        let mut classes: Vec<(f64, f64)> = Vec::new();
        // From the rare end, so that a count that is too rare joins its likelier neighbour.
        let mut pending = (0.0, 0.0);
        for sets in (0..counts).rev() {
            pending.0 += hands * self.chance(sets);
            pending.1 += sample.get(sets).copied().unwrap_or(0) as f64;
            if pending.0 >= MIN_EXPECTED {
                classes.push(std::mem::take(&mut pending));
            }
        }
        if let Some(last) = classes.last_mut() {
            last.0 += pending.0;
            last.1 += pending.1;
        }
        classes
    }
}

/// Returns the number of SETs among the other cards of the deck if no three of these cards are a SET. Each SET of these cards makes it one
/// less.
///
/// A deck of n cards has n (n - 1) / 6 SETs, (n - 1) / 2 through each card. Subtracting those for each card subtracts the SET through a
/// pair of the cards twice, so it is added back once for each pair. A SET within the cards is then subtracted three times and added
/// three times, so it has to be subtracted once more.
fn sets_without(deck: usize, cards: usize) -> usize {
    deck * (deck - 1) / 6 + cards * cards.saturating_sub(1) / 2 - cards * (deck - 1) / 2
}

/// Whether every hand of this many cards has a solution of the variant, as far as that has been proved.
pub fn is_certain(variant: Variant, cards: usize) -> bool {
    /// The most cards without a SET (G. Pellegrino, 1971).
    const LARGEST_CAP: usize = 20;
    match variant {
        Variant::Set => LARGEST_CAP < cards,
        // All of its distributions are known.
        Variant::Junior => false,
        // With more pairs than there are cards, two pairs need the same card. They have no card in common, or their others were equal.
        Variant::Ultra => DECK < binomial(cards, 2) as usize,
        // One SET after the other: two without a common card are a GhostSET.
        Variant::Ghost => LARGEST_CAP + 3 < cards,
    }
}

/// Returns the average number of SETs in a random hand. Each triple is a SET with a chance of 1 in 79, or 1 in 25 for the deck of 27,
/// since two cards determine the third among the remaining ones.
pub fn mean(deck: usize, cards: usize) -> f64 {
    binomial(cards, 3) as f64 / (deck as f64 - 2.0)
}

/// Returns the chance that a chi-squared variable with this many degrees of freedom is larger: the regularized upper incomplete gamma
/// function at half of both.
fn chance_above(chi_squared: f64, degrees_of_freedom: u32) -> f64 {
    if degrees_of_freedom == 0 || chi_squared <= 0.0 {
        return 1.0;
    }
    let (shape, x) = (f64::from(degrees_of_freedom) / 2.0, chi_squared / 2.0);
    let common = (shape * x.ln() - x - ln_gamma_of_half(degrees_of_freedom)).exp();
    // Each of the two converges fast where the other one doesn't.
    let chance = if x < shape + 1.0 { 1.0 - common * lower_series(shape, x) } else { common * upper_fraction(shape, x) };
    chance.clamp(0.0, 1.0)
}

/// The lower incomplete gamma function divided by `x^shape exp(-x)`, by its series (Abramowitz and Stegun 6.5.29). All terms are
/// positive, so nothing cancels, and they fall, since `x` is below `shape + 1`.
fn lower_series(shape: f64, x: f64) -> f64 {
    let mut term = 1.0 / shape;
    let mut sum = term;
    let mut next = shape;
    while term > f64::EPSILON * sum {
        next += 1.0;
        term *= x / next;
        sum += term;
    }
    sum
}

/// The upper incomplete gamma function divided by `x^shape exp(-x)`, by its continued fraction (Abramowitz and Stegun 6.5.31), evaluated
/// from the inside out.
fn upper_fraction(shape: f64, x: f64) -> f64 {
    const DEPTH: u32 = 200;
    let inside = (1..=DEPTH).rev().map(f64::from).fold(0.0, |inside, level| (level - shape) / (1.0 + level / (x + inside)));
    1.0 / (x + inside)
}

/// The logarithm of the gamma function at half a positive number, from Γ(1) = 1, Γ(1/2)² = π and Γ(a + 1) = a Γ(a).
fn ln_gamma_of_half(twice: u32) -> f64 {
    let start = if twice.is_multiple_of(2) { 0.0 } else { std::f64::consts::PI.ln() / 2.0 };
    let first = if twice.is_multiple_of(2) { 2 } else { 1 };
    (first..twice).step_by(2).fold(start, |sum, doubled| sum + (f64::from(doubled) / 2.0).ln())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{model::state::State, play::deal, search::completion};

    use super::*;

    /// All known distributions.
    fn known() -> impl Iterator<Item = Distribution> {
        [DECK, JUNIOR_DECK].into_iter().flat_map(|deck| (0..=deck).filter_map(move |cards| Distribution::exact(deck, cards)))
    }

    #[test]
    fn only_small_and_large_hands_are_known() {
        for cards in 0..=DECK + 1 {
            let is_known = matches!(cards, 0..=15 | 66..=81);
            assert_eq!(Distribution::exact(DECK, cards).is_some(), is_known, "{cards} of 81 cards");
            assert_eq!(Distribution::exact(JUNIOR_DECK, cards).is_some(), cards <= 27, "{cards} of 27 cards");
        }
        assert_eq!(Distribution::exact(54, 3), None);
        assert_eq!(Variant::Junior.deck().len(), JUNIOR_DECK);
        assert_eq!(Distribution::of_variant(Variant::Ultra, 12), None);
    }

    /// The moments follow from the number of hands that contain the cards of one given SET, or of two.
    #[test]
    fn distributions_have_the_right_total_and_moments() {
        for distribution in known() {
            let Distribution { deck, cards, fewest, ref hands } = distribution;
            let moment = |power| (fewest as u128..).zip(hands).map(|(sets, &hands)| sets.pow(power) * u128::from(hands)).sum::<u128>();
            let with = |fixed: usize| u128::from(cards.checked_sub(fixed).map_or(0, |others| binomial(deck - fixed, others)));
            let sets = (deck * (deck - 1) / 6) as u128;
            // Each card of a SET is on (deck - 1) / 2 - 1 others; the remaining SETs share no card with it.
            let crossing = 3 * ((deck - 1) / 2 - 1) as u128;
            let disjoint = sets - 1 - crossing;
            assert_eq!(moment(0), u128::from(distribution.total()), "{cards} of {deck}");
            assert_eq!(moment(1), sets * with(3), "{cards} of {deck}");
            assert_eq!(moment(2), sets * (with(3) + crossing * with(5) + disjoint * with(6)), "{cards} of {deck}");
            let mean = moment(1) as f64 / moment(0) as f64;
            assert!((mean - super::mean(deck, cards)).abs() < 1e-9, "{cards} of {deck}");
        }
    }

    #[test]
    fn chances_are_from_0_to_1_and_add_up_to_1() {
        for distribution in known() {
            let Distribution { deck, cards, fewest, ref hands } = distribution;
            let chances: Vec<f64> = (0..fewest + hands.len() + 1).map(|sets| distribution.chance(sets)).collect();
            assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{cards} of {deck}");
            assert!((chances.iter().sum::<f64>() - 1.0).abs() <= 1e-12, "{cards} of {deck}");
        }
    }

    proptest! {
        /// For a sample of any kind, usual or not.
        #[test]
        fn the_chance_of_a_sample_is_from_0_to_1(cards in 0..=15_usize, sample in prop::collection::vec(0..2_000_u64, 0..10)) {
            let chance = Distribution::exact(DECK, cards).unwrap().fit(&sample).p_value;
            prop_assert!((0.0..=1.0).contains(&chance), "{}", chance);
        }
    }

    #[test]
    fn chances_for_twelve_cards_match_the_known_values() {
        let twelve = Distribution::exact(DECK, 12).unwrap();
        assert_eq!(format!("{:.4} {:.4}", 100.0 * twelve.chance(0), 100.0 * twelve.chance(6)), "3.2302 2.3319");
        assert_eq!(twelve.chance(15), 0.0);
    }

    /// Counts the SETs of random small hands and of the other cards of the deck.
    #[test]
    fn the_sets_of_a_hand_determine_those_of_the_other_cards() {
        for variant in [Variant::Set, Variant::Junior] {
            let deck = variant.deck().len();
            for seed in 0..200 {
                let small = deal::hand(variant, seed as usize % deck, seed);
                let large = State::new(small.remaining(), variant);
                let sets = |state: &State| completion::count(&state.cards) as usize;
                assert_eq!(sets(&small) + sets(&large), sets_without(deck, small.cards.len()));
                let exact = Distribution::exact(deck, large.cards.len());
                assert!(exact.is_none_or(|exact| exact.chance(sets(&large)) > 0.0), "{} of {deck}", large.cards.len());
            }
        }
        let whole = Distribution::exact(DECK, DECK).unwrap();
        assert_eq!((whole.fewest, whole.chance(1080)), (1080, 1.0));
    }

    #[test]
    fn chi_squared_chances_match_published_tables() {
        // Abramowitz and Stegun, table 26.8.
        for (degrees_of_freedom, chi_squared, chance) in [
            (1, 3.841_459, 0.05),
            (2, 9.210_34, 0.01),
            (5, 4.351_46, 0.5),
            (10, 18.307_0, 0.05),
            (12, 3.073_82, 0.995),
            (30, 59.702_4, 0.001),
        ] {
            let found = chance_above(chi_squared, degrees_of_freedom);
            assert!((found - chance).abs() < 1e-5, "{degrees_of_freedom}, {chi_squared}: {found}");
        }
        assert_eq!(chance_above(1e6, 12), 0.0);
    }

    #[test]
    fn a_perfect_sample_fits_and_a_shifted_one_does_not() {
        let twelve = Distribution::exact(81, 12).unwrap();
        let perfect: Vec<u64> = twelve.hands.iter().map(|hands| hands / 1_000_000).collect();
        assert!(twelve.fit(&perfect).p_value > 0.999_999);
        let mut shifted = perfect.clone();
        shifted.rotate_right(1);
        assert!(twelve.fit(&shifted).p_value < 1e-12);
        assert_eq!(twelve.fit(&[]).p_value, 1.0);
    }
}
