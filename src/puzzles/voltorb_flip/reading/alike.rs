//! Compares the glyphs of a picture. Its digits are drawn with one font, so glyphs that look alike show the same digit, and what the
//! classifier says of each of them counts for all: noise makes it doubt some of them, but seldom all.

use super::{
    classifier::{self, CLASSES, softmax},
    glyph::{CELL_HEIGHT, CELL_WIDTH, FEATURES, Glyph},
};

/// Glyphs that differ by this much ink, on average over the cell, count little for each other.
const FAR: f32 = 0.07;

/// A glyph with the chances of what it is.
#[derive(Clone, Debug)]
pub struct Written {
    pub chances: [f32; CLASSES],
    features: [f32; FEATURES],
}

impl Written {
    /// Asks the classifier.
    pub fn of(glyph: &Glyph) -> Self {
        Self { chances: classifier::chances(glyph), features: glyph.features }
    }

    /// Returns how much the chances of the other glyph count for this one, from 0 to 1.
    fn weight_of(&self, other: &Self) -> f32 {
        let cells = CELL_WIDTH * CELL_HEIGHT;
        let differences = self.features[..cells].iter().zip(&other.features).map(|(a, b)| (a - b).abs());
        let difference = differences.sum::<f32>() / cells as f32;
        (-(difference / FAR).powi(2)).exp()
    }
}

/// Lets glyphs that look alike agree: each gets the weighted mean of the logarithms of all chances. It is a mean and not a sum, since the
/// errors of glyphs that look alike are alike, too. Where their doubts exclude each other, what remains may become more certain than each
/// was.
pub fn agree(glyphs: &mut [&mut Written]) {
    let logarithms: Vec<[f32; CLASSES]> = glyphs.iter().map(|glyph| glyph.chances.map(|chance| chance.max(1e-7).ln())).collect();
    let scores = |glyph: &Written| {
        let weights: Vec<f32> = glyphs.iter().map(|other| glyph.weight_of(other)).collect();
        let all: f32 = weights.iter().sum();
        std::array::from_fn(|class| weights.iter().zip(&logarithms).map(|(weight, scores)| weight * scores[class]).sum::<f32>() / all)
    };
    let agreed: Vec<[f32; CLASSES]> = glyphs.iter().map(|glyph| softmax(scores(glyph), 1.0)).collect();
    for (glyph, chances) in glyphs.iter_mut().zip(agreed) {
        glyph.chances = chances;
    }
}
