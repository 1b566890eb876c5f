//! What a search finds, and what is told of all of it together.

use serde::{Serialize, Serializer, ser::SerializeSeq};

use super::card::Card;

/// The most cards that are found at once.
pub const LARGEST: usize = 6;

/// How many solutions a summary or an insight keeps: all SETs of the deck.
pub const KEPT: usize = 1080;

/// Some cards of a hand that together are what is looked for; written as their positions, from 0.
///
/// It is copied and never allocated, so that telling of it costs little beside a search of a tenth of a microsecond.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Solution {
    size: u8,
    positions: [u8; LARGEST],
    cards: [Card; LARGEST],
}

/// The first solutions in words.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// The cards of each solution, in the order of [`Solution::rank`]; at most [`KEPT`].
    #[serde(serialize_with = "as_names")]
    pub names: Vec<Solution>,
}

impl Solution {
    /// The cards of the hand at these positions, which rise; at most [`LARGEST`].
    pub fn new<const SIZE: usize>(positions: [u8; SIZE], hand: &[Card]) -> Self {
        const { assert!(SIZE <= LARGEST) }
        let mut solution = Self { size: SIZE as u8, positions: [0; LARGEST], cards: [Card::default(); LARGEST] };
        for (slot, &at) in positions.iter().enumerate() {
            solution.positions[slot] = at;
            solution.cards[slot] = hand[usize::from(at)];
        }
        solution
    }

    /// Where the cards lie in the hand, from 0, rising.
    pub fn positions(&self) -> &[u8] {
        &self.positions[..usize::from(self.size)]
    }

    /// The cards in the same order.
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.size)]
    }

    /// Whether the card at this position of the hand belongs to it, and as which from 0.
    pub fn place(&self, position: usize) -> Option<usize> {
        self.positions().iter().position(|&at| usize::from(at) == position)
    }

    /// The positions as one number: solutions of the same size in the order of their first position, then the second...
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
    /// Takes one more solution in.
    pub fn take(&mut self, solution: Solution) {
        keep(&mut self.names, solution);
    }
}

/// Puts the solution where it stands among the first [`KEPT`].
pub fn keep(list: &mut Vec<Solution>, solution: Solution) {
    let place = list.partition_point(|other| other.rank() <= solution.rank());
    if place < KEPT {
        list.truncate(KEPT - 1);
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
    fn an_solution_is_written_as_positions_and_summed_up_as_names() {
        let hand: Vec<Card> = Card::all().collect();
        let mut summary = Summary::default();
        for positions in [[1, 40, 70], [0, 1, 2]] {
            summary.take(Solution::new(positions, &hand));
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
    fn the_list_keeps_the_first() {
        let hand: Vec<Card> = Card::all().collect();
        let mut list = Vec::new();
        for first in (0..50).rev() {
            for last in (51..81).rev() {
                keep(&mut list, Solution::new([first, 50, last], &hand));
            }
        }
        let positions: Vec<_> = list.iter().map(|solution| solution.positions().to_vec()).collect();
        assert_eq!(list.len(), KEPT);
        assert_eq!((positions[0].as_slice(), positions[KEPT - 1].as_slice()), (&[0, 50, 51][..], &[35, 50, 80][..]));
    }
}
