//! The places on the board that can be pointed at.

use super::card::Feature;

/// A place on the board that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// The card at this position, from 0.
    Card(usize),
    /// The strip that adds a card.
    Add,
    /// A value, below 3, for the card that is being edited.
    Value(Feature, u8),
    /// The claim of a player that no solution is left.
    NoneLeft,
    /// The wish of a player for more cards.
    MoreCards,
    /// Back from an earlier table to the result.
    Result,
}
