//! The deck of moments in which something went wrong and a second try failed, too: each comes back after some days. Reads no clock.

use serde::{Deserialize, Serialize};

use crate::{date::Date, puzzle::Moment};

/// The most moments that a deck keeps. Those that are known best go first.
pub const MOST: usize = 200;

/// After how many days a moment comes back: first after a failure, then after each right answer in a row. After the last one it leaves the
/// deck.
const DAYS: [u32; 4] = [1, 3, 7, 21];

/// The moments of one puzzle that were failed, each with the day on which it comes back.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Deck {
    cards: Vec<Card>,
}

/// A moment in a deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// As in [`Moment`].
    pub title: String,
    /// As in [`Moment`].
    pub about: String,
    /// The text of a save file with the position, by which it is known.
    pub position: String,
    /// The same of the position after what was done there, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub played: Option<String>,
    /// The day from which it comes back.
    pub due: Date,
    /// How many days lie before that, as a place in the list of them.
    level: u8,
    /// Whether nobody has tried it again since it was made.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_untried: bool,
}

impl Card {
    /// A moment that is in no deck yet.
    pub fn new(moment: Moment<String>) -> Self {
        let Moment { title, about, state, played } = moment;
        Self { title, about, position: state, played, due: Date::FIRST, level: 0, is_untried: false }
    }
}

impl Deck {
    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    /// The moments that come back on this day or came back before, those that have waited longest first.
    pub fn due(&self, today: Date) -> Vec<Card> {
        let mut due: Vec<Card> = self.cards.iter().filter(|card| card.due <= today).cloned().collect();
        due.sort_by_key(|card| card.due);
        due
    }

    /// How many these are.
    pub fn number_due(&self, today: Date) -> usize {
        self.cards.iter().filter(|card| card.due <= today).count()
    }

    /// Takes in a mistake that was made today, which comes back tomorrow unless it is known before.
    pub fn note(&mut self, card: Card, today: Date) {
        if self.cards.iter().all(|other| other.position != card.position) {
            self.answered(&card, false, today);
            self.cards.iter_mut().filter(|other| other.position == card.position).for_each(|card| card.is_untried = true);
        }
    }

    /// Takes in how a moment was answered today. One that was failed comes back tomorrow; one that was known comes back later, if it is in
    /// the deck, or leaves it. What is answered again before it is due changes nothing unless it is failed.
    pub fn answered(&mut self, card: &Card, is_known: bool, today: Date) {
        let place = self.cards.iter().position(|other| other.position == card.position);
        let level = match (place.map(|place| &self.cards[place]), is_known) {
            (None, true) => return,
            (Some(known), true) if known.is_untried && today < known.due => u8::MAX,
            (Some(known), true) if today < known.due => return,
            (Some(known), true) => known.level + 1,
            (_, false) => 0,
        };
        if let Some(place) = place {
            self.cards.remove(place);
        }
        let Some(&days) = DAYS.get(usize::from(level)) else { return };
        let due = Date::after_1970((today.days_after_1970() + days).min(Date::LAST.days_after_1970()));
        self.cards.push(Card { due, level, is_untried: false, ..card.clone() });
        self.shorten();
    }

    /// Drops what is known best, and of these what has been there longest.
    fn shorten(&mut self) {
        while MOST < self.cards.len() {
            let best = self.cards.iter().map(|card| card.level).max().unwrap_or_default();
            if let Some(place) = self.cards.iter().position(|card| card.level == best) {
                self.cards.remove(place);
            }
        }
    }

    /// Merges the decks of two windows, which both started from `base`: what one of them has changed counts.
    #[must_use]
    pub fn merged(base: &Self, ours: &Self, theirs: &Self) -> Self {
        let find = |deck: &Self, card: &Card| deck.cards.iter().find(|other| other.position == card.position).cloned();
        let mut merged = Self::default();
        for card in theirs.cards.iter().chain(&ours.cards) {
            let [in_base, in_ours, in_theirs] = [base, ours, theirs].map(|deck| find(deck, card));
            let kept = if in_ours == in_base { in_theirs } else { in_ours };
            if find(&merged, card).is_none() {
                merged.cards.extend(kept);
            }
        }
        merged.shorten();
        merged
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn card(number: usize) -> Card {
        Card::new(Moment { title: "Flip 1".to_owned(), about: String::new(), state: number.to_string(), played: None })
    }

    fn day(days: u32) -> Date {
        Date::after_1970(20_000 + days)
    }

    #[test]
    fn a_failed_moment_comes_back_tomorrow_and_then_after_3_7_and_21_days() {
        let mut deck = Deck::default();
        deck.answered(&card(1), true, day(0));
        assert!(deck.is_empty(), "it was never failed");
        deck.answered(&card(1), false, day(0));
        let mut today = 0;
        for days in DAYS {
            assert!(deck.due(day(today + days - 1)).is_empty(), "not before {days} days");
            deck.answered(&card(1), true, day(today));
            today += days;
            assert_eq!(deck.due(day(today)).len(), 1, "after {days} days");
            deck.answered(&card(1), true, day(today));
        }
        assert!(deck.is_empty());
    }

    #[test]
    fn a_mistake_comes_back_tomorrow_unless_it_is_known_on_its_day() {
        let mut deck = Deck::default();
        deck.note(card(1), day(0));
        deck.note(card(1), day(0));
        assert_eq!((deck.due(day(0)).len(), deck.due(day(1)).len()), (0, 1));
        deck.answered(&card(1), true, day(0));
        assert!(deck.is_empty(), "it was known at once");
        deck.note(card(1), day(0));
        deck.answered(&card(1), false, day(0));
        deck.answered(&card(1), true, day(0));
        assert_eq!(deck.due(day(1)).len(), 1, "it was failed again");
        deck.answered(&deck.due(day(1))[0].clone(), true, day(1));
        assert_eq!((deck.due(day(3)).len(), deck.due(day(4)).len()), (0, 1));
    }

    #[test]
    fn a_failure_starts_over() {
        let mut deck = Deck::default();
        for (today, is_known, due) in [(0, false, 1), (1, true, 4), (4, true, 11), (5, false, 6), (6, true, 9)] {
            deck.answered(&card(1), is_known, day(today));
            assert_eq!(deck.cards[0].due, day(due), "answered after {today} days");
        }
    }

    #[test]
    fn two_windows_keep_what_each_has_changed() {
        let mut base = Deck::default();
        base.answered(&card(1), false, day(0));
        base.answered(&card(2), false, day(0));
        let (mut ours, mut theirs) = (base.clone(), base.clone());
        ours.answered(&card(1), true, day(1));
        ours.answered(&card(3), false, day(1));
        theirs.answered(&card(2), true, day(1));
        let due = |days| Deck::merged(&base, &ours, &theirs).due(day(days)).into_iter().map(|card| card.position).collect::<Vec<_>>();
        assert_eq!((due(2), due(4)), (vec!["3".to_owned()], ["3", "1", "2"].map(str::to_owned).to_vec()));
    }

    proptest! {
        #[test]
        fn a_deck_is_bounded_and_no_answer_is_due_at_once(answers in prop::collection::vec((0..300_usize, any::<bool>(), 0..3_u32), 1..600)) {
            let (mut deck, mut today) = (Deck::default(), 0);
            for (number, is_known, days) in answers {
                today += days;
                deck.answered(&card(number), is_known, day(today));
                prop_assert!(deck.cards.len() <= MOST);
                let due = deck.due(day(today));
                prop_assert!(due.iter().all(|due| is_known || due.position != number.to_string()));
            }
            let text = ron::to_string(&deck).unwrap();
            prop_assert_eq!(ron::from_str::<Deck>(&text), Ok(deck));
        }
    }
}
