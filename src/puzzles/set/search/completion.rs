//! Half of the cards fix what the other half must be; a table tells where that lies.
//!
//! Two cards fix the third of a SET, one pair of an UltraSET the card that the other pair must need, and three cards of a
//! GhostSET the sum of the other three.

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

/// Searches the hand.
///
/// # Errors
/// As `Break`, when the observer says so.
pub fn search(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    match hand.variant() {
        Variant::Set | Variant::Junior => complete_pairs(hand.cards(), observer),
        Variant::Ultra => match_pairs(hand.cards(), observer),
        Variant::Ghost => match_triples(hand.cards(), observer),
    }
}

/// How many SETs there are among the cards, all different: each is completed from its three pairs.
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
    let positions = Positions::of(cards);
    let pairs = binomial(cards.len(), 2);
    let mut account = Account::new(observer, pairs);
    let mut sets = [[0; 2]; 64];
    for first in 0..cards.len() {
        let found = sets_from(first, cards, &positions, &mut sets);
        for &[second, third] in &sets[..found] {
            account.found(Solution::new([first as u8, second, third], cards))?;
        }
    }
    // The pairs of the whole deck take some microseconds, so that nobody has to be asked before.
    account.explored(pairs)?;
    account.close()
}

/// Stores the second and third position of every SET whose first position is this; says how many there are.
///
/// Each pair is stored, and only those with a later third card stay, so the loop has no branch to guess. At most 40
/// SETs go through a card, so 64 places suffice and the mask only spares a check.
fn sets_from(first: usize, cards: &[Card], positions: &Positions, sets: &mut [[u8; 2]; 64]) -> usize {
    let thirds = cards[first].thirds();
    let mut found = 0;
    for (second, card) in (first + 1..).zip(&cards[first + 1..]) {
        let from_one = positions.from_one(thirds[card.index() & 127]);
        sets[found & 63] = [second as u8, from_one.wrapping_sub(1)];
        found += usize::from(second + 1 < usize::from(from_one));
    }
    found
}

/// Sorts the pairs by the card that they need; every two that need the same are an UltraSET. They share no card, since two
/// pairs with a common card need different ones.
fn match_pairs(cards: &[Card], observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let needing = by_need(cards, |[a, b]: [Card; 2]| a.third(b));
    let mut account = Account::new(observer, binomial(cards.len(), 2));
    for first in Combinations::<2>::of(cards.len()) {
        account.explored(1)?;
        let [a, b] = first.map(|at| cards[usize::from(at)]);
        let pairs = &needing[a.third(b).index()];
        // Pairs are listed in their order, and each UltraSET is told of at the pair that holds its first position.
        let later = pairs.partition_point(|pair| pair[0] <= first[0]);
        for &second in &pairs[later..] {
            account.found(Solution::new(sorted(first, second), cards))?;
        }
    }
    account.close()
}

/// Sorts the triples by their sum; every two with opposite sums, one wholly after the other, are a GhostSET.
fn match_triples(cards: &[Card], observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let by_sum = by_need(cards, sum);
    let mut account = Account::new(observer, binomial(cards.len(), 3));
    for first in Combinations::<3>::of(cards.len()) {
        account.explored(1)?;
        let needed = negative(sum(first.map(|at| cards[usize::from(at)])));
        let triples = &by_sum[needed.index()];
        let later = triples.partition_point(|second| second[0] <= first[2]);
        for &[d, e, f] in &triples[later..] {
            let [a, b, c] = first;
            account.found(Solution::new([a, b, c, d, e, f], cards))?;
        }
    }
    account.close()
}

/// All combinations of the cards, in their order, by what they need.
fn by_need<const SIZE: usize>(cards: &[Card], need: fn([Card; SIZE]) -> Card) -> Vec<Vec<[u8; SIZE]>> {
    let mut lists = vec![Vec::new(); DECK];
    for positions in Combinations::<SIZE>::of(cards.len()) {
        lists[need(positions.map(|at| cards[usize::from(at)])).index()].push(positions);
    }
    lists
}

/// The sum of the values in each feature, modulo 3, as a card.
///
/// `third` is the negative of the sum of two, so two of them and a negative make a plain sum of three.
fn sum([a, b, c]: [Card; 3]) -> Card {
    a.third(b).third(negative(c))
}

/// The values that with these make 0 modulo 3, as a card.
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
    fn sums_are_sums_of_values() {
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
