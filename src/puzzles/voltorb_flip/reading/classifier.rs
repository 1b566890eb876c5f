//! Tells digits apart, and from everything else: two small convolutional networks, trained on what `lab/src/bin/train_digits` draws. One
//! that learned both from the same examples was worse at both.
//!
//! Two layers look at neighbouring pixels, each followed by a layer that keeps the strongest of four (Y. LeCun and others, 1998). The
//! weights are in `digits.bin` and `others.bin` beside this file. `lab/README.md` says how to make these files again.

use std::{array, sync::LazyLock};

use super::glyph::{CELL_HEIGHT, CELL_WIDTH, FEATURES, Glyph};

/// The features that the first layer looks for at each pixel.
pub const FIRST: usize = 16;
/// The features that the second layer looks for.
pub const SECOND: usize = 32;
/// The number of units that see the whole glyph.
pub const HIDDEN: usize = 64;
/// The number of classes: ten digits, and everything else.
pub const CLASSES: usize = 11;
/// The pixels that a feature looks at: a square of three by three.
pub const TAPS: usize = 9;
/// The columns and rows after the first halving.
pub const HALF: [usize; 2] = [CELL_WIDTH / 2, CELL_HEIGHT / 2];
/// The columns and rows after the second halving.
pub const QUARTER: [usize; 2] = [CELL_WIDTH / 4, CELL_HEIGHT / 4];
/// The inputs of a hidden unit: all second features, and the proportions of the glyph.
pub const SEEN: usize = QUARTER[0] * QUARTER[1] * SECOND + 1;
/// Where the weights of each layer begin, and their number. Each layer has its biases first.
pub const LAYERS: [usize; 5] = {
    let first = FIRST + TAPS * FIRST;
    let second = first + SECOND + TAPS * FIRST * SECOND;
    let hidden = second + HIDDEN + SEEN * HIDDEN;
    [0, first, second, hidden, hidden + CLASSES + HIDDEN * CLASSES]
};
/// The number of weights.
pub const WEIGHTS: usize = LAYERS[4];
/// The step between two neighbouring values of a stored weight.
pub const STEP: f32 = 1.0 / 64.0;

/// Scores are divided by this before they become chances. `train_digits` prints the error for several values on fonts that the
/// network hasn't seen: it is least near 0.8. On whole boards in fonts to tune with, clues and tiles are as well weighed by 1.0, but with
/// 0.75 more boards are read without a question.
const TEMPERATURE: f32 = 0.75;

/// Each digit has at least this chance, however sure the network is: its mistakes are sure ones, too.
const LEAST_CHANCE: f64 = 3e-4;

/// The network that tells digits apart. What it calls something else is mostly cut wrong.
static DIGITS: LazyLock<Vec<f32>> = LazyLock::new(|| learned(include_bytes!("digits.bin")));

/// The network that says whether something is a digit at all.
static OTHERS: LazyLock<Vec<f32>> = LazyLock::new(|| learned(include_bytes!("others.bin")));

fn learned(stored: &[u8; WEIGHTS]) -> Vec<f32> {
    stored.iter().map(|&weight| f32::from(weight as i8) * STEP).collect()
}

/// Returns the chances of the ten digits. What isn't a digit may be each of them.
pub fn digits(glyph: &Glyph) -> [f64; 10] {
    let mut activity = Activity::default();
    activity.see(&DIGITS, &glyph.features);
    let chances = softmax(activity.scores, TEMPERATURE).map(f64::from);
    let least = LEAST_CHANCE + chances[10] / 10.0;
    let all: f64 = chances[..10].iter().map(|chance| chance + least).sum();
    array::from_fn(|digit| (chances[digit] + least) / all)
}

/// Returns the chances of all classes by the network that tells digits apart, and by the one that knows other things.
pub fn opinions(glyph: &Glyph) -> [[f32; CLASSES]; 2] {
    let mut activity = Activity::default();
    [&DIGITS, &OTHERS].map(|weights| {
        activity.see(weights, &glyph.features);
        softmax(activity.scores, 1.0)
    })
}

/// What all units of the network give for a glyph. Planes have an empty border, so that every pixel has eight neighbours.
pub struct Activity {
    /// The pixels of the glyph.
    pub input: [f32; (CELL_WIDTH + 2) * (CELL_HEIGHT + 2)],
    /// Each first feature where it is the strongest of four.
    pub first: [[f32; FIRST]; (HALF[0] + 2) * (HALF[1] + 2)],
    /// Which of the four that is.
    pub first_from: [[u8; FIRST]; HALF[0] * HALF[1]],
    /// The same for the second features, whose strengths are in `seen`.
    pub second_from: [[u8; SECOND]; QUARTER[0] * QUARTER[1]],
    /// The inputs of the hidden units.
    pub seen: [f32; SEEN],
    /// What these give.
    pub hidden: [f32; HIDDEN],
    /// The score of each class.
    pub scores: [f32; CLASSES],
}

impl Default for Activity {
    fn default() -> Self {
        Self {
            input: [0.0; (CELL_WIDTH + 2) * (CELL_HEIGHT + 2)],
            first: [[0.0; FIRST]; (HALF[0] + 2) * (HALF[1] + 2)],
            first_from: [[0; FIRST]; HALF[0] * HALF[1]],
            second_from: [[0; SECOND]; QUARTER[0] * QUARTER[1]],
            seen: [0.0; SEEN],
            hidden: [0.0; HIDDEN],
            scores: [0.0; CLASSES],
        }
    }
}

impl Activity {
    /// Looks at a glyph with any [`WEIGHTS`].
    pub fn see(&mut self, weights: &[f32], features: &[f32; FEATURES]) {
        for (row, ink) in features[..CELL_WIDTH * CELL_HEIGHT].chunks(CELL_WIDTH).enumerate() {
            self.input[(row + 1) * (CELL_WIDTH + 2) + 1..][..CELL_WIDTH].copy_from_slice(ink);
        }
        let (biases, taps) = layer::<FIRST>(weights, 0);
        for place in 0..HALF[0] * HALF[1] {
            let best = strongest(place, HALF[0], |x, y| {
                let mut sums = *biases;
                for (tap, weights) in taps.iter().enumerate() {
                    add(&mut sums, weights, self.input[(y + tap / 3) * (CELL_WIDTH + 2) + x + tap % 3]);
                }
                sums
            });
            (self.first[padded(place, HALF[0])], self.first_from[place]) = best;
        }
        let (biases, taps) = layer::<SECOND>(weights, 1);
        for place in 0..QUARTER[0] * QUARTER[1] {
            let best = strongest(place, QUARTER[0], |x, y| {
                let mut sums = *biases;
                for tap in 0..TAPS {
                    let inputs = &self.first[(y + tap / 3) * (HALF[0] + 2) + x + tap % 3];
                    for (input, weights) in inputs.iter().zip(&taps[tap * FIRST..][..FIRST]) {
                        add(&mut sums, weights, *input);
                    }
                }
                sums
            });
            let strength;
            (strength, self.second_from[place]) = best;
            self.seen[place * SECOND..][..SECOND].copy_from_slice(&strength);
        }
        self.seen[SEEN - 1] = features[FEATURES - 1];
        let (biases, inputs) = layer::<HIDDEN>(weights, 2);
        self.hidden = *biases;
        self.seen.iter().zip(inputs).for_each(|(seen, weights)| add(&mut self.hidden, weights, *seen));
        self.hidden.iter_mut().for_each(|unit| *unit = unit.max(0.0));
        let (biases, inputs) = layer::<CLASSES>(weights, 3);
        self.scores = *biases;
        self.hidden.iter().zip(inputs).for_each(|(hidden, weights)| add(&mut self.scores, weights, *hidden));
    }
}

/// Returns the biases and the weights of a layer with `N` outputs, those of one input together.
pub fn layer<const N: usize>(weights: &[f32], layer: usize) -> (&[f32; N], &[[f32; N]]) {
    let (rows, _) = weights[LAYERS[layer]..LAYERS[layer + 1]].as_chunks();
    (&rows[0], &rows[1..])
}

/// Returns the index of a place in a plane with a border.
pub const fn padded(place: usize, width: usize) -> usize {
    (place / width + 1) * (width + 2) + place % width + 1
}

/// Returns the strongest of the four features at a place after halving, at least 0, and which of the four it is, or 4.
fn strongest<const N: usize>(place: usize, width: usize, features: impl Fn(usize, usize) -> [f32; N]) -> ([f32; N], [u8; N]) {
    let (mut most, mut from) = ([0.0; N], [4; N]);
    for part in 0..4 {
        let found = features(2 * (place % width) + part % 2, 2 * (place / width) + part / 2);
        for feature in 0..N {
            if most[feature] < found[feature] {
                (most[feature], from[feature]) = (found[feature], part as u8);
            }
        }
    }
    (most, from)
}

fn add<const N: usize>(sums: &mut [f32; N], weights: &[f32; N], input: f32) {
    for (sum, weight) in sums.iter_mut().zip(weights) {
        *sum += weight * input;
    }
}

/// Turns scores into chances that sum to 1; the higher the temperature, the more alike.
pub fn softmax(scores: [f32; CLASSES], temperature: f32) -> [f32; CLASSES] {
    let most = scores.into_iter().fold(f32::MIN, f32::max);
    let shares = scores.map(|score| ((score - most) / temperature).exp());
    let sum: f32 = shares.iter().sum();
    shares.map(|share| share / sum)
}
