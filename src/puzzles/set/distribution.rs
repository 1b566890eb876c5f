//! How many SETs random hands have: exactly, where that was counted, and how well a sample agrees.

use super::search::binomial;

/// The exact number of hands of one size by their number of SETs.
#[derive(Debug, PartialEq, Eq)]
pub struct Distribution {
    /// How many cards the deck has: 81, or 27 that differ in three features.
    pub deck: usize,
    /// How many cards a hand has.
    pub cards: usize,
    /// How many hands have 0, 1, 2... SETs.
    pub hands: &'static [u64],
}

/// The sizes of hands that were counted: by exhaustive extension of the classes of hands under the affine group,
/// which has 1,965,150,720 elements for the whole deck. The plain second count is `tests/cases/set.json`.
pub static EXACT: [Distribution; 4] = [
    Distribution {
        deck: 81,
        cards: 9,
        hands: &[
            77_541_824_880,
            108_956_689_920,
            56_941_354_080,
            15_417_548_640,
            1_857_807_900,
            160_729_920,
            11_119_680,
            0,
            758_160,
            0,
            0,
            0,
            1_170,
        ],
    },
    Distribution {
        deck: 81,
        cards: 12,
        hands: &[
            2_284_535_476_080,
            10_266_579_666_720,
            18_459_179_294_400,
            19_278_240_770_880,
            12_746_054_337_120,
            5_650_817_178_240,
            1_649_199_670_560,
            330_527_433_600,
            48_500_063_820,
            8_323_838_640,
            2_091_005_280,
            160_729_920,
            86_346_000,
            21_340_800,
            3_032_640,
        ],
    },
    Distribution {
        deck: 81,
        cards: 15,
        hands: &[
            2_970_003_246_912,
            41_612_353_080_480,
            212_835_189_284_640,
            615_868_287_072_480,
            1_186_866_042_111_360,
            1_641_821_556_508_848,
            1_699_443_704_050_560,
            1_343_273_889_072_960,
            820_525_451_597_280,
            386_709_536_940_480,
            139_910_103_706_464,
            39_479_993_963_280,
            9_756_218_197_440,
            2_214_242_438_400,
            538_540_367_040,
            135_411_537_456,
            47_638_225_440,
            10_193_840_280,
            2_598_972_480,
            751_336_560,
            236_545_920,
            97_044_480,
            8_087_040,
            589_680,
        ],
    },
    Distribution { deck: 27, cards: 9, hands: &[2_106, 227_448, 812_916, 1_550_952, 1_337_310, 657_072, 92_664, 0, 6_318, 0, 0, 0, 39] },
];

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
    /// The counted distribution for hands of this size from a deck of this size.
    pub fn exact(deck: usize, cards: usize) -> Option<&'static Self> {
        EXACT.iter().find(|distribution| (distribution.deck, distribution.cards) == (deck, cards))
    }

    /// How many hands there are.
    pub fn total(&self) -> u64 {
        binomial(self.deck, self.cards)
    }

    /// The chance of a hand with so many SETs.
    pub fn chance(&self, sets: usize) -> f64 {
        self.hands.get(sets).map_or(0.0, |&hands| hands as f64 / self.total() as f64)
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
        let counts = self.hands.len().max(sample.len());
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

/// The mean number of SETs in a hand of so many cards: each of its triples is one with chance 1 in 79, or 1 in 25 in the
/// deck of 27, since two cards fix the third among those left.
pub fn mean(deck: usize, cards: usize) -> f64 {
    binomial(cards, 3) as f64 / (deck as f64 - 2.0)
}

/// The chance that a chi-squared variable of so many degrees of freedom is larger: the regularized upper gamma function of
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
    use super::*;

    #[test]
    fn distributions_are_whole_and_have_the_right_mean() {
        for distribution in &EXACT {
            assert_eq!(distribution.hands.iter().sum::<u64>(), distribution.total());
            let mean: f64 = (0..distribution.hands.len()).map(|sets| sets as f64 * distribution.chance(sets)).sum();
            assert!((mean - super::mean(distribution.deck, distribution.cards)).abs() < 1e-12);
        }
        let twelve = Distribution::exact(81, 12).unwrap();
        assert_eq!(format!("{:.4} {:.4}", 100.0 * twelve.chance(0), 100.0 * twelve.chance(6)), "3.2302 2.3319");
        assert_eq!(twelve.chance(15), 0.0);
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
