//! How many hands have 0, 1, 2... SETs: counted, not sampled.
//!
//! An affine map of the deck takes SETs to SETs. Hands are dealt card by card, and hands that such a map takes into each other
//! are joined: a *class* is one of them, with the number of ways to deal any of them. The 7 · 10^13 hands of twelve cards are 45,000
//! classes. Up to three more cards are dealt from each class in every way, since joining again would take longer than it saves.
//!
//! This takes half a minute for the whole deck, so [`super::counted`] holds the results; `cargo bench --bench set_distribution`
//! counts all of them again.

use std::{cmp::Ordering, collections::HashMap};

use crate::puzzles::set::model::card::{Card, DECK};

/// Hands of more cards than these are not joined.
const JOINED: usize = 12;

/// The most cards of a hand that can be counted in minutes: each card beyond `JOINED` multiplies the work by twenty.
pub const MOST_CARDS: usize = JOINED + 3;

/// A hand of each class as a set of bits, with the number of ways to deal the hands of the class, card by card.
type Classes = HashMap<u128, u128>;

/// Counts the hands of 0, 1, 2... up to `most` cards from the first `deck` cards by their number of SETs: `[3][1]` is the number of
/// hands of three cards with one SET. The last number for each size is not 0.
///
/// `deck` is a power of 3: 81, or 27 for a deck in which cards differ in three features. `most` is at most [`MOST_CARDS`].
pub fn count(deck: usize, most: usize) -> Vec<Vec<u64>> {
    count_joining(deck, most.min(MOST_CARDS), JOINED)
}

/// The same, joining hands of up to this many cards.
fn count_joining(deck: usize, most: usize, joined: usize) -> Vec<Vec<u64>> {
    let joined = most.min(joined);
    let mut classes = Classes::from([(0, 1)]);
    let mut counts = Vec::new();
    for cards in 0..=joined {
        if 0 < cards {
            classes = deal_one(&classes, deck);
        }
        let mut ways = vec![0; most_sets(cards) + 1];
        for (&hand, dealt) in &classes {
            ways[Hand::of(hand).sets] += dealt;
        }
        // Each hand was dealt in every order.
        counts.push(divided(ways, factorial(cards)));
    }
    for (more, ways) in (1..).zip(deal_on_all(&classes, deck, most - joined)) {
        // Its last cards were dealt in rising order only.
        counts.push(divided(ways, factorial(joined + more) / factorial(more)));
    }
    counts
}

/// The classes of hands with one card more.
fn deal_one(classes: &Classes, deck: usize) -> Classes {
    let mut next = Classes::new();
    for (&hand, ways) in classes {
        for card in missing(hand, 0, deck) {
            *next.entry(representative(hand | card.bit())).or_default() += ways;
        }
    }
    next
}

/// For 1, 2... up to `most` cards more than the hands of the classes have: by the number of SETs, the ways to deal such a hand, if the
/// cards added are dealt in rising order.
fn deal_on_all(classes: &Classes, deck: usize, most: usize) -> Vec<Vec<u128>> {
    let cards = classes.keys().next().map_or(0, |hand| hand.count_ones() as usize);
    let none = |more| vec![0; most_sets(cards + more) + 1];
    let mut all: Vec<Vec<u128>> = (1..=most).map(none).collect();
    for (&hand, ways) in classes {
        let mut hands: Vec<Vec<u64>> = all.iter().map(|sizes| vec![0; sizes.len()]).collect();
        deal_on(&Hand::of(hand), 0, deck, &mut hands);
        for (all, hands) in all.iter_mut().flatten().zip(hands.iter().flatten()) {
            *all += ways * u128::from(*hands);
        }
    }
    all
}

/// Counts the hands with one card more in the first list, those with two more in the second and so on, by their SETs; the cards that
/// are added rise from `first` on.
fn deal_on(hand: &Hand, first: usize, deck: usize, counts: &mut [Vec<u64>]) {
    let Some((counts, more)) = counts.split_first_mut() else { return };
    for card in missing(hand.cards, first, deck) {
        counts[hand.sets + usize::from(hand.completed[card.index()])] += 1;
        if !more.is_empty() {
            deal_on(&hand.with(card), card.index() + 1, deck, more);
        }
    }
}

/// The cards from this one on that are not in the hand.
fn missing(hand: u128, first: usize, deck: usize) -> impl Iterator<Item = Card> {
    Card::all().take(deck).skip(first).filter(move |card| hand & card.bit() == 0)
}

/// The cards of a set of bits, rising.
fn cards(set: u128) -> impl Iterator<Item = Card> {
    Card::all().filter(move |card| set & card.bit() != 0)
}

/// No two SETs share two cards, so each takes three pairs of its own.
const fn most_sets(cards: usize) -> usize {
    cards * cards.saturating_sub(1) / 6
}

fn factorial(number: usize) -> u128 {
    (1..=number as u128).product()
}

fn divided(ways: Vec<u128>, orders: u128) -> Vec<u64> {
    // The quotients are at most the hands of 15 of 81 cards, 8 · 10^15.
    let mut hands: Vec<u64> = ways.into_iter().map(|ways| (ways / orders) as u64).collect();
    hands.truncate(hands.iter().rposition(|&hands| 0 < hands).map_or(0, |last| last + 1));
    hands
}

/// A hand with what one more card would bring.
#[derive(Clone)]
struct Hand {
    cards: u128,
    sets: usize,
    /// For each card how many pairs of the hand it completes.
    completed: [u8; DECK],
}

impl Hand {
    fn of(set: u128) -> Self {
        let empty = Self { cards: 0, sets: 0, completed: [0; DECK] };
        cards(set).fold(empty, |hand, card| hand.with(card))
    }

    fn with(&self, card: Card) -> Self {
        let mut hand = self.clone();
        let mut others = self.cards;
        while others != 0 {
            hand.completed[card.thirds()[others.trailing_zeros() as usize].index()] += 1;
            others &= others - 1;
        }
        hand.cards |= card.bit();
        hand.sets += usize::from(self.completed[card.index()]);
        hand
    }
}

/// A hand that an affine map takes this one to: the same for all hands that affine maps take into each other.
///
/// A map is fixed by the points that it takes to the cards 0, 1, 3, 9 and 27. These are chosen from the hand, one after another, and
/// each time those choices are kept that take most of the hand, as a set of bits, to the cards which are spanned by then. The
/// first is a card on most SETs of the hand, which only saves choices.
fn representative(hand: u128) -> u128 {
    let all: Vec<Card> = cards(hand).collect();
    let sets_through = |&card: &Card| all.iter().filter(|&&other| other != card && hand & card.third(other).bit() != 0).count();
    let most = all.iter().map(sets_through).max();
    let mut flats: Vec<Flat> = all.iter().filter(|card| Some(sets_through(card)) == most).map(|&card| Flat::point(card)).collect();
    loop {
        let outside = |flat: &Flat| all.iter().copied().filter(|card| !flat.points().contains(card)).collect::<Vec<_>>();
        let wider = flats.iter().flat_map(|flat| outside(flat).into_iter().map(|card| flat.spanned_with(card, hand)));
        let wider = with_largest_image(wider);
        if wider.is_empty() {
            return flats.first().map_or(0, |flat| flat.image);
        }
        flats = wider;
    }
}

fn with_largest_image(flats: impl Iterator<Item = Flat>) -> Vec<Flat> {
    let mut largest: Vec<Flat> = Vec::new();
    for flat in flats {
        let order = largest.first().map_or(Ordering::Greater, |other| flat.image.cmp(&other.image));
        if order.is_gt() {
            largest.clear();
        }
        if order.is_ge() {
            largest.push(flat);
        }
    }
    largest
}

/// A point, line, plane or space of the deck, with a map that takes it to the first cards of the deck.
#[derive(Clone)]
struct Flat {
    /// What the map takes to the first `size` cards.
    points: [Card; DECK],
    size: usize,
    /// Where it takes what the hand has here.
    image: u128,
}

impl Flat {
    /// A card of the hand, which goes to the card 0.
    fn point(card: Card) -> Self {
        Self { points: [card; DECK], size: 1, image: 1 }
    }

    fn points(&self) -> &[Card] {
        &self.points[..self.size]
    }

    /// The flat that is spanned with a card outside, which goes to the first card that is free.
    fn spanned_with(&self, card: Card, hand: u128) -> Self {
        let Self { size, .. } = *self;
        let mut wider = Self { size: 3 * size, ..self.clone() };
        for (at, &point) in self.points().iter().enumerate() {
            // With x + y + third(x, y) = 0, this is `point + card - origin`.
            let second = self.points[0].third(point.third(card));
            for (at, point) in [(size + at, second), (2 * size + at, point.third(second))] {
                wider.points[at] = point;
                wider.image |= (hand >> point.index() & 1) << at;
            }
        }
        wider
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzles::set::{
        live::counted,
        model::state::Variant,
        play::deal::{Dealer, Purpose},
        search::completion,
    };

    use super::*;

    /// All of the tables, and the whole deck further, is for `cargo bench --bench set_distribution`.
    #[test]
    fn the_tables_are_counted_again() {
        assert_eq!(count(27, 13), counted::JUNIOR_DECK);
        assert_eq!(count(81, 8), counted::WHOLE_DECK[..=8]);
    }

    #[test]
    fn hands_that_are_joined_are_counted_as_those_that_are_not() {
        for joined in [0, 2, 3, 5] {
            assert_eq!(count_joining(81, joined + 3, joined), counted::WHOLE_DECK[..=joined + 3], "up to {joined} cards");
        }
    }

    /// A map is fixed by its origin and by where it takes four more cards: `x` goes to `origin + sum of x_i * (corner_i - origin)`.
    fn mapped(hand: &[Card], frame: &[Card]) -> u128 {
        let moved = |at: Card, corner: Card| frame[0].third(at.third(corner));
        let image = |card: &Card| {
            let steps = card.values().into_iter().zip(&frame[1..]).flat_map(|(times, &corner)| (0..times).map(move |_| corner));
            steps.fold(frame[0], moved)
        };
        hand.iter().fold(0, |set, card| set | image(card).bit())
    }

    #[test]
    fn hands_that_a_map_takes_into_each_other_have_one_representative() {
        let mut dealer = Dealer::new(1, Purpose::Hand);
        let mut deck = Variant::Set.deck();
        let mut maps = 0;
        for round in 0..400 {
            let hand = dealer.draw(&mut deck, round % 14).to_vec();
            let set = mapped(&hand, &[0, 27, 9, 3, 1].map(|index| Card::new(index).unwrap()));
            assert_eq!(set, hand.iter().fold(0, |set, card| set | card.bit()), "this map leaves all cards where they are");
            let frame = dealer.draw(&mut deck, 5).to_vec();
            // A frame within a space takes cards to fewer.
            if mapped(&Variant::Set.deck(), &frame).count_ones() == 81 {
                maps += 1;
                let found = representative(set);
                assert_eq!(representative(mapped(&hand, &frame)), found);
                assert_eq!(representative(found), found);
                assert_eq!((Hand::of(found).sets, found.count_ones()), (completion::count(&hand) as usize, set.count_ones()));
            }
        }
        assert!(maps > 200, "{maps}");
    }
}
