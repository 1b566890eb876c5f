//! What can be pointed at.

use super::card::Feature;

/// A place that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// The card at this position, from 0.
    Card(usize),
    /// The place for one more card.
    Add,
    /// A value, below 3, for the card that is being changed.
    Choice(Feature, u8),
    /// The claim that nothing is to be found.
    Nothing,
}
