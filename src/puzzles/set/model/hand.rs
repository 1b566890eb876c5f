//! A checked state: what is searched. Says everything that is wrong with one that can't be.

use crate::puzzle::{Flaw, Key};

use super::{
    card::{Card, DECK},
    spot::Spot,
    state::{State, Variant},
};

/// Cards of one deck, no two the same, in the order in which they lie on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    cards: Vec<Card>,
    variant: Variant,
}

/// For each card of the deck where it lies in a hand, from 1; 0 is nowhere.
///
/// It is a little longer than the deck, so that an index cut to seven bits needs no check.
#[derive(Clone)]
pub struct Positions([u8; 128]);

impl Hand {
    /// The hand of the state.
    ///
    /// # Errors
    /// Each card that lies on the table twice or is not in the deck of the variant.
    pub fn check(state: &State) -> Result<Self, Vec<Flaw<Spot>>> {
        let flaws: Vec<_> = state.cards.iter().enumerate().flat_map(|(at, &card)| flaws_of(state, at, card)).collect();
        if flaws.is_empty() { Ok(Self { cards: state.cards.clone(), variant: state.variant }) } else { Err(flaws) }
    }

    /// The cards: at most 81 and all different.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// What is looked for.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The hand as a set of cards, one bit each.
    pub fn bits(&self) -> u128 {
        self.cards.iter().fold(0, |bits, card| bits | card.bit())
    }
}

impl Positions {
    /// Where the cards lie; of at most 255 cards.
    pub fn of(cards: &[Card]) -> Self {
        let mut positions = [0; 128];
        for (at, card) in (1_u8..).zip(cards) {
            positions[card.index()] = at;
        }
        Self(positions)
    }

    /// Where the card lies, from 1; 0 if nowhere.
    pub const fn from_one(&self, card: Card) -> u8 {
        self.0[card.index() & 127]
    }

    /// Where the card lies, from 0.
    pub fn find(&self, card: Card) -> Option<u8> {
        self.from_one(card).checked_sub(1)
    }
}

/// What is wrong with the card that lies at this position.
fn flaws_of(state: &State, at: usize, card: Card) -> Vec<Flaw<Spot>> {
    let path = || vec![Key::Field("cards"), Key::Index(at)];
    let mut flaws = Vec::new();
    if let Some(first) = state.cards[..at].iter().position(|&other| other == card) {
        flaws.push(Flaw {
            message: format!("{card} lies on the table twice, as card {} and card {}, but the deck has it once", first + 1, at + 1),
            spots: vec![Spot::Card(first), Spot::Card(at)],
            path: path(),
        });
    }
    if !state.variant.has(card) {
        flaws.push(Flaw {
            message: format!("{card} is not in the Junior deck: its {} cards are all solid", DECK / 3),
            spots: vec![Spot::Card(at)],
            path: path(),
        });
    }
    flaws
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flaws(cards: &[&str], variant: Variant) -> Vec<(String, Vec<Spot>, Vec<Key>)> {
        let cards = cards.iter().map(|name| name.parse().unwrap()).collect();
        let flaws = Hand::check(&State::new(cards, variant)).err().unwrap_or_default();
        flaws.into_iter().map(|flaw| (flaw.message, flaw.spots, flaw.path)).collect()
    }

    #[test]
    fn cards_lie_once_and_come_from_the_deck() {
        assert_eq!(flaws(&[], Variant::Set), []);
        assert_eq!(flaws(&["1dru", "2dru"], Variant::Set), []);
        assert_eq!(
            flaws(&["1dru", "2dru", "1dru"], Variant::Set),
            [(
                "1 diamond red outline lies on the table twice, as card 1 and card 3, but the deck has it once".to_owned(),
                vec![Spot::Card(0), Spot::Card(2)],
                vec![Key::Field("cards"), Key::Index(2)]
            )]
        );
        let junior = flaws(&["1drl", "1dru", "1dru"], Variant::Junior);
        assert_eq!(junior.len(), 3, "a card may be wrong in two ways: {junior:?}");
        assert_eq!(junior[0].0, "1 diamond red outline is not in the Junior deck: its 27 cards are all solid");
    }

    #[test]
    fn positions_find_every_card() {
        let mut cards = Variant::Set.deck();
        cards.reverse();
        let positions = Positions::of(&cards[..40]);
        for (at, &card) in cards.iter().enumerate() {
            assert_eq!(positions.find(card).map(usize::from), (at < 40).then_some(at));
        }
    }
}
