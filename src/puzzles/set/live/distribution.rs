//! How many SETs random hands have: exactly, where that was counted, and how well a sample agrees.

use super::counted;
use crate::puzzles::set::{
    model::{card::DECK, state::Variant},
    search::binomial,
};

/// The exact number of hands of one size by their number of SETs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Distribution {
    /// How many cards the deck has: 81, or 27 that differ in three features.
    pub deck: usize,
    /// How many cards a hand has.
    pub cards: usize,
    /// The number of SETs that the first of `hands` is about; 0 for small hands.
    pub least: usize,
    /// How many hands have `least` SETs, one more, two more...
    pub hands: Vec<u64>,
}

/// Which distributions are known: a sentence without the full stop.
pub const COUNTED: &str = "Exact distributions were counted for up to 15 and from 66 of the 81 cards, and for all hands of the Junior deck";

/// How many cards the Junior deck has.
const JUNIOR_DECK: usize = DECK / 3;

/// How well a sample agrees with what is expected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Pearson's sum of squared deviations over expectations.
    pub chi_squared: f64,
    /// How many of the compared classes are free.
    pub freedom: u32,
    /// How often a sample of just this distribution deviates at least as much.
    pub chance: f64,
}

impl Distribution {
    /// The distribution for hands of this size from a deck of this size; none where it was not counted.
    ///
    /// It was counted for small hands. A large hand is what a small one leaves of the deck, and has more SETs the fewer that one has.
    pub fn exact(deck: usize, cards: usize) -> Option<Self> {
        let counted: &[&[u64]] = match deck {
            DECK => &counted::WHOLE_DECK,
            JUNIOR_DECK => &counted::JUNIOR_DECK,
            _ => return None,
        };
        if let Some(&hands) = counted.get(cards) {
            return Some(Self { deck, cards, least: 0, hands: hands.to_vec() });
        }
        let left = deck.checked_sub(cards)?;
        let hands: Vec<u64> = counted.get(left)?.iter().rev().copied().collect();
        let least = sets_without(deck, left).checked_sub(hands.len() - 1)?;
        Some(Self { deck, cards, least, hands })
    }

    /// The distribution of what the variant looks for; none where it was not counted, as for all but SETs.
    pub fn of_variant(variant: Variant, cards: usize) -> Option<Self> {
        Self::exact(variant.deck().len(), cards).filter(|_| variant.size() == 3)
    }

    /// How many hands there are.
    pub fn total(&self) -> u64 {
        binomial(self.deck, self.cards)
    }

    /// The chance of a hand with exactly this many SETs.
    pub fn chance(&self, sets: usize) -> f64 {
        let hands = sets.checked_sub(self.least).and_then(|at| self.hands.get(at));
        hands.map_or(0.0, |&hands| hands as f64 / self.total() as f64)
    }

    /// Compares how many hands of a sample had 0, 1, 2... SETs with what is expected.
    ///
    /// Rare counts are taken together until at least five hands are expected, as Pearson's test asks; a sample too small for two
    /// classes fits in any case.
    pub fn fit(&self, sample: &[u64]) -> Fit {
        let hands: u64 = sample.iter().sum();
        let classes = self.classes(hands as f64, sample);
        let chi_squared = classes.iter().map(|&(expected, seen)| (seen - expected).powi(2) / expected).sum();
        let freedom = classes.len().saturating_sub(1) as u32;
        Fit { chi_squared, freedom, chance: chance_above(chi_squared, freedom) }
    }

    /// Expected and seen hands, rare counts together.
    fn classes(&self, hands: f64, sample: &[u64]) -> Vec<(f64, f64)> {
        const LEAST: f64 = 5.0;
        let counts = (self.least + self.hands.len()).max(sample.len());
        let mut classes: Vec<(f64, f64)> = Vec::new();
        // From the rare end, so that what is too rare joins its likelier neighbour.
        let mut open = (0.0, 0.0);
        for sets in (0..counts).rev() {
            open.0 += hands * self.chance(sets);
            open.1 += sample.get(sets).copied().unwrap_or(0) as f64;
            if open.0 >= LEAST {
                classes.push(std::mem::take(&mut open));
            }
        }
        if let Some(last) = classes.last_mut() {
            last.0 += open.0;
            last.1 += open.1;
        }
        classes
    }
}

/// How many SETs are left of a deck without these cards, if no three of the cards are a SET; each SET of them is one less.
///
/// A deck of n cards has n (n - 1) / 6 SETs, (n - 1) / 2 through each card. Who takes those away for each card takes the one through two
/// of them twice, and so adds it for each pair. A SET within the cards is then taken away three times and added three times, so it is
/// still to be taken away.
fn sets_without(deck: usize, cards: usize) -> usize {
    deck * (deck - 1) / 6 + cards * cards.saturating_sub(1) / 2 - cards * (deck - 1) / 2
}

/// The average number of SETs in a random hand: each of its triples is one with a chance of 1 in 79, or 1 in 25 in the deck of 27, since
/// two cards fix the third among those left.
pub fn mean(deck: usize, cards: usize) -> f64 {
    binomial(cards, 3) as f64 / (deck as f64 - 2.0)
}

/// The chance that a chi-squared variable with this many degrees of freedom is larger: the regularized upper gamma function of
/// half of both.
fn chance_above(chi_squared: f64, freedom: u32) -> f64 {
    if freedom == 0 || chi_squared <= 0.0 {
        return 1.0;
    }
    let (shape, x) = (f64::from(freedom) / 2.0, chi_squared / 2.0);
    let common = (shape * x.ln() - x - ln_gamma_of_half(freedom)).exp();
    // Each of the two converges fast where the other doesn't.
    let chance = if x < shape + 1.0 { 1.0 - common * lower_series(shape, x) } else { common * upper_fraction(shape, x) };
    chance.clamp(0.0, 1.0)
}

/// The lower gamma function over `x^shape exp(-x)`, by its series (Abramowitz and Stegun 6.5.29). All its terms are positive, so
/// nothing cancels, and they fall, since `x` is below `shape + 1`.
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

/// The upper gamma function over `x^shape exp(-x)`, by its continued fraction (Abramowitz and Stegun 6.5.31), from
/// inside out.
fn upper_fraction(shape: f64, x: f64) -> f64 {
    const DEPTH: u32 = 200;
    let inside = (1..=DEPTH).rev().map(f64::from).fold(0.0, |inside, level| (level - shape) / (1.0 + level / (x + inside)));
    1.0 / (x + inside)
}

/// The logarithm of the gamma function of half a positive number, from Γ(1) = 1, Γ(1/2)² = π and Γ(a + 1) = a Γ(a).
fn ln_gamma_of_half(twice: u32) -> f64 {
    let start = if twice.is_multiple_of(2) { 0.0 } else { std::f64::consts::PI.ln() / 2.0 };
    let first = if twice.is_multiple_of(2) { 2 } else { 1 };
    (first..twice).step_by(2).fold(start, |sum, doubled| sum + (f64::from(doubled) / 2.0).ln())
}

#[cfg(test)]
mod tests {
    use crate::puzzles::set::{model::state::State, play::deal, search::completion};

    use super::*;

    /// All distributions that are known.
    fn known() -> impl Iterator<Item = Distribution> {
        [DECK, JUNIOR_DECK].into_iter().flat_map(|deck| (0..=deck).filter_map(move |cards| Distribution::exact(deck, cards)))
    }

    #[test]
    fn small_and_large_hands_are_counted_and_no_others() {
        for cards in 0..=DECK + 1 {
            let is_counted = matches!(cards, 0..=15 | 66..=81);
            assert_eq!(Distribution::exact(DECK, cards).is_some(), is_counted, "{cards} of 81 cards");
            assert_eq!(Distribution::exact(JUNIOR_DECK, cards).is_some(), cards <= 27, "{cards} of 27 cards");
        }
        assert_eq!(Distribution::exact(54, 3), None);
        assert_eq!(Variant::Junior.deck().len(), JUNIOR_DECK);
        assert_eq!(Distribution::of_variant(Variant::Ultra, 12), None);
    }

    /// The sums over all hands of their SETs, and of their pairs of SETs, follow from how many hands have the cards of given SETs.
    #[test]
    fn distributions_are_whole_and_have_the_right_moments() {
        for distribution in known() {
            let Distribution { deck, cards, least, ref hands } = distribution;
            let moment = |power| (least as u128..).zip(hands).map(|(sets, &hands)| sets.pow(power) * u128::from(hands)).sum::<u128>();
            let with = |fixed: usize| u128::from(cards.checked_sub(fixed).map_or(0, |others| binomial(deck - fixed, others)));
            let sets = (deck * (deck - 1) / 6) as u128;
            // Through each of three cards go that many other SETs; what is left shares no card with the first.
            let crossing = 3 * ((deck - 1) / 2 - 1) as u128;
            let apart = sets - 1 - crossing;
            assert_eq!(moment(0), u128::from(distribution.total()), "{cards} of {deck}");
            assert_eq!(moment(1), sets * with(3), "{cards} of {deck}");
            assert_eq!(moment(2), sets * (with(3) + crossing * with(5) + apart * with(6)), "{cards} of {deck}");
            let mean = moment(1) as f64 / moment(0) as f64;
            assert!((mean - super::mean(deck, cards)).abs() < 1e-9, "{cards} of {deck}");
        }
    }

    #[test]
    fn chances_of_twelve_cards_are_the_known_ones() {
        let twelve = Distribution::exact(DECK, 12).unwrap();
        assert_eq!(format!("{:.4} {:.4}", 100.0 * twelve.chance(0), 100.0 * twelve.chance(6)), "3.2302 2.3319");
        assert_eq!(twelve.chance(15), 0.0);
    }

    /// Of large hands both is counted: the SETs of the hand, and those of what it leaves.
    #[test]
    fn a_large_hand_has_the_sets_that_a_small_one_leaves() {
        for variant in [Variant::Set, Variant::Junior] {
            let deck = variant.deck().len();
            for seed in 0..200 {
                let small = deal::hand(variant, seed as usize % deck, seed);
                let large = State::new(small.rest(), variant);
                let sets = |state: &State| completion::count(&state.cards) as usize;
                assert_eq!(sets(&small) + sets(&large), sets_without(deck, small.cards.len()));
                let exact = Distribution::exact(deck, large.cards.len());
                assert!(exact.is_none_or(|exact| exact.chance(sets(&large)) > 0.0), "{} of {deck}", large.cards.len());
            }
        }
        let whole = Distribution::exact(DECK, DECK).unwrap();
        assert_eq!((whole.least, whole.chance(1080)), (1080, 1.0));
    }

    #[test]
    fn chances_of_chi_squared_are_those_of_the_tables() {
        // Abramowitz and Stegun, table 26.8.
        for (freedom, chi_squared, chance) in [
            (1, 3.841_459, 0.05),
            (2, 9.210_34, 0.01),
            (5, 4.351_46, 0.5),
            (10, 18.307_0, 0.05),
            (12, 3.073_82, 0.995),
            (30, 59.702_4, 0.001),
        ] {
            let found = chance_above(chi_squared, freedom);
            assert!((found - chance).abs() < 1e-5, "{freedom}, {chi_squared}: {found}");
        }
        assert_eq!(chance_above(1e6, 12), 0.0);
    }

    #[test]
    fn a_perfect_sample_fits_and_a_wrong_one_does_not() {
        let twelve = Distribution::exact(81, 12).unwrap();
        let perfect: Vec<u64> = twelve.hands.iter().map(|hands| hands / 1_000_000).collect();
        assert!(twelve.fit(&perfect).chance > 0.999_999);
        let mut shifted = perfect.clone();
        shifted.rotate_right(1);
        assert!(twelve.fit(&shifted).chance < 1e-12);
        assert_eq!(twelve.fit(&[]).chance, 1.0);
    }
}
