//! Looks up what completes each part of a hand: the first cards of a solution determine the others, and a table gives their positions.
//!
//! Two cards of a SET determine the third; one pair of an UltraSET determines the card that the other pair needs, and three cards of a
//! GhostSET the sum of the other three.

use std::ops::ControlFlow;

use crate::model::{
    card::{Card, DECK},
    hand::{Hand, PositionTable},
    solution::Solution,
    state::Variant,
};
use base::search::Observer;

use super::{Reporter, binomial, combinations::Combinations};

/// Searches the hand.
///
/// # Errors
/// `Break`, if the observer stops the search.
pub fn search(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    match hand.variant() {
        Variant::Set | Variant::Junior => complete_pairs(hand.cards(), observer),
        Variant::Ultra => match_pairs(hand.cards(), observer),
        Variant::Ghost => match_triples(hand.cards(), observer),
    }
}

/// Returns the number of SETs among different cards. Each is counted once for each of its three pairs.
pub fn count(cards: &[Card]) -> u32 {
    let hand = cards.iter().fold(0_u128, |bits, card| bits | card.bit());
    let mut completed = 0;
    for (at, card) in cards.iter().enumerate() {
        let thirds = card.thirds();
        for other in &cards[at + 1..] {
            completed += (hand >> thirds[other.index() & 127].index()) as u32 & 1;
        }
    }
    completed / 3
}

fn complete_pairs(cards: &[Card], observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let positions = PositionTable::of(cards);
    let pairs = binomial(cards.len(), 2);
    let mut reporter = Reporter::new(observer, pairs);
    let mut sets = [[0; 2]; 64];
    for first in 0..cards.len() {
        let found = sets_from(first, cards, &positions, &mut sets);
        for &[second, third] in &sets[..found] {
            reporter.found(Solution::new([first as u8, second, third], cards))?;
        }
    }
    // All pairs of the whole deck take a few microseconds, so progress is only reported at the end.
    reporter.explored(pairs)?;
    reporter.finish()
}

/// Stores the second and third position of every SET that begins at this position, and returns how many there are.
///
/// Every pair is stored, and the next one overwrites it unless its third card comes later, so the loop has no branch to predict. At
/// most 40 SETs contain a card, so 64 entries suffice; the mask only avoids a bounds check.
fn sets_from(first: usize, cards: &[Card], positions: &PositionTable, sets: &mut [[u8; 2]; 64]) -> usize {
    let thirds = cards[first].thirds();
    let mut found = 0;
    for (second, card) in (first + 1..).zip(&cards[first + 1..]) {
        let one_based = positions.one_based(thirds[card.index() & 127]);
        sets[found & 63] = [second as u8, one_based.wrapping_sub(1)];
        found += usize::from(second + 1 < usize::from(one_based));
    }
    found
}

/// Groups the pairs by the card that they need. Any two in a group are an UltraSET: they share no card, since two different pairs with
/// a common card need different cards.
fn match_pairs(cards: &[Card], observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let pairs_by_third = group_by(cards, |[a, b]: [Card; 2]| a.third(b));
    let mut reporter = Reporter::new(observer, binomial(cards.len(), 2));
    for first in Combinations::<2>::of(cards.len()) {
        reporter.explored(1)?;
        let [a, b] = first.map(|at| cards[usize::from(at)]);
        let pairs = &pairs_by_third[a.third(b).index()];
        // The groups are sorted, and each UltraSET is reported with the pair that has its first position.
        let later = pairs.partition_point(|pair| pair[0] <= first[0]);
        for &second in &pairs[later..] {
            reporter.found(Solution::new(sorted(first, second), cards))?;
        }
    }
    reporter.finish()
}

/// Groups the triples by their sum. Two disjoint triples with opposite sums are a GhostSET, which is reported with the pair of triples in
/// which all positions of the second come after those of the first.
fn match_triples(cards: &[Card], observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let triples_by_sum = group_by(cards, sum);
    let mut reporter = Reporter::new(observer, binomial(cards.len(), 3));
    for first in Combinations::<3>::of(cards.len()) {
        reporter.explored(1)?;
        let needed = negative(sum(first.map(|at| cards[usize::from(at)])));
        let triples = &triples_by_sum[needed.index()];
        let later = triples.partition_point(|second| second[0] <= first[2]);
        for &[d, e, f] in &triples[later..] {
            let [a, b, c] = first;
            reporter.found(Solution::new([a, b, c, d, e, f], cards))?;
        }
    }
    reporter.finish()
}

/// All combinations of the cards in lexicographic order, grouped by the card that `key` gives for them.
fn group_by<const SIZE: usize>(cards: &[Card], key: fn([Card; SIZE]) -> Card) -> Vec<Vec<[u8; SIZE]>> {
    let mut groups = vec![Vec::new(); DECK];
    for positions in Combinations::<SIZE>::of(cards.len()) {
        groups[key(positions.map(|at| cards[usize::from(at)])).index()].push(positions);
    }
    groups
}

/// The sum of the values in each feature, modulo 3, as a card.
///
/// `third` is the negative of the sum of two cards, so applying it twice, once to a negative, gives the plain sum of three.
fn sum([a, b, c]: [Card; 3]) -> Card {
    a.third(b).third(negative(c))
}

/// The negative of each value modulo 3, as a card.
fn negative(card: Card) -> Card {
    card.third(Card::default())
}

fn sorted([a, b]: [u8; 2], [c, d]: [u8; 2]) -> [u8; 4] {
    let mut positions = [a, b, c, d];
    positions.sort_unstable();
    positions
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sum_of_cards_adds_their_values() {
        for a in Card::all() {
            for b in Card::all() {
                let c = Card::of([1, 2, 0, 1]);
                let mut values = [0; 4];
                for card in [a, b, c] {
                    for (sum, value) in values.iter_mut().zip(card.values()) {
                        *sum += value;
                    }
                }
                assert_eq!(sum([a, b, c]), Card::of(values));
            }
        }
    }
}
