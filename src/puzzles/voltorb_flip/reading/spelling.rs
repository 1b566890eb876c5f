//! Spells the numbers of clues as digits: divides the sums, and lists what is written.
//!
//! A picture has the digits of its sums at the same places. Where blurred digits touch, the emptiest column may be the middle of a 0, so
//! where the other sums are divided counts, too.

use super::{
    agreement::{Chances, SUMS, VOLTORBS},
    alike::{Digits, Written},
    colours::median,
    numbers::{Numbers, Sum},
};
use crate::model::rules::{Clue, SIDE};

/// Spells the numbers of all clues, and adds their digits to the list.
pub fn spelled<'a>(clues: &'a [Numbers; 2 * SIDE], written: &mut Vec<Written<'a>>) -> [Spelled; 2 * SIDE] {
    let divided = clues.each_ref().map(|numbers| numbers.sum.as_ref().map_or_else(Vec::new, divided));
    let usual_cut = usual_cut(&divided);
    std::array::from_fn(|place| Spelled::of(&clues[place], &divided[place], usual_cut, written))
}

/// The digits of a clue, by their places in a list.
pub struct Spelled {
    pub sum: Spelling,
    pub voltorbs: Option<usize>,
}

/// The digits of a sum.
pub enum Spelling {
    Nothing,
    /// A remake may write one digit.
    One(usize),
    Two([usize; 2]),
}

impl Spelled {
    fn of<'a>(numbers: &'a Numbers, divided: &[Divided<'a>], usual_cut: Option<f32>, written: &mut Vec<Written<'a>>) -> Self {
        let sum = numbers.sum.as_ref().map_or(Spelling::Nothing, |sum| Spelling::of(sum, divided, usual_cut, written));
        let voltorbs = numbers.voltorbs.as_ref().map(|glyph| {
            written.push(Written::in_clue(glyph, 0..=SIDE));
            written.len() - 1
        });
        Self { sum, voltorbs }
    }

    /// Returns the glyph of the tens, if there are two digits.
    pub fn tens(&self) -> Option<usize> {
        if let Spelling::Two([tens, _]) = self.sum { Some(tens) } else { None }
    }

    /// Returns the digit that each glyph stands for if it is this clue.
    pub fn digits_of(&self, clue: Clue) -> impl Iterator<Item = (usize, usize)> {
        let [tens, units] = [clue.sum / 10, clue.sum % 10].map(usize::from);
        let sum = match self.sum {
            Spelling::Nothing => [None; 2],
            Spelling::One(place) => [Some((place, units)), None],
            Spelling::Two(places) => [Some((places[0], tens)), Some((places[1], units))],
        };
        let voltorbs = self.voltorbs.map(|place| (place, usize::from(clue.voltorbs)));
        sum.into_iter().flatten().chain(voltorbs)
    }

    /// Returns the chances of each clue.
    pub fn chances(&self, digits: &[Digits]) -> Chances {
        let sums: [f64; SUMS] = match self.sum {
            Spelling::Nothing => [1.0; SUMS],
            Spelling::Two([tens, units]) => std::array::from_fn(|sum| digits[tens][sum / 10] * digits[units][sum % 10]),
            Spelling::One(units) => std::array::from_fn(|sum| digits[units].get(sum).copied().unwrap_or(1e-4)),
        };
        std::array::from_fn(|index| sums[index / VOLTORBS] * self.voltorbs.map_or(1.0, |voltorbs| digits[voltorbs][index % VOLTORBS]))
    }
}

/// A sum that is divided into two digits.
struct Divided<'a> {
    digits: [Written<'a>; 2],
    /// Where it is divided, in columns of the patch.
    cut: f32,
    /// How clearly these are two digits, from 0 to 1.
    clearness: f64,
}

impl Divided<'_> {
    /// How clearly these are two digits, knowing where the others are divided.
    fn clearness_beside(&self, usual_cut: Option<f32>) -> f64 {
        let away = usual_cut.map_or(0.0, |usual| f64::from((self.cut - usual) / UNUSUAL));
        self.clearness / (1.0 + away * away)
    }
}

/// A sum that is divided this many columns beside where others are is half as clear. Half a digit has six columns or more.
const UNUSUAL: f32 = 3.0;

/// Divides a sum into digits in all ways.
fn divided(sum: &Sum) -> Vec<Divided<'_>> {
    let most = |digits: &Digits| digits.iter().copied().fold(0.0, f64::max);
    let divided = sum.divisions.iter().map(|division| {
        let [tens, units] = &division.digits;
        let digits = [Written::in_clue(tens, 0..=1), Written::in_clue(units, 0..=9)];
        let gap = (1.0 - 2.0 * f64::from(division.ink)).max(0.0);
        let clearness = digits[0].alone[0].max(digits[0].alone[1]) * most(&digits[1].alone) * gap;
        Divided { digits, cut: division.cut as f32, clearness }
    });
    divided.collect()
}

/// Returns where sums are divided, which is the same in all clues or nearly so.
fn usual_cut(divided: &[Vec<Divided<'_>>]) -> Option<f32> {
    let cuts = divided.iter().filter_map(|ways| Some(clearest(ways, None)?.1.cut));
    median(&mut cuts.collect::<Vec<_>>())
}

/// Returns the clearest of the ways to divide a sum, and how clear it is, knowing where the others are divided.
fn clearest<'a, 'b>(ways: &'b [Divided<'a>], usual_cut: Option<f32>) -> Option<(f64, &'b Divided<'a>)> {
    ways.iter().map(|way| (way.clearness_beside(usual_cut), way)).max_by(|a, b| a.0.total_cmp(&b.0))
}

impl Spelling {
    /// Divides a sum into digits where these are clearest.
    fn of<'a>(sum: &'a Sum, divided: &[Divided<'a>], usual_cut: Option<f32>, written: &mut Vec<Written<'a>>) -> Self {
        let most = |digits: &Digits| digits.iter().copied().fold(0.0, f64::max);
        let two = clearest(divided, usual_cut);
        let (width, height) = sum.whole.size();
        let one = (width < height).then(|| Written::in_clue(&sum.whole, 0..=9));
        let clearness_of_one = one.as_ref().map_or(0.0, |one| 0.7 * most(&one.alone).powi(2));
        let first = written.len();
        match (two, one) {
            (Some((clearness, way)), _) if clearness_of_one <= clearness => {
                written.extend(way.digits.iter().cloned());
                Self::Two([first, first + 1])
            }
            (_, Some(one)) => {
                written.push(one);
                Self::One(first)
            }
            (_, None) => Self::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::glyph::{CELL_HEIGHT, CELL_WIDTH, FEATURES, Glyph},
        *,
    };

    #[test]
    fn a_sum_is_divided_where_the_others_are() {
        let glyph = Glyph { features: [0.5; FEATURES], columns: (0, CELL_WIDTH), rows: (0, CELL_HEIGHT) };
        let way = |cut, clearness| Divided { digits: [0..=1, 0..=9].map(|digits| Written::in_clue(&glyph, digits)), cut, clearness };
        // The digits of the first two sums touch, so the middle of a 0 looks more like a gap than what is between the digits.
        let sums = [
            vec![way(14.0, 0.5), way(7.0, 0.6)],
            vec![way(13.0, 0.3), way(7.0, 0.4), way(20.0, 0.2)],
            vec![way(13.0, 0.9), way(7.0, 0.1)],
            vec![way(14.0, 0.8)],
            vec![way(14.0, 0.9), way(20.0, 0.6)],
            Vec::new(),
        ];
        let usual = usual_cut(&sums);
        assert_eq!(usual, Some(13.0));
        let cuts = sums.each_ref().map(|ways| clearest(ways, usual).map(|(_, way)| way.cut));
        assert_eq!(cuts, [Some(14.0), Some(13.0), Some(13.0), Some(14.0), Some(14.0), None]);
    }
}
