//! Groups the digits of a picture that look alike. They are drawn with one font, so glyphs that look alike show the same digit, and what
//! the classifier says of one of them counts for all; and glyphs that look different show different digits.

use std::ops::RangeInclusive;

use super::{
    classifier,
    glyph::{CELL_HEIGHT, CELL_WIDTH, Glyph},
};

/// Groups whose members differ by less than this, on average over all pairs, are joined. In pictures in fonts to tune with, nine of ten
/// pairs of glyphs of one digit differ by less than 0.29, and one in a thousand pairs of different digits.
const NEAR: f32 = 0.3;

/// The exponent of the number of glyphs in a group in the weight of what they say. With 1, each would count as much as if its mistakes had
/// nothing to do with those of the others; with 0, all together as much as one of them.
const INDEPENDENCE: f64 = 0.3;

/// The chance that a glyph is in a group by mistake.
const STRAY: f64 = 0.01;

/// The share that remains of the chance of a digit that doesn't occur where the glyph is.
const MISPLACED: f64 = 0.02;

/// The chances of the ten digits.
pub type Digits = [f64; 10];

/// A digit of a picture, with the chances of what it is.
#[derive(Clone, Debug)]
pub struct Written<'a> {
    /// How it is drawn.
    pub glyph: &'a Glyph,
    /// Whether it is on a tile, where digits may be drawn in another way than in clues.
    pub is_on_tile: bool,
    /// What it looks like by itself.
    pub alone: Digits,
}

impl<'a> Written<'a> {
    /// Asks the classifier about a digit of a clue. Only the possible digits occur where it is.
    pub fn in_clue(glyph: &'a Glyph, possible: RangeInclusive<usize>) -> Self {
        Self { glyph, is_on_tile: false, alone: among(&classifier::digits(glyph), possible) }
    }

    /// Asks the classifier about the digit of a tile.
    pub fn on_tile(glyph: &'a Glyph) -> Self {
        Self { glyph, is_on_tile: true, alone: among(&classifier::digits(glyph), 1..=3) }
    }

    /// Returns the greatest difference of ink in any square of three by three cells: a stroke that one glyph has and the other hasn't
    /// counts, faint differences everywhere don't.
    pub fn distance(&self, other: &Self) -> f32 {
        let (own, other) = (&self.glyph.features, &other.glyph.features);
        // Sums over three cells beside each other, then over three such sums below each other.
        let mut rows = [0.0; CELL_WIDTH * CELL_HEIGHT];
        for (row, sums) in rows.chunks_mut(CELL_WIDTH).enumerate() {
            let difference = |column: usize| own[row * CELL_WIDTH + column] - other[row * CELL_WIDTH + column];
            for (column, sum) in sums[..CELL_WIDTH - 2].iter_mut().enumerate() {
                *sum = difference(column) + difference(column + 1) + difference(column + 2);
            }
        }
        let squares = (0..(CELL_HEIGHT - 2) * CELL_WIDTH).map(|at| (rows[at] + rows[at + CELL_WIDTH] + rows[at + 2 * CELL_WIDTH]).abs());
        squares.fold(0.0, f32::max) / 9.0
    }
}

fn among(digits: &Digits, possible: RangeInclusive<usize>) -> Digits {
    let kept: Digits = std::array::from_fn(|digit| if possible.contains(&digit) { digits[digit] } else { MISPLACED * digits[digit] });
    let all: f64 = kept.iter().sum();
    kept.map(|chance| chance / all)
}

/// Returns the logarithm of how much likelier two glyphs with this distance show the same digit than different ones. Fitted in pictures in
/// fonts to tune with, where it goes from 5 below 0.2 over 0 at 0.42 to -3.5 above 0.6.
fn likeness(distance: f32) -> f64 {
    (27.0 * (0.415 - f64::from(distance))).clamp(-3.5, 5.0)
}

/// Digits that look alike.
#[derive(Clone, Debug)]
pub struct Group {
    /// Their places in the list.
    pub members: Vec<usize>,
    /// The chances that they are each digit.
    pub chances: Digits,
}

/// All digits of a picture, in groups.
pub struct Alike<'a> {
    pub written: Vec<Written<'a>>,
    pub groups: Vec<Group>,
    /// How much likelier two groups show the same digit than different ones, as logarithms.
    likeness: Vec<Vec<f64>>,
}

/// What the groups of several glyphs may be together.
#[derive(Clone, Debug)]
pub struct Hypothesis {
    /// The chance, relative to the other hypotheses.
    pub chance: f64,
    /// The digits of the groups, `None` for single glyphs.
    labels: Vec<Option<usize>>,
}

/// The most hypotheses.
const MOST_HYPOTHESES: usize = 60;

/// Digits of a group with less than this share of the likeliest one's chance aren't considered.
const LEAST_LABEL: f64 = 1e-4;

impl<'a> Alike<'a> {
    /// Divides the digits into groups: the two nearest groups are joined until none are near.
    pub fn of(written: Vec<Written<'a>>) -> Self {
        let distances: Vec<Vec<f32>> = written.iter().map(|a| written.iter().map(|b| a.distance(b)).collect()).collect();
        let mut groups: Vec<Vec<usize>> = (0..written.len()).map(|at| vec![at]).collect();
        let between = |a: &[usize], b: &[usize]| {
            let sum: f32 = a.iter().map(|&a| b.iter().map(|&b| distances[a][b]).sum::<f32>()).sum();
            sum / (a.len() * b.len()) as f32
        };
        loop {
            let pairs = (0..groups.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            let nearest = pairs.map(|(a, b)| (between(&groups[a], &groups[b]), a, b)).min_by(|a, b| a.0.total_cmp(&b.0));
            let Some((_, a, b)) = nearest.filter(|&(distance, ..)| distance < NEAR) else { break };
            let joined = groups.swap_remove(b);
            groups[a].extend(joined);
        }
        let are_on_tiles = |group: &[usize]| group.iter().all(|&at| written[at].is_on_tile);
        let likeness = |a: &[usize], b: &[usize]| {
            let likeness = likeness(between(a, b));
            // That a tile's digit is drawn in another way than those of clues doesn't say that it is another digit.
            if are_on_tiles(a) == are_on_tiles(b) { likeness } else { likeness.max(0.0) }
        };
        let likeness = groups.iter().map(|a| groups.iter().map(|b| likeness(a, b)).collect()).collect();
        let groups = groups.into_iter().map(|members| Group::of(members, &written)).collect();
        Self { written, groups, likeness }
    }

    /// Returns what the groups may be together, the likeliest first. Their chances sum to 1.
    pub fn hypotheses(&self) -> Vec<Hypothesis> {
        let most = |group: &Group| group.chances.iter().copied().fold(0.0, f64::max);
        let mut order: Vec<usize> = (0..self.groups.len()).filter(|&at| 1 < self.groups[at].members.len()).collect();
        // The surest first: what they are says what the others aren't.
        order.sort_by(|&a, &b| most(&self.groups[b]).total_cmp(&most(&self.groups[a])));
        let mut all = vec![Hypothesis { chance: 1.0, labels: vec![None; self.groups.len()] }];
        for at in order {
            let least = LEAST_LABEL * most(&self.groups[at]);
            let digits: Vec<usize> = (0..10).filter(|&digit| least < self.groups[at].chances[digit]).collect();
            all = all.iter().flat_map(|hypothesis| digits.iter().map(|&digit| self.extended(hypothesis, at, digit))).collect();
            all.sort_by(|a, b| b.chance.total_cmp(&a.chance));
            all.truncate(MOST_HYPOTHESES);
        }
        for hypothesis in &mut all {
            for at in (0..self.groups.len()).filter(|&at| self.groups[at].members.len() == 1) {
                hypothesis.chance *= self.single(hypothesis, at).iter().sum::<f64>();
            }
        }
        let sum: f64 = all.iter().map(|hypothesis| hypothesis.chance).sum();
        all.iter_mut().for_each(|hypothesis| hypothesis.chance /= sum);
        all.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        all
    }

    fn extended(&self, hypothesis: &Hypothesis, at: usize, digit: usize) -> Hypothesis {
        let mut next = hypothesis.clone();
        next.chance *= self.groups[at].chances[digit] * self.like_others(hypothesis, at, digit);
        next.labels[at] = Some(digit);
        next
    }

    /// Returns how much likelier the group is this digit because other groups are that digit.
    fn like_others(&self, hypothesis: &Hypothesis, at: usize, digit: usize) -> f64 {
        let same = hypothesis.labels.iter().zip(&self.likeness[at]).filter(|(label, _)| **label == Some(digit));
        same.map(|(_, likeness)| likeness).sum::<f64>().clamp(-7.0, 7.0).exp()
    }

    /// Returns the weights of the digits for a glyph that is a group by itself.
    fn single(&self, hypothesis: &Hypothesis, at: usize) -> Digits {
        std::array::from_fn(|digit| self.groups[at].chances[digit] * self.like_others(hypothesis, at, digit))
    }

    /// Returns the chances of the digits of each glyph if a hypothesis is right.
    pub fn chances(&self, hypothesis: &Hypothesis) -> Vec<Digits> {
        let mut chances = vec![[0.0; 10]; self.written.len()];
        for (at, group) in self.groups.iter().enumerate() {
            match hypothesis.labels[at] {
                Some(label) => {
                    for &member in &group.members {
                        let alone = &self.written[member].alone;
                        chances[member] =
                            std::array::from_fn(|digit| STRAY * alone[digit] + if digit == label { 1.0 - STRAY } else { 0.0 });
                    }
                }
                None => {
                    let single = self.single(hypothesis, at);
                    let all: f64 = single.iter().sum();
                    chances[group.members[0]] = single.map(|chance| chance / all);
                }
            }
        }
        chances
    }

    /// Returns the chances of the digits of each glyph over all hypotheses.
    pub fn marginal(&self, hypotheses: &[Hypothesis]) -> Vec<Digits> {
        let mut sums = vec![[0.0; 10]; self.written.len()];
        for hypothesis in hypotheses {
            for (sum, chances) in sums.iter_mut().zip(self.chances(hypothesis)) {
                sum.iter_mut().zip(chances).for_each(|(sum, chance)| *sum += hypothesis.chance * chance);
            }
        }
        sums
    }
}

impl Group {
    fn of(members: Vec<usize>, written: &[Written<'_>]) -> Self {
        // The mistakes of glyphs that look alike are alike, too, so several of them say less than their number.
        let exponent = (members.len() as f64).powf(INDEPENDENCE - 1.0);
        let scores: Digits = std::array::from_fn(|digit| exponent * members.iter().map(|&at| written[at].alone[digit].ln()).sum::<f64>());
        Self { chances: normalised(scores), members }
    }
}

/// Turns logarithms into chances that sum to 1.
pub fn normalised(logarithms: Digits) -> Digits {
    let most = logarithms.into_iter().fold(f64::MIN, f64::max);
    let shares = logarithms.map(|logarithm| (logarithm - most).exp());
    let sum: f64 = shares.iter().sum();
    shares.map(|share| share / sum)
}
