//! A checked position, ready to be searched, and everything that can be wrong with one that isn't.

use base::puzzle::{Flaw, Key};

use super::{
    card::{Card, DECK},
    spot::Spot,
    state::{State, Variant},
};

/// Different cards of one deck, in the order in which they are on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    cards: Vec<Card>,
    variant: Variant,
}

/// The position of each card of the deck in a hand.
///
/// Positions are stored from 1, with 0 for a card that isn't in the hand. The table is longer than the deck, so that an index
/// masked to seven bits needs no bounds check.
#[derive(Clone)]
pub struct PositionTable([u8; 128]);

impl Hand {
    /// Checks the cards of a state.
    ///
    /// # Errors
    /// One flaw for each card that is on the table twice and for each that is not in the variant's deck.
    pub fn check(state: &State) -> Result<Self, Vec<Flaw<Spot>>> {
        let flaws: Vec<_> = state.cards.iter().enumerate().flat_map(|(at, &card)| flaws_of(state, at, card)).collect();
        if flaws.is_empty() { Ok(Self { cards: state.cards.clone(), variant: state.variant }) } else { Err(flaws) }
    }

    /// The cards: at most 81 and all different.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The variant, which decides what is searched for.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The set of the cards, one bit each.
    pub fn bits(&self) -> u128 {
        self.cards.iter().fold(0, |bits, card| bits | card.bit())
    }
}

impl PositionTable {
    /// The table for at most 255 cards.
    pub fn of(cards: &[Card]) -> Self {
        let mut positions = [0; 128];
        for (at, card) in (1_u8..).zip(cards) {
            positions[card.index()] = at;
        }
        Self(positions)
    }

    /// The position of the card from 1, or 0 if it isn't in the hand.
    pub const fn one_based(&self, card: Card) -> u8 {
        self.0[card.index() & 127]
    }

    /// The position of the card from 0.
    pub fn find(&self, card: Card) -> Option<u8> {
        self.one_based(card).checked_sub(1)
    }
}

/// The flaws of the card at this position.
fn flaws_of(state: &State, at: usize, card: Card) -> Vec<Flaw<Spot>> {
    let path = || vec![Key::Field("cards"), Key::Index(at)];
    let mut flaws = Vec::new();
    if let Some(first) = state.cards[..at].iter().position(|&other| other == card) {
        flaws.push(Flaw {
            message: format!("{card} is on the table twice, as card {} and card {}; the deck has only one", first + 1, at + 1),
            spots: vec![Spot::Card(first), Spot::Card(at)],
            path: path(),
        });
    }
    if !state.variant.includes(card) {
        flaws.push(Flaw {
            message: format!("{card} isn't in the Junior deck; its {} cards are all solid", DECK / 3),
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
    fn duplicates_and_cards_outside_the_deck_are_flaws() {
        assert_eq!(flaws(&[], Variant::Set), []);
        assert_eq!(flaws(&["1dru", "2dru"], Variant::Set), []);
        assert_eq!(
            flaws(&["1dru", "2dru", "1dru"], Variant::Set),
            [(
                "1 diamond red outline is on the table twice, as card 1 and card 3; the deck has only one".to_owned(),
                vec![Spot::Card(0), Spot::Card(2)],
                vec![Key::Field("cards"), Key::Index(2)]
            )]
        );
        let junior = flaws(&["1drl", "1dru", "1dru"], Variant::Junior);
        assert_eq!(junior.len(), 3, "one card can have two flaws: {junior:?}");
        assert_eq!(junior[0].0, "1 diamond red outline isn't in the Junior deck; its 27 cards are all solid");
    }

    #[test]
    fn positions_find_every_card() {
        let mut cards = Variant::Set.deck();
        cards.reverse();
        let positions = PositionTable::of(&cards[..40]);
        for (at, &card) in cards.iter().enumerate() {
            assert_eq!(positions.find(card).map(usize::from), (at < 40).then_some(at));
        }
    }
}
