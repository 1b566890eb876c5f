//! What is edited and saved: the cards on the table and the variant. May hold a card twice; [`super::hand`] objects.

use serde::{Deserialize, Serialize};

use super::card::{Card, DECK, Texture};

/// The cards on the table and what is looked for among them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The cards in the order in which they lie.
    pub cards: Vec<Card>,
    /// What is looked for.
    pub variant: Variant,
}

/// What is looked for, and in which deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Variant {
    /// Three cards that in each feature are all alike or all different.
    #[default]
    Set,
    /// Two pairs that the same card completes to SETs; it need not lie on the table.
    Ultra,
    /// Six cards whose values in each feature sum to a multiple of 3: the cards that complete three pairs of them are a
    /// SET, or three times the same card.
    Ghost,
    /// SETs among the 27 solid cards.
    Junior,
}

impl Variant {
    /// All variants in the order of menus.
    pub const ALL: [Self; 4] = [Self::Set, Self::Ultra, Self::Ghost, Self::Junior];

    /// What is found, as a singular noun.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Set | Self::Junior => "SET",
            Self::Ultra => "UltraSET",
            Self::Ghost => "GhostSET",
        }
    }

    /// One of what is found, with its article.
    pub const fn one(self) -> &'static str {
        match self {
            Self::Set | Self::Junior => "a SET",
            Self::Ultra => "an UltraSET",
            Self::Ghost => "a GhostSET",
        }
    }

    /// How many cards are found at once.
    pub const fn size(self) -> usize {
        match self {
            Self::Set | Self::Junior => 3,
            Self::Ultra => 4,
            Self::Ghost => 6,
        }
    }

    /// How many cards are dealt at first: as many as hold between two and four of what is looked for in the mean.
    pub const fn table(self) -> usize {
        match self {
            Self::Set => 12,
            Self::Ultra => 8,
            Self::Ghost => 10,
            Self::Junior => 9,
        }
    }

    /// Whether the card is in the deck.
    pub const fn has(self, card: Card) -> bool {
        match self {
            Self::Set | Self::Ultra | Self::Ghost => true,
            Self::Junior => matches!(card.texture(), Texture::Solid),
        }
    }

    /// The cards of the deck by their index.
    pub fn deck(self) -> Vec<Card> {
        let mut deck = Vec::with_capacity(DECK);
        deck.extend(Card::all().filter(|&card| self.has(card)));
        deck
    }

    /// Whether these cards, no two the same and [`Variant::size`] of them, are what is looked for.
    pub fn holds(self, cards: &[Card]) -> bool {
        debug_assert_eq!(cards.len(), self.size());
        match (self, cards) {
            (Self::Set | Self::Junior, &[a, b, c]) => a.third(b) == c,
            (Self::Ultra, &[a, b, c, d]) => a.third(b) == c.third(d) || a.third(c) == b.third(d) || a.third(d) == b.third(c),
            (Self::Ghost, &[a, b, c, d, e, f]) => a.third(b).third(c.third(d)) == e.third(f),
            _ => false,
        }
    }
}

impl State {
    /// These cards in this variant.
    pub const fn new(cards: Vec<Card>, variant: Variant) -> Self {
        Self { cards, variant }
    }

    /// The cards of the deck that are not on the table, by their index.
    pub fn rest(&self) -> Vec<Card> {
        let table = self.cards.iter().fold(0, |bits, card| bits | card.bit());
        let mut rest = self.variant.deck();
        rest.retain(|card| table & card.bit() == 0);
        rest
    }

    /// Puts the cards in the order of their index.
    pub fn sort(&mut self) {
        self.cards.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use crate::puzzles::set::play::deal;

    use super::*;

    #[test]
    fn decks_have_their_size_and_the_rest_is_what_is_left() {
        assert_eq!(Variant::Set.deck().len(), 81);
        assert_eq!(Variant::Junior.deck().len(), 27);
        let mut state = State::new(Variant::Set.deck(), Variant::Set);
        assert_eq!(state.rest(), []);
        let taken = state.cards.remove(40);
        assert_eq!(state.rest(), [taken]);
    }

    #[test]
    fn a_ghost_set_is_what_its_values_say() {
        let mut held = 0;
        for seed in 0..3000 {
            let cards = deal::hand(Variant::Ghost, 6, seed).cards;
            let sums = (0..4).map(|feature| cards.iter().map(|card| card.values()[feature]).sum::<u8>());
            let holds = sums.into_iter().all(|sum| sum % 3 == 0);
            assert_eq!(Variant::Ghost.holds(&cards), holds);
            held += u32::from(holds);
        }
        assert!(held > 10, "about one in 81: {held}");
    }
}
