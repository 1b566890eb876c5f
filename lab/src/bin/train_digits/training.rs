//! Fits the weights of the network to examples, by gradient descent with moments (Adam by D. P. Kingma and J. Ba, 2015).

use quincunx::{
    chance::Random,
    puzzles::voltorb_flip::reading::{
        classifier::{Activity, CLASSES, FIRST, HALF, HIDDEN, LAYERS, QUARTER, SECOND, SEEN, STEP, TAPS, WEIGHTS, layer, padded, softmax},
        glyph::{CELL_WIDTH, FEATURES},
    },
};
use quincunx_lab::strokes::Draw;

const BATCH: usize = 64;

/// Examples with the same class are pulled towards it by this much; the rest is spread, so that the network isn't surer than it can be.
const SMOOTHING: f32 = 0.01;

/// What is shown to the network, and what it is.
#[derive(Clone)]
pub struct Example {
    pub features: [f32; FEATURES],
    pub class: usize,
}

/// The network while it learns.
pub struct Learner {
    pub weights: Vec<f32>,
    moments: [Vec<f32>; 2],
    steps: i32,
    worker: Worker,
}

/// Adds up the slopes of some examples of a batch.
struct Worker {
    slope: Vec<f32>,
    /// The slopes of the second layer, with the inputs of one feature together.
    turned_slope: Vec<[f32; FIRST]>,
    activity: Activity,
    error: f32,
}

impl Learner {
    /// Starts with random weights.
    pub fn new(random: &mut Random) -> Self {
        let mut weights = vec![0.0; WEIGHTS];
        let inputs = [TAPS, TAPS * FIRST, SEEN, HIDDEN];
        let outputs = [FIRST, SECOND, HIDDEN, CLASSES];
        for at in 0..4 {
            let reach = (6.0 / inputs[at] as f32).sqrt();
            weights[LAYERS[at] + outputs[at]..LAYERS[at + 1]].fill_with(|| random.between(-reach, reach));
        }
        let worker = Worker {
            slope: vec![0.0; WEIGHTS],
            turned_slope: vec![[0.0; FIRST]; SECOND * TAPS],
            activity: Activity::default(),
            error: 0.0,
        };
        Self { weights, moments: [vec![0.0; WEIGHTS], vec![0.0; WEIGHTS]], steps: 0, worker }
    }

    /// Goes once through the examples in random order. Returns the mean error.
    pub fn learn(&mut self, examples: &[Example], rate: f32, random: &mut Random) -> f32 {
        let mut order: Vec<usize> = (0..examples.len()).collect();
        random.shuffle(&mut order);
        let mut error = 0.0;
        for batch in order.chunks(BATCH) {
            let (weights, turned) = (&self.weights, &turned(&self.weights));
            for &at in batch {
                self.worker.descend(weights, turned, &examples[at]);
            }
            let mut slope = vec![0.0; WEIGHTS];
            error += self.worker.taken(&mut slope);
            self.step(&slope, rate, batch.len());
        }
        error / examples.len() as f32
    }

    fn step(&mut self, slope: &[f32], rate: f32, count: usize) {
        self.steps += 1;
        let corrections = [0.9_f32, 0.999].map(|keep| 1.0 - keep.powi(self.steps));
        let [means, squares] = &mut self.moments;
        for (((weight, slope), mean), square) in self.weights.iter_mut().zip(slope).zip(means).zip(squares) {
            let slope = slope / count as f32;
            *mean += 0.1 * (slope - *mean);
            *square += 0.001 * (slope * slope - *square);
            let change = (*mean / corrections[0]) / ((*square / corrections[1]).sqrt() + 1e-8);
            *weight -= rate * (change + 0.01 * *weight);
            *weight = weight.clamp(-127.0 * STEP, 127.0 * STEP);
        }
    }
}

/// Returns the weights of the second layer with the inputs of one feature together.
fn turned(weights: &[f32]) -> Vec<[f32; FIRST]> {
    let (_, weights) = layer::<SECOND>(weights, 1);
    let place = |at: usize| (at / TAPS, at % TAPS);
    (0..SECOND * TAPS).map(place).map(|(feature, tap)| std::array::from_fn(|input| weights[tap * FIRST + input][feature])).collect()
}

impl Worker {
    /// Adds the slopes to the others and clears its own. Returns the sum of the errors.
    fn taken(&mut self, slope: &mut [f32]) -> f32 {
        let start = LAYERS[1] + SECOND;
        for (at, slopes) in self.turned_slope.iter().enumerate() {
            let (feature, tap) = (at / TAPS, at % TAPS);
            for (input, slope) in slopes.iter().enumerate() {
                self.slope[start + (tap * FIRST + input) * SECOND + feature] += slope;
            }
        }
        slope.iter_mut().zip(&self.slope).for_each(|(sum, slope)| *sum += slope);
        self.slope.fill(0.0);
        self.turned_slope.fill([0.0; FIRST]);
        std::mem::take(&mut self.error)
    }

    /// Adds the slope of the error (the cross entropy) of one example.
    fn descend(&mut self, weights: &[f32], turned: &[[f32; FIRST]], example: &Example) {
        self.activity.see(weights, &example.features);
        let Activity { input, first, first_from, second_from, seen, hidden, scores } = &self.activity;
        let mut errors = softmax(*scores, 1.0);
        self.error -= errors[example.class].max(1e-9).ln();
        errors.iter_mut().for_each(|error| *error -= SMOOTHING / CLASSES as f32);
        errors[example.class] -= 1.0 - SMOOTHING;
        let hidden_errors = back::<CLASSES, HIDDEN>(weights, &mut self.slope, 3, hidden, &errors);
        let hidden_errors: [f32; HIDDEN] = std::array::from_fn(|unit| if 0.0 < hidden[unit] { hidden_errors[unit] } else { 0.0 });
        let seen_errors = back::<HIDDEN, SEEN>(weights, &mut self.slope, 2, seen, &hidden_errors);
        let mut first_errors = [[0.0; FIRST]; (HALF[0] + 2) * (HALF[1] + 2)];
        for place in 0..QUARTER[0] * QUARTER[1] {
            for feature in 0..SECOND {
                let (part, error) = (usize::from(second_from[place][feature]), seen_errors[place * SECOND + feature]);
                if part == 4 {
                    continue;
                }
                self.slope[LAYERS[1] + feature] += error;
                let (x, y) = (2 * (place % QUARTER[0]) + part % 2, 2 * (place / QUARTER[0]) + part / 2);
                for tap in 0..TAPS {
                    let at = (y + tap / 3) * (HALF[0] + 2) + x + tap % 3;
                    let (weights, slopes) = (&turned[feature * TAPS + tap], &mut self.turned_slope[feature * TAPS + tap]);
                    for input in 0..FIRST {
                        slopes[input] += error * first[at][input];
                        first_errors[at][input] += error * weights[input];
                    }
                }
            }
        }
        for place in 0..HALF[0] * HALF[1] {
            let errors = &first_errors[padded(place, HALF[0])];
            for feature in 0..FIRST {
                let (part, error) = (usize::from(first_from[place][feature]), errors[feature]);
                if part == 4 {
                    continue;
                }
                self.slope[LAYERS[0] + feature] += error;
                let (x, y) = (2 * (place % HALF[0]) + part % 2, 2 * (place / HALF[0]) + part / 2);
                for tap in 0..TAPS {
                    self.slope[LAYERS[0] + FIRST * (tap + 1) + feature] += error * input[(y + tap / 3) * (CELL_WIDTH + 2) + x + tap % 3];
                }
            }
        }
    }
}

/// Adds the slopes of a layer that sees everything. Returns the errors of its inputs.
fn back<const OUT: usize, const IN: usize>(
    weights: &[f32],
    slope: &mut [f32],
    at: usize,
    inputs: &[f32; IN],
    errors: &[f32; OUT],
) -> [f32; IN] {
    let (_, rows) = layer::<OUT>(weights, at);
    let slopes = &mut slope[LAYERS[at]..LAYERS[at + 1]];
    let (slopes, _) = slopes.as_chunks_mut::<OUT>();
    let add = |to: &mut [f32; OUT], share: f32| to.iter_mut().zip(errors).for_each(|(to, error)| *to += share * error);
    add(&mut slopes[0], 1.0);
    std::array::from_fn(|input| {
        if inputs[input] != 0.0 {
            add(&mut slopes[input + 1], inputs[input]);
        }
        rows[input].iter().zip(errors).map(|(weight, error)| weight * error).sum()
    })
}
