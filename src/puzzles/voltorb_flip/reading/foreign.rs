//! Asks whether what was read are digits at all. A letter or a blot may look like a digit, agree with the rest of the board by chance, or
//! with itself: ten equal letters are ten equal numbers. So this comes last, and can only make more of a board doubtful.
//!
//! Letters that look like a digit of the same font, such as O and 0, pass as that digit.

use super::{
    alike::{Alike, Written},
    classifier,
    colours::median,
};
use crate::model::rules::SIDE;

/// What is stranger than this may be no digit. In pictures in fonts to tune with, of 519 boards with one to three other things than digits
/// that would be certain, 16 have nothing above it, and of 1,239 with digits only that would be, 15 have something.
const MOST: f32 = 4.75;

/// Digits are at least this high, relative to the others. In fonts whose digits have different heights, the lowest have two thirds of the
/// height of the highest.
const LOW: f32 = 0.55;

/// The share of the opinion of the network that tells digits apart.
const SECOND_OPINION: f32 = 0.5;

/// A digit that differs by more than this from all others of its kind is strange, by this for each unit of distance.
const FAR: f32 = 0.4;
const BY_DISTANCE: f32 = 10.0;

/// Returns for each glyph whether it may be no digit, where it was read as one. `numbers` are the numbers of Voltorbs in clues, `tens`
/// the first of two digits in sums.
///
/// Glyphs that look alike are judged together, by the median, so that one odd one among them doesn't count, while one that is alone does.
/// Where the first glyph of all clues is the same and nothing else is, it is a zero, often cut off at the left, or belongs to the design.
pub fn suspects(alike: &Alike<'_>, digits: &[Option<usize>], tens: &[usize], numbers: &[usize]) -> Vec<bool> {
    let mut are_suspect = are_low(alike, numbers);
    for group in &alike.groups {
        for digit in 0..10 {
            let members: Vec<usize> = group.members.iter().copied().filter(|&at| digits[at] == Some(digit)).collect();
            if digit == 0 && members.len() == 2 * SIDE && members.iter().all(|at| tens.contains(at)) {
                continue;
            }
            let is_other = |at: &usize| digits[*at] == Some(digit) && !members.contains(at);
            let others: Vec<&Written<'_>> = (0..digits.len()).filter(is_other).map(|at| &alike.written[at]).collect();
            let mut unlikely: Vec<f32> = members.iter().map(|&at| unlikelihood(&alike.written[at], digit)).collect();
            let mut distances: Vec<f32> = members.iter().filter_map(|&at| distance(&alike.written[at], &others)).collect();
            let Some(unlikely) = median(&mut unlikely) else { continue };
            let far = median(&mut distances).map_or(0.0, |distance| (distance - FAR).max(0.0));
            if MOST < unlikely + BY_DISTANCE * far {
                members.iter().for_each(|&at| are_suspect[at] = true);
            }
        }
    }
    are_suspect
}

/// Returns for each glyph whether it is much lower than what is written at the same places of the others, in sums, as numbers of Voltorbs
/// or on tiles.
fn are_low(alike: &Alike<'_>, numbers: &[usize]) -> Vec<bool> {
    let written = &alike.written;
    let height = |at: usize| written[at].glyph.size().1 as f32;
    let place = |at: usize| (written[at].is_on_tile, numbers.contains(&at));
    let usual = |at: usize| median(&mut (0..written.len()).filter(|&other| place(other) == place(at)).map(height).collect::<Vec<_>>());
    (0..written.len()).map(|at| usual(at).is_some_and(|usual| height(at) < LOW * usual)).collect()
}

/// Returns how much likelier a glyph is something else than this digit, as a logarithm.
fn unlikelihood(written: &Written<'_>, digit: usize) -> f32 {
    let [which, whether] = classifier::opinions(written.glyph).map(|chances| {
        let chance = chances[digit].clamp(1e-6, 1.0 - 1e-6);
        ((1.0 - chance) / chance).ln()
    });
    whether + SECOND_OPINION * which
}

/// Returns the distance to the nearest of the others that are drawn where this one is, in clues or on tiles.
fn distance(written: &Written<'_>, others: &[&Written<'_>]) -> Option<f32> {
    let others = others.iter().filter(|other| other.is_on_tile == written.is_on_tile);
    others.map(|other| written.distance(other)).min_by(f32::total_cmp)
}
