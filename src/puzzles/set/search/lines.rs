//! The SETs of the deck are the 1080 lines of a space of 81 points; each is a mask, and the hand is one, too.

use std::ops::ControlFlow;

use crate::{
    puzzles::set::model::{
        card::{Card, DECK},
        hand::{Hand, Positions},
        solution::Solution,
        state::Variant,
    },
    search::Observer,
};

use super::{Account, binomial, combinations::Combinations};

/// How many lines there are: each of 81 · 80 ordered pairs fixes one, and each line has six of them.
pub const LINES: usize = 81 * 80 / 6;

/// How many lines go through each point.
const THROUGH: usize = 40;

/// Searches the hand.
///
/// # Errors
/// As `Break`, when the observer says so.
pub fn search(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    match hand.variant() {
        Variant::Set | Variant::Junior => find_lines(hand, observer),
        Variant::Ultra => find_crossings(hand, observer),
        Variant::Ghost => find_closings(hand, observer),
    }
}

/// Stores the numbers of the lines that lie wholly in this set of cards, and says how many there are.
///
/// Each number is stored, and only those of lines that lie in the set stay, so the loop has no branch to guess.
pub fn within(set: u128, numbers: &mut [u16; LINES]) -> usize {
    let mut found = 0;
    for (number, &mask) in (0..).zip(&MASKS) {
        numbers[found] = number;
        found += usize::from(set & mask == mask);
    }
    found
}

fn find_lines(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let positions = Positions::of(hand.cards());
    let mut account = Account::new(observer, LINES as u64);
    let mut numbers = [0; LINES];
    let found = within(hand.bits(), &mut numbers);
    account.explored(LINES as u64)?;
    for &number in &numbers[..found] {
        let places = CARDS[usize::from(number)].map(|card| positions.from_one(card) - 1);
        account.found(Solution::new(rising(places), hand.cards()))?;
    }
    account.close()
}

/// The same three numbers from the least to the greatest, without a branch to guess.
fn rising([a, b, c]: [u8; 3]) -> [u8; 3] {
    let (low, high) = (a.min(b), a.max(b));
    [low.min(c), high.min(low.max(c)), high.max(c)]
}

/// An UltraSET is two lines through one point, without the point.
fn find_crossings(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let positions = Positions::of(hand.cards());
    let mut account = Account::new(observer, (DECK * THROUGH) as u64);
    for point in Card::all() {
        let pairs = pairs_needing(point, hand.bits(), &positions);
        for (at, &[c, d]) in pairs.iter().enumerate() {
            for &[a, b] in &pairs[..at] {
                let mut places = [a, b, c, d];
                places.sort_unstable();
                account.found(Solution::new(places, hand.cards()))?;
            }
        }
        account.explored(THROUGH as u64)?;
    }
    account.close()
}

/// The first four cards of a GhostSET fix the point on whose lines the last two lie.
fn find_closings(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let cards = hand.cards();
    let positions = Positions::of(cards);
    let mut account = Account::new(observer, binomial(cards.len(), 4) * THROUGH as u64);
    for head in Combinations::<4>::of(cards.len()) {
        let [a, b, c, d] = head.map(|at| cards[usize::from(at)]);
        let later = cards[usize::from(head[3]) + 1..].iter().fold(0, |bits, card| bits | card.bit());
        for [e, f] in pairs_needing(a.third(b).third(c.third(d)), later, &positions) {
            let [a, b, c, d] = head;
            account.found(Solution::new([a, b, c, d, e, f], cards))?;
        }
        account.explored(THROUGH as u64)?;
    }
    account.close()
}

/// The positions, rising, of the pairs in the set that the point completes.
fn pairs_needing(point: Card, set: u128, positions: &Positions) -> Vec<[u8; 2]> {
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
        let (a, b) = (positions.from_one(a) - 1, positions.from_one(b) - 1);
        [a.min(b), a.max(b)]
    };
    PENCILS[point.index()].iter().filter(|line| in_set(line)).map(pair).collect()
}

/// The cards of each line, rising.
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

/// Each line as the set of its cards.
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
static PENCILS: [[u16; THROUGH]; DECK] = {
    let mut pencils = [[0; THROUGH]; DECK];
    let mut sizes = [0; DECK];
    let mut line = 0;
    while line < LINES {
        let mut corner = 0;
        while corner < 3 {
            let point = CARDS[line][corner].index();
            pencils[point][sizes[point]] = line as u16;
            sizes[point] += 1;
            corner += 1;
        }
        line += 1;
    }
    pencils
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_numbers_rise() {
        for numbers in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]] {
            assert_eq!(rising(numbers), [1, 2, 3]);
        }
    }

    #[test]
    fn every_two_cards_lie_on_one_line() {
        for a in Card::all() {
            for b in Card::all().filter(|&b| b != a) {
                let on = MASKS.iter().filter(|&&mask| mask & a.bit() != 0 && mask & b.bit() != 0);
                assert_eq!(on.collect::<Vec<_>>(), [&(a.bit() | b.bit() | a.third(b).bit())]);
            }
            for &line in &PENCILS[a.index()] {
                assert!(CARDS[usize::from(line)].contains(&a));
            }
        }
    }
}
