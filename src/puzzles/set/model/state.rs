//! The position as it is edited and saved: the cards on the table and the variant. It may have flaws, which [`super::hand`] finds.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, SeqAccess, Visitor},
};

use super::card::{Card, DECK, Texture};

/// The cards on the table and the variant that is played with them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct State {
    /// The cards, in the order of the table.
    #[serde(deserialize_with = "read_cards")]
    pub cards: Vec<Card>,
    /// The variant.
    pub variant: Variant,
}

/// The most cards that are read, since each frame draws all of them. A valid table has none twice.
pub const MOST_READ: usize = 3 * DECK;

/// Why more cards aren't read.
pub fn too_many_cards() -> String {
    format!("more than {MOST_READ} cards aren't read; the deck has {DECK}")
}

/// Reads cards one by one, so that one too many ends a list of any length.
fn read_cards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Card>, D::Error> {
    struct Cards;

    impl<'de> Visitor<'de> for Cards {
        type Value = Vec<Card>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a list of cards")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut names: A) -> Result<Vec<Card>, A::Error> {
            let mut cards = Vec::new();
            while let Some(card) = names.next_element()? {
                if cards.len() == MOST_READ {
                    return Err(de::Error::custom(too_many_cards()));
                }
                cards.push(card);
            }
            Ok(cards)
        }
    }

    deserializer.deserialize_seq(Cards)
}

/// A variant of SET: the kind of solutions, and the deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Variant {
    /// Three cards that in each feature are all alike or all different.
    #[default]
    Set,
    /// Two pairs that the same card completes to SETs; that card need not be on the table.
    Ultra,
    /// Six cards whose values sum to a multiple of 3 in each feature. Equivalently, if they are split into three pairs, the cards that
    /// complete the pairs are a SET, or three times the same card.
    Ghost,
    /// SETs among the 27 solid cards.
    Junior,
}

impl Variant {
    /// All variants, in the order of the menu.
    pub const ALL: [Self; 4] = [Self::Set, Self::Ultra, Self::Ghost, Self::Junior];

    /// Its name in the menu.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Set => "SET",
            Self::Ultra => "Ultra",
            Self::Ghost => "Ghost",
            Self::Junior => "Junior",
        }
    }

    /// The singular noun for a solution.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Set | Self::Junior => "SET",
            Self::Ultra => "UltraSET",
            Self::Ghost => "GhostSET",
        }
    }

    /// The same with its article.
    pub const fn noun_with_article(self) -> &'static str {
        match self {
            Self::Set | Self::Junior => "a SET",
            Self::Ultra => "an UltraSET",
            Self::Ghost => "a GhostSET",
        }
    }

    /// The number of cards in a solution.
    pub const fn size(self) -> usize {
        match self {
            Self::Set | Self::Junior => 3,
            Self::Ultra => 4,
            Self::Ghost => 6,
        }
    }

    /// The number of cards dealt at first, which have two to four solutions on average.
    pub const fn table_size(self) -> usize {
        match self {
            Self::Set => 12,
            Self::Ultra => 8,
            Self::Ghost => 10,
            Self::Junior => 9,
        }
    }

    /// Whether the card is in the deck.
    pub const fn includes(self, card: Card) -> bool {
        match self {
            Self::Set | Self::Ultra | Self::Ghost => true,
            Self::Junior => matches!(card.texture(), Texture::Solid),
        }
    }

    /// The cards of the deck, in the order of their index.
    pub fn deck(self) -> Vec<Card> {
        let mut deck = Vec::with_capacity(DECK);
        deck.extend(Card::all().filter(|&card| self.includes(card)));
        deck
    }

    /// Whether these different cards, [`Variant::size`] of them, are a solution.
    pub fn is_solution(self, cards: &[Card]) -> bool {
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
    /// A position with these cards and this variant.
    pub const fn new(cards: Vec<Card>, variant: Variant) -> Self {
        Self { cards, variant }
    }

    /// The cards of the deck that are not on the table, in the order of their index.
    pub fn remaining(&self) -> Vec<Card> {
        let table = self.cards.iter().fold(0, |bits, card| bits | card.bit());
        let mut remaining = self.variant.deck();
        remaining.retain(|card| table & card.bit() == 0);
        remaining
    }

    /// Adds the cards that are not on the table yet.
    pub fn add(&mut self, cards: &[Card]) {
        for &card in cards {
            if !self.cards.contains(&card) {
                self.cards.push(card);
            }
        }
    }

    /// Sorts the cards by their index.
    pub fn sort(&mut self) {
        self.cards.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use crate::play::deal;

    use super::*;

    #[test]
    fn the_remaining_cards_complete_the_deck() {
        assert_eq!(Variant::Set.deck().len(), 81);
        assert_eq!(Variant::Junior.deck().len(), 27);
        let mut state = State::new(Variant::Set.deck(), Variant::Set);
        assert_eq!(state.remaining(), []);
        let removed = state.cards.remove(40);
        assert_eq!(state.remaining(), [removed]);
    }

    #[test]
    fn far_more_cards_than_a_deck_has_are_not_read() {
        let of = |cards: usize| ron::to_string(&State::new([Card::all().next().unwrap()].repeat(cards), Variant::Set)).unwrap();
        assert_eq!(ron::from_str::<State>(&of(MOST_READ)).unwrap().cards.len(), MOST_READ);
        let error = ron::from_str::<State>(&of(MOST_READ + 1)).unwrap_err();
        assert!(error.to_string().contains("more than 243 cards aren't read; the deck has 81"), "{error}");
    }

    #[test]
    fn six_cards_are_a_ghost_set_if_their_values_sum_to_multiples_of_3() {
        let mut found = 0;
        for seed in 0..3000 {
            let cards = deal::hand(Variant::Ghost, 6, seed).cards;
            let sums = (0..4).map(|feature| cards.iter().map(|card| card.values()[feature]).sum::<u8>());
            let is_solution = sums.into_iter().all(|sum| sum % 3 == 0);
            assert_eq!(Variant::Ghost.is_solution(&cards), is_solution);
            found += u32::from(is_solution);
        }
        assert!(found > 10, "about one in 81: {found}");
    }
}
