//! What a search finds, and what is told of all of it together.

use serde::{Serialize, Serializer, ser::SerializeSeq};

use super::{
    card::Card,
    distribution::{self, Distribution},
    state::Variant,
};

/// The most cards that are found at once.
pub const LARGEST: usize = 6;

/// How many answers a summary or an insight keeps: all SETs of the deck.
pub const KEPT: usize = 1080;

/// Some cards of a hand that together are what is looked for; written as their positions, from 0.
///
/// It is copied and never allocated, so that telling of it costs little beside a search of a tenth of a microsecond.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    size: u8,
    positions: [u8; LARGEST],
    cards: [Card; LARGEST],
}

/// The first answers in words.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// The cards of each answer, in the order of [`Answer::rank`]; at most [`KEPT`].
    #[serde(serialize_with = "as_names")]
    pub names: Vec<Answer>,
}

/// What is known of a hand at once, without listing everything.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Insight {
    /// How many answers there are.
    pub sets: u64,
    /// For each card of the hand how many answers it is part of.
    pub through: Vec<u64>,
    /// What is known of random hands with as many cards.
    #[serde(flatten)]
    pub odds: Odds,
    /// The answers by their rank, at most [`KEPT`].
    #[serde(skip)]
    pub list: Vec<Answer>,
}

/// What is known of random hands from the same deck, with as many cards as one hand has.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Odds {
    /// Whether their distribution is known.
    pub distribution: Known,
    /// The average number of SETs; null if the variant looks for something else.
    pub average: Option<f64>,
    /// The chance of exactly as many answers as this hand has; null where the distribution was not counted.
    pub chance: Option<f64>,
    /// The chance of no answer; null where the distribution was not counted.
    pub chance_of_none: Option<f64>,
}

/// Whether the distribution of the number of answers in random hands is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Known {
    /// All hands of this size were counted by their number of SETs.
    #[serde(rename = "counted")]
    Counted,
    /// It is not known.
    #[default]
    #[serde(rename = "not counted")]
    NotCounted,
}

impl Odds {
    /// The odds for a hand of this many cards with this many answers.
    pub fn new(variant: Variant, cards: usize, answers: u64) -> Self {
        let average = (variant.size() == 3).then(|| distribution::mean(variant.deck().len(), cards));
        let Some(exact) = Distribution::of_variant(variant, cards) else { return Self { average, ..Self::default() } };
        let chance = usize::try_from(answers).map_or(0.0, |answers| exact.chance(answers));
        Self { distribution: Known::Counted, average, chance: Some(chance), chance_of_none: Some(exact.chance(0)) }
    }
}

impl Answer {
    /// The cards of the hand at these positions, which rise; at most [`LARGEST`].
    pub fn new<const SIZE: usize>(positions: [u8; SIZE], hand: &[Card]) -> Self {
        const { assert!(SIZE <= LARGEST) }
        let mut answer = Self { size: SIZE as u8, positions: [0; LARGEST], cards: [Card::default(); LARGEST] };
        for (slot, &at) in positions.iter().enumerate() {
            answer.positions[slot] = at;
            answer.cards[slot] = hand[usize::from(at)];
        }
        answer
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

    /// The positions as one number: answers of the same size in the order of their first position, then the second...
    pub fn rank(&self) -> u64 {
        self.positions().iter().fold(0, |rank, &at| rank * 81 + u64::from(at))
    }
}

impl std::fmt::Debug for Answer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.positions()).finish()
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.positions().serialize(serializer)
    }
}

impl Summary {
    /// Takes one more answer in.
    pub fn take(&mut self, answer: Answer) {
        keep(&mut self.names, answer);
    }
}

/// Puts the answer where it stands among the first [`KEPT`].
pub fn keep(list: &mut Vec<Answer>, answer: Answer) {
    let place = list.partition_point(|other| other.rank() <= answer.rank());
    if place < KEPT {
        list.truncate(KEPT - 1);
        list.insert(place, answer);
    }
}

fn as_names<S: Serializer>(answers: &[Answer], serializer: S) -> Result<S::Ok, S::Error> {
    let mut sequence = serializer.serialize_seq(Some(answers.len()))?;
    for answer in answers {
        sequence.serialize_element(answer.cards())?;
    }
    sequence.end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_written_as_positions_and_summed_up_as_names() {
        let hand: Vec<Card> = Card::all().collect();
        let mut summary = Summary::default();
        for positions in [[1, 40, 70], [0, 1, 2]] {
            summary.take(Answer::new(positions, &hand));
        }
        assert_eq!(serde_json::to_string(&Answer::new([0, 40, 80], &hand)).unwrap(), "[0,40,80]");
        assert_eq!(
            serde_json::to_value(&summary).unwrap(),
            serde_json::json!({ "names": [
                ["1 diamond red solid", "1 diamond red outline", "1 diamond red shaded"],
                ["1 diamond red outline", "2 oval green outline", "3 oval blue outline"],
            ] })
        );
    }

    #[test]
    fn odds_say_what_was_not_counted() {
        let json = |variant, cards, answers| serde_json::to_value(Odds::new(variant, cards, answers)).unwrap();
        let exact = json(Variant::Set, 12, 4);
        assert_eq!((&exact["distribution"], &exact["average"]), (&"counted".into(), &(220.0 / 79.0).into()));
        assert!(
            (exact["chance"].as_f64().unwrap() - 0.180_2).abs() < 1e-4
                && (exact["chance_of_none"].as_f64().unwrap() - 0.032_3).abs() < 1e-4
        );
        for (variant, cards, average) in [(Variant::Set, 16, Some(560.0 / 79.0)), (Variant::Ultra, 12, None), (Variant::Ghost, 9, None)] {
            let expected = serde_json::json!({ "distribution": "not counted", "average": average, "chance": null, "chance_of_none": null });
            assert_eq!(json(variant, cards, 0), expected);
        }
    }

    #[test]
    fn the_list_keeps_the_first() {
        let hand: Vec<Card> = Card::all().collect();
        let mut list = Vec::new();
        for first in (0..50).rev() {
            for last in (51..81).rev() {
                keep(&mut list, Answer::new([first, 50, last], &hand));
            }
        }
        let positions: Vec<_> = list.iter().map(|answer| answer.positions().to_vec()).collect();
        assert_eq!(list.len(), KEPT);
        assert_eq!((positions[0].as_slice(), positions[KEPT - 1].as_slice()), (&[0, 50, 51][..], &[35, 50, 80][..]));
    }
}
