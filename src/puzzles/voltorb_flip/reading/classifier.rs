//! Tells digits apart: a small neural network with one hidden layer, trained on digits that `benches/train_digits` draws.
//!
//! Its weights are in `digits.bin` beside this file. `cargo bench --bench train_digits -- --write` makes that file again.

use std::sync::LazyLock;

use super::glyph::{FEATURES, Glyph};

/// The number of hidden units.
pub const HIDDEN: usize = 64;
/// The number of classes: ten digits, and everything else.
pub const CLASSES: usize = 11;
/// The number of weights: one for each input of each unit, and one for its bias.
pub const WEIGHTS: usize = HIDDEN * (FEATURES + 1) + CLASSES * (HIDDEN + 1);
/// The step between two neighbouring values of a stored weight.
pub const STEP: f32 = 1.0 / 32.0;

/// Scores are divided by this before they become chances. Pictures differ more than the drawn digits from which the network learned, so
/// it would be too sure of itself.
const CAUTION: f32 = 1.6;

static STORED: &[u8; WEIGHTS] = include_bytes!("digits.bin");

static LEARNED: LazyLock<Vec<f32>> = LazyLock::new(|| STORED.iter().map(|&weight| f32::from(weight as i8) * STEP).collect());

/// Returns the chances of the ten digits, and of something else.
pub fn chances(glyph: &Glyph) -> [f32; CLASSES] {
    softmax(scores(&LEARNED, &glyph.features).1, CAUTION)
}

/// Returns the chances of `N` digits from this one on. A tenth of what other digits and other characters have is spread evenly, since it
/// says that the glyph is unclear.
pub fn digits<const N: usize>(chances: &[f32; CLASSES], first: usize) -> [f32; N] {
    let inside: f32 = chances[first..first + N].iter().sum();
    let spread = (1.0 - inside).max(0.0) / 10.0 / N as f32;
    let all = inside + spread * N as f32;
    std::array::from_fn(|place| (chances[first + place] + spread) / all)
}

/// Returns the outputs of the hidden units and the scores of the classes, with any [`WEIGHTS`].
pub fn scores(weights: &[f32], features: &[f32; FEATURES]) -> ([f32; HIDDEN], [f32; CLASSES]) {
    let (first, second) = weights.split_at(HIDDEN * (FEATURES + 1));
    let hidden = std::array::from_fn(|unit| weighted(&first[unit * (FEATURES + 1)..], features).max(0.0));
    let scores = std::array::from_fn(|class| weighted(&second[class * (HIDDEN + 1)..], &hidden));
    (hidden, scores)
}

/// Returns the sum of the inputs by their weights, and of the bias after these. Eight sums at a time, which processors add at once.
fn weighted(weights: &[f32], inputs: &[f32]) -> f32 {
    let (weights, bias) = (&weights[..inputs.len()], weights[inputs.len()]);
    let mut sums = [0.0; 8];
    for (weights, inputs) in weights.chunks(8).zip(inputs.chunks(8)) {
        for (sum, (weight, input)) in sums.iter_mut().zip(weights.iter().zip(inputs)) {
            *sum += weight * input;
        }
    }
    bias + sums.iter().sum::<f32>()
}

/// Turns scores into chances that sum to 1; the higher the temperature, the more alike.
pub fn softmax(scores: [f32; CLASSES], temperature: f32) -> [f32; CLASSES] {
    let most = scores.into_iter().fold(f32::MIN, f32::max);
    let shares = scores.map(|score| ((score - most) / temperature).exp());
    let sum: f32 = shares.iter().sum();
    shares.map(|share| share / sum)
}
