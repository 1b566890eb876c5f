//! Counts exactly how many hands have 0, 1, 2... SETs.
//!
//! Affine maps of the deck take SETs to SETs. Hands are dealt card by card, and all hands that such maps take to each other are merged
//! into a *class*: one representative, with the number of ways to deal any hand of the class. The 7 · 10^13 hands of twelve cards form
//! 45,000 classes. The last cards, up to three, are dealt to each class in every way, since merging again would cost more than it saves.
//!
//! This takes half a minute for the whole deck, so [`super::exact_counts`] has the results. `cargo bench --bench set_distribution`
//! counts everything again.

use std::{cmp::Ordering, collections::HashMap};

use crate::model::card::{Card, DECK};

/// The most cards of a hand that is merged into a class.
const MERGED: usize = 12;

/// The most cards of a hand that can be counted within minutes: each card beyond `MERGED` multiplies the work by twenty.
pub const MOST_CARDS: usize = MERGED + 3;

/// The representative of each class as a set of cards, with the number of ways to deal a hand of the class card by card.
type Classes = HashMap<u128, u128>;

/// Counts the hands of up to `most` cards from the first `deck` cards by their number of SETs: `[3][1]` is the number of hands of three
/// cards with one SET. The last number for each size is never 0.
///
/// `deck` is 81, or 27 for a deck whose cards differ in three features. `most` is at most [`MOST_CARDS`].
pub fn count(deck: usize, most: usize) -> Vec<Vec<u64>> {
    count_merging(deck, most.min(MOST_CARDS), MERGED)
}

/// The same, with hands of up to `merged` cards merged into classes.
fn count_merging(deck: usize, most: usize, merged: usize) -> Vec<Vec<u64>> {
    let merged = most.min(merged);
    let mut classes = Classes::from([(0, 1)]);
    let mut counts = Vec::new();
    for cards in 0..=merged {
        if 0 < cards {
            classes = with_one_more(&classes, deck);
        }
        let mut ways = vec![0; most_sets(cards) + 1];
        for (&hand, dealt) in &classes {
            ways[Hand::of(hand).sets] += dealt;
        }
        // Each hand was dealt in every order of its cards.
        counts.push(divided(ways, factorial(cards)));
    }
    for (more, ways) in (1..).zip(extend_all(&classes, deck, most - merged)) {
        // The cards added to a class were dealt in rising order only.
        counts.push(divided(ways, factorial(merged + more) / factorial(more)));
    }
    counts
}

/// The classes of the hands with one more card.
fn with_one_more(classes: &Classes, deck: usize) -> Classes {
    let mut next = Classes::new();
    for (&hand, ways) in classes {
        for card in missing(hand, 0, deck) {
            *next.entry(representative(hand | card.bit())).or_default() += ways;
        }
    }
    next
}

/// Adds 1, 2... up to `most` cards to the classes. Entry n - 1 has, by the number of SETs, the ways to deal a hand with n cards added in
/// rising order.
fn extend_all(classes: &Classes, deck: usize, most: usize) -> Vec<Vec<u128>> {
    let cards = classes.keys().next().map_or(0, |hand| hand.count_ones() as usize);
    let zeros = |more| vec![0; most_sets(cards + more) + 1];
    let mut all: Vec<Vec<u128>> = (1..=most).map(zeros).collect();
    for (&hand, ways) in classes {
        let mut hands: Vec<Vec<u64>> = all.iter().map(|sizes| vec![0; sizes.len()]).collect();
        extend(&Hand::of(hand), 0, deck, &mut hands);
        for (all, hands) in all.iter_mut().flatten().zip(hands.iter().flatten()) {
            *all += ways * u128::from(*hands);
        }
    }
    all
}

/// Counts the hands with one more card in the first list, with two more in the second and so on, each by the number of SETs. The added
/// cards rise, from `first` on.
fn extend(hand: &Hand, first: usize, deck: usize, counts: &mut [Vec<u64>]) {
    let Some((counts, more)) = counts.split_first_mut() else { return };
    for card in missing(hand.cards, first, deck) {
        counts[hand.sets + usize::from(hand.completed[card.index()])] += 1;
        if !more.is_empty() {
            extend(&hand.with(card), card.index() + 1, deck, more);
        }
    }
}

/// The cards from index `first` on that are not in the hand.
fn missing(hand: u128, first: usize, deck: usize) -> impl Iterator<Item = Card> {
    Card::all().take(deck).skip(first).filter(move |card| hand & card.bit() == 0)
}

/// The cards of a set, in the order of their index.
fn cards(set: u128) -> impl Iterator<Item = Card> {
    Card::all().filter(move |card| set & card.bit() != 0)
}

/// An upper bound for the number of SETs: two SETs share at most one card, so each has three pairs of its own.
const fn most_sets(cards: usize) -> usize {
    cards * cards.saturating_sub(1) / 6
}

fn factorial(number: usize) -> u128 {
    (1..=number as u128).product()
}

fn divided(ways: Vec<u128>, orders: u128) -> Vec<u64> {
    // No quotient exceeds the number of hands of 15 from 81 cards, 8 · 10^15.
    let mut hands: Vec<u64> = ways.into_iter().map(|ways| (ways / orders) as u64).collect();
    hands.truncate(hands.iter().rposition(|&hands| 0 < hands).map_or(0, |last| last + 1));
    hands
}

/// A hand with the SETs that one more card would add.
#[derive(Clone)]
struct Hand {
    cards: u128,
    sets: usize,
    /// For each card, the number of pairs of the hand that it completes.
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

/// Returns the representative of a hand: a hand that an affine map takes it to, and the same one for all hands of its class.
///
/// An affine map is determined by the points that it takes to the cards 0, 1, 3, 9 and 27. These are chosen from the hand in turn. After
/// each choice, only the maps with the largest image are kept: the image of the hand within the cards spanned so far, compared as a
/// number. Only the cards with the most SETs of the hand are tried as the first point: affine maps preserve that number, so this merely
/// saves work.
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

/// A point, line, plane or space of the deck, with a map from it to the first cards of the deck.
#[derive(Clone)]
struct Flat {
    /// The points that the map takes to the first `size` cards.
    points: [Card; DECK],
    size: usize,
    /// The image of those cards of the hand that are in the flat.
    image: u128,
}

impl Flat {
    /// A card of the hand, which the map takes to card 0.
    fn point(card: Card) -> Self {
        Self { points: [card; DECK], size: 1, image: 1 }
    }

    fn points(&self) -> &[Card] {
        &self.points[..self.size]
    }

    /// The flat spanned with a card outside, which the map takes to the first unused card.
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
    use crate::{
        live::exact_counts,
        model::state::Variant,
        play::deal::{Dealer, Purpose},
        search::completion,
    };

    use super::*;

    /// `cargo bench --bench set_distribution` compares the other rows of the whole deck.
    #[test]
    fn counting_gives_the_stored_tables() {
        assert_eq!(count(27, 13), exact_counts::JUNIOR_DECK);
        assert_eq!(count(81, 8), exact_counts::WHOLE_DECK[..=8]);
    }

    #[test]
    fn merging_does_not_change_the_counts() {
        for merged in [0, 2, 3, 5] {
            assert_eq!(count_merging(81, merged + 3, merged), exact_counts::WHOLE_DECK[..=merged + 3], "merged up to {merged} cards");
        }
    }

    /// Applies the affine map of a frame, an origin and four corners: it takes `x` to `origin + sum of x_i * (corner_i - origin)`.
    fn mapped(hand: &[Card], frame: &[Card]) -> u128 {
        let moved = |at: Card, corner: Card| frame[0].third(at.third(corner));
        let image = |card: &Card| {
            let steps = card.values().into_iter().zip(&frame[1..]).flat_map(|(times, &corner)| (0..times).map(move |_| corner));
            steps.fold(frame[0], moved)
        };
        hand.iter().fold(0, |set, card| set | image(card).bit())
    }

    #[test]
    fn all_affine_images_of_a_hand_have_the_same_representative() {
        let mut dealer = Dealer::new(1, Purpose::Hand);
        let mut deck = Variant::Set.deck();
        let mut maps = 0;
        for round in 0..400 {
            let hand = dealer.draw(&mut deck, round % 14).to_vec();
            let set = mapped(&hand, &[0, 27, 9, 3, 1].map(|index| Card::new(index).unwrap()));
            assert_eq!(set, hand.iter().fold(0, |set, card| set | card.bit()), "the standard frame gives the identity");
            let frame = dealer.draw(&mut deck, 5).to_vec();
            // If the frame doesn't span the deck, different cards have the same image.
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
