//! A solution, as searches find it, and the summary of all solutions.

use serde::{Serialize, Serializer, ser::SerializeSeq};

use super::card::Card;

/// The number of cards in the largest solution, a GhostSET.
pub const MAX_CARDS: usize = 6;

/// The most solutions that a summary or an insight lists: all SETs of the deck.
pub const MAX_LISTED: usize = 1080;

/// Cards of a hand that together are a SET, an UltraSET or a GhostSET. Serialized as their positions, from 0.
///
/// It is copied and never allocated, so that reporting it costs little compared with a search of a tenth of a microsecond.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Solution {
    size: u8,
    positions: [u8; MAX_CARDS],
    cards: [Card; MAX_CARDS],
}

/// The first solutions by the names of their cards.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// The cards of each solution, in the order of [`Solution::rank`]; at most [`MAX_LISTED`].
    #[serde(serialize_with = "as_names")]
    pub names: Vec<Solution>,
}

impl Solution {
    /// The solution with the cards at these rising positions of the hand, at most [`MAX_CARDS`] of them.
    pub fn new<const SIZE: usize>(positions: [u8; SIZE], hand: &[Card]) -> Self {
        const { assert!(SIZE <= MAX_CARDS) }
        let mut solution = Self { size: SIZE as u8, positions: [0; MAX_CARDS], cards: [Card::default(); MAX_CARDS] };
        for (slot, &at) in positions.iter().enumerate() {
            solution.positions[slot] = at;
            solution.cards[slot] = hand[usize::from(at)];
        }
        solution
    }

    /// The solution with the cards at these rising positions of the hand, of which there are at most [`MAX_CARDS`].
    pub fn of(positions: impl Iterator<Item = u8>, hand: &[Card]) -> Self {
        let mut solution = Self { size: 0, positions: [0; MAX_CARDS], cards: [Card::default(); MAX_CARDS] };
        for (slot, at) in positions.take(MAX_CARDS).enumerate() {
            (solution.positions[slot], solution.cards[slot]) = (at, hand[usize::from(at)]);
            solution.size += 1;
        }
        solution
    }

    /// The positions of the cards in the hand, from 0, rising.
    pub fn positions(&self) -> &[u8] {
        &self.positions[..usize::from(self.size)]
    }

    /// The cards in the same order.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.size)]
    }

    /// The index, from 0, of the card at this position of the hand, if it is part of the solution.
    pub fn index_of(&self, position: usize) -> Option<usize> {
        self.positions().iter().position(|&at| usize::from(at) == position)
    }

    /// The positions as one number, which sorts solutions of the same size by their first position, then their second, and so on.
    pub fn rank(&self) -> u64 {
        self.positions().iter().fold(0, |rank, &at| rank * 81 + u64::from(at))
    }
}

impl std::fmt::Debug for Solution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.positions()).finish()
    }
}

impl Serialize for Solution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.positions().serialize(serializer)
    }
}

impl Summary {
    /// Adds a solution.
    pub fn add(&mut self, solution: Solution) {
        insert_ranked(&mut self.names, solution);
    }
}

/// Inserts the solution by its rank into a sorted list that keeps the first [`MAX_LISTED`].
pub fn insert_ranked(list: &mut Vec<Solution>, solution: Solution) {
    let place = list.partition_point(|other| other.rank() <= solution.rank());
    if place < MAX_LISTED {
        list.truncate(MAX_LISTED - 1);
        list.insert(place, solution);
    }
}

fn as_names<S: Serializer>(solutions: &[Solution], serializer: S) -> Result<S::Ok, S::Error> {
    let mut sequence = serializer.serialize_seq(Some(solutions.len()))?;
    for solution in solutions {
        sequence.serialize_element(solution.cards())?;
    }
    sequence.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_serialized_as_positions_and_summarized_as_names() {
        let hand: Vec<Card> = Card::all().collect();
        let mut summary = Summary::default();
        for positions in [[1, 40, 70], [0, 1, 2]] {
            summary.add(Solution::new(positions, &hand));
        }
        assert_eq!(serde_json::to_string(&Solution::new([0, 40, 80], &hand)).unwrap(), "[0,40,80]");
        assert_eq!(
            serde_json::to_value(&summary).unwrap(),
            serde_json::json!({ "names": [
                ["1 diamond red solid", "1 diamond red outline", "1 diamond red shaded"],
                ["1 diamond red outline", "2 oval green outline", "3 oval blue outline"],
            ] })
        );
    }

    #[test]
    fn the_list_keeps_the_first_by_rank() {
        let hand: Vec<Card> = Card::all().collect();
        let mut list = Vec::new();
        for first in (0..50).rev() {
            for last in (51..81).rev() {
                insert_ranked(&mut list, Solution::new([first, 50, last], &hand));
            }
        }
        let positions: Vec<_> = list.iter().map(|solution| solution.positions().to_vec()).collect();
        assert_eq!(list.len(), MAX_LISTED);
        assert_eq!((positions[0].as_slice(), positions[MAX_LISTED - 1].as_slice()), (&[0, 50, 51][..], &[35, 50, 80][..]));
    }
}
