//! Compares the hand, as a mask of 81 bits, with the masks of all 1,080 SETs: the lines of a space with 81 points.

use std::ops::ControlFlow;

use crate::model::{
    card::{Card, DECK},
    hand::{Hand, PositionTable},
    solution::Solution,
    state::Variant,
};
use base::search::Observer;

use super::{Reporter, binomial, combinations::Combinations};

/// The number of lines: each of 81 · 80 ordered pairs of points determines one, and each line has six such pairs.
pub const LINES: usize = 81 * 80 / 6;

/// The number of lines through each point.
const LINES_PER_POINT: usize = 40;

/// Searches the hand.
///
/// # Errors
/// `Break`, if the observer stops the search.
pub fn search(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    match hand.variant() {
        Variant::Set | Variant::Junior => find_lines(hand, observer),
        Variant::Ultra => find_ultra_sets(hand, observer),
        Variant::Ghost => find_ghost_sets(hand, observer),
    }
}

/// Stores the numbers of the lines within this set of cards, and returns how many there are.
///
/// Every number is stored, and the next one overwrites it unless its line is within the set, so the loop has no branch to predict.
pub fn lines_within(set: u128, numbers: &mut [u16; LINES]) -> usize {
    let mut found = 0;
    for (number, &mask) in (0..).zip(&MASKS) {
        numbers[found] = number;
        found += usize::from(set & mask == mask);
    }
    found
}

fn find_lines(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let positions = PositionTable::of(hand.cards());
    let mut reporter = Reporter::new(observer, LINES as u64);
    let mut numbers = [0; LINES];
    let found = lines_within(hand.bits(), &mut numbers);
    reporter.explored(LINES as u64)?;
    for &number in &numbers[..found] {
        let places = CARDS[usize::from(number)].map(|card| positions.one_based(card) - 1);
        reporter.found(Solution::new(sorted(places), hand.cards()))?;
    }
    reporter.finish()
}

/// Sorts three numbers without a branch to predict.
fn sorted([a, b, c]: [u8; 3]) -> [u8; 3] {
    let (low, high) = (a.min(b), a.max(b));
    [low.min(c), high.min(low.max(c)), high.max(c)]
}

/// Finds UltraSETs: two lines through one point, without that point.
fn find_ultra_sets(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let positions = PositionTable::of(hand.cards());
    let mut reporter = Reporter::new(observer, (DECK * LINES_PER_POINT) as u64);
    for point in Card::all() {
        let pairs = pairs_completed_by(point, hand.bits(), &positions);
        for (at, &[c, d]) in pairs.iter().enumerate() {
            for &[a, b] in &pairs[..at] {
                let mut places = [a, b, c, d];
                places.sort_unstable();
                reporter.found(Solution::new(places, hand.cards()))?;
            }
        }
        reporter.explored(LINES_PER_POINT as u64)?;
    }
    reporter.finish()
}

/// Finds GhostSETs. Modulo 3, a line sums to 0 in each feature, and so does a GhostSET: the first four cards sum to a point, and the last
/// two are on a line through it.
fn find_ghost_sets(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let cards = hand.cards();
    let positions = PositionTable::of(cards);
    let mut reporter = Reporter::new(observer, binomial(cards.len(), 4) * LINES_PER_POINT as u64);
    for head in Combinations::<4>::of(cards.len()) {
        let [a, b, c, d] = head.map(|at| cards[usize::from(at)]);
        let later = cards[usize::from(head[3]) + 1..].iter().fold(0, |bits, card| bits | card.bit());
        for [e, f] in pairs_completed_by(a.third(b).third(c.third(d)), later, &positions) {
            let [a, b, c, d] = head;
            reporter.found(Solution::new([a, b, c, d, e, f], cards))?;
        }
        reporter.explored(LINES_PER_POINT as u64)?;
    }
    reporter.finish()
}

/// The pairs in the set that the point completes, each as its two positions in ascending order.
fn pairs_completed_by(point: Card, set: u128, positions: &PositionTable) -> Vec<[u8; 2]> {
    let in_set = |line: &u16| {
        let pair = MASKS[usize::from(*line)] & !point.bit();
        set & pair == pair
    };
    let pair = |line: &u16| {
        let [mut a, mut b, c] = CARDS[usize::from(*line)];
        if a == point {
            a = c;
        } else if b == point {
            b = c;
        }
        let (a, b) = (positions.one_based(a) - 1, positions.one_based(b) - 1);
        [a.min(b), a.max(b)]
    };
    LINES_THROUGH[point.index()].iter().filter(|line| in_set(line)).map(pair).collect()
}

/// The cards of each line, in the order of their index.
static CARDS: [[Card; 3]; LINES] = {
    let mut cards = [[Card::of([0; 4]); 3]; LINES];
    let mut line = 0;
    let mut first = 0;
    while let Some(a) = Card::new(first) {
        let mut second = first + 1;
        while let Some(b) = Card::new(second) {
            let c = a.third(b);
            if second < c.index() {
                cards[line] = [a, b, c];
                line += 1;
            }
            second += 1;
        }
        first += 1;
    }
    cards
};

/// The cards of each line as a set.
static MASKS: [u128; LINES] = {
    let mut masks = [0; LINES];
    let mut line = 0;
    while line < LINES {
        let [a, b, c] = CARDS[line];
        masks[line] = a.bit() | b.bit() | c.bit();
        line += 1;
    }
    masks
};

/// The numbers of the lines through each point.
static LINES_THROUGH: [[u16; LINES_PER_POINT]; DECK] = {
    let mut through = [[0; LINES_PER_POINT]; DECK];
    let mut sizes = [0; DECK];
    let mut line = 0;
    while line < LINES {
        let mut corner = 0;
        while corner < 3 {
            let point = CARDS[line][corner].index();
            through[point][sizes[point]] = line as u16;
            sizes[point] += 1;
            corner += 1;
        }
        line += 1;
    }
    through
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_numbers_are_sorted() {
        for numbers in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
            assert_eq!(sorted(numbers), [1, 2, 3]);
        }
    }

    #[test]
    fn every_two_cards_are_on_exactly_one_line() {
        for a in Card::all() {
            for b in Card::all().filter(|&b| b != a) {
                let on = MASKS.iter().filter(|&&mask| mask & a.bit() != 0 && mask & b.bit() != 0);
                assert_eq!(on.collect::<Vec<_>>(), [&(a.bit() | b.bit() | a.third(b).bit())]);
            }
            for &line in &LINES_THROUGH[a.index()] {
                assert!(CARDS[usize::from(line)].contains(&a));
            }
        }
    }
}
