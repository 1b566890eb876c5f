//! Random cards from seeds: the same seed gives the same cards for ever. No clock and no file is asked.

use crate::{
    chance::Random,
    puzzles::set::{
        model::{
            card::{Card, DECK},
            state::{State, Variant},
        },
        search::completion,
    },
};

/// How many SETs the daily puzzle has, among twelve cards: about one hand in 43 is such.
pub const DAILY_SETS: u32 = 6;

/// How many cards the daily puzzle has.
pub const DAILY_CARDS: usize = 12;

/// Draws cards.
#[derive(Clone, Debug)]
pub struct Dealer {
    random: Random,
}

impl Dealer {
    /// The dealer of a seed, for one of many purposes.
    pub fn new(seed: u64, purpose: Purpose) -> Self {
        Self { random: Random::numbered(seed, purpose as u64) }
    }

    /// Moves cards from anywhere in the deck to its front, so that the first `count` are a random choice in random order.
    ///
    /// The rest may lie in any order before: each choice is as likely as any other.
    pub fn draw<'a>(&mut self, deck: &'a mut [Card], count: usize) -> &'a [Card] {
        self.random.draw(deck, count)
    }

    /// Puts the cards in random order.
    pub fn shuffle(&mut self, cards: &mut [Card]) {
        self.random.shuffle(cards);
    }
}

/// What random numbers are for: the same seed gives other cards for another purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A hand.
    Hand = 0,
    /// Cards that are added to a table.
    More = 1,
    /// Putting a table in another order.
    Order = 2,
    /// The daily puzzle.
    Daily = 3,
    /// The deck of a timed run.
    Run = 4,
    /// A simulation.
    Simulation = 5,
}

/// So many cards of the variant's deck.
pub fn hand(variant: Variant, cards: usize, seed: u64) -> State {
    let mut deck = variant.deck();
    let drawn = Dealer::new(seed, Purpose::Hand).draw(&mut deck, cards).to_vec();
    State::new(drawn, variant)
}

/// Twelve cards with at least one SET.
pub fn solvable(seed: u64) -> State {
    let mut dealer = Dealer::new(seed, Purpose::Hand);
    State::new(deal_until(&mut dealer, Variant::Set.table(), |sets| sets > 0), Variant::Set)
}

/// Adds cards that are not on the table yet; fewer when the deck runs out.
pub fn more(state: &mut State, cards: usize, seed: u64) {
    let mut rest = state.rest();
    state.cards.extend_from_slice(Dealer::new(seed, Purpose::More).draw(&mut rest, cards));
}

/// Puts the table in random order.
pub fn shuffle(state: &mut State, seed: u64) {
    Dealer::new(seed, Purpose::Order).shuffle(&mut state.cards);
}

/// A day, as calendars name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year, from 0.
    pub year: u32,
    /// From 1.
    pub month: u32,
    /// From 1.
    pub day: u32,
}

impl Date {
    /// The first day that has a puzzle.
    pub const FIRST: Self = Self { year: 1970, month: 1, day: 1 };

    /// The last one: years have four digits.
    pub const LAST: Self = Self { year: 9999, month: 12, day: 31 };

    /// The day that is so many days after 1 January 1970, in the Gregorian calendar.
    ///
    /// Years are counted from March, so that the day that is sometimes there comes last; 400 such years have 146,097 days, and
    /// five months from March on have 153 (Richards, "Mapping time", 1998).
    pub const fn after_1970(days: u32) -> Self {
        const DAYS_TO_1970: u32 = 719_468;
        let days = days + DAYS_TO_1970;
        let (era, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        if month < 10 {
            Self { year: 400 * era + year, month: month + 3, day }
        } else {
            Self { year: 400 * era + year + 1, month: month - 9, day }
        }
    }

    /// How many days the month of this day has.
    fn days_in_month(self) -> u32 {
        match self.month {
            2 if self.year.is_multiple_of(4) && !self.year.is_multiple_of(100) || self.year.is_multiple_of(400) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }

    /// The day after, if it has a puzzle.
    pub fn next(self) -> Option<Self> {
        let next = match self {
            Self { year, month: 12, day: 31 } => Self { year: year + 1, month: 1, day: 1 },
            Self { month, day, .. } if day == self.days_in_month() => Self { month: month + 1, day: 1, ..self },
            Self { day, .. } => Self { day: day + 1, ..self },
        };
        (next <= Self::LAST).then_some(next)
    }

    /// The day before, if it has a puzzle.
    pub fn previous(self) -> Option<Self> {
        let previous = match self {
            Self { year, month: 1, day: 1 } => Self { year: year.checked_sub(1)?, month: 12, day: 31 },
            Self { month, day: 1, .. } => {
                let before = Self { month: month - 1, ..self };
                Self { day: before.days_in_month(), ..before }
            }
            Self { day, .. } => Self { day: day - 1, ..self },
        };
        (Self::FIRST <= previous).then_some(previous)
    }
}

impl std::str::FromStr for Date {
    type Err = String;

    /// Reads a date as it is written: year, month and day.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.trim().split('-').collect();
        let number = |part: &str| part.parse::<u32>().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()));
        let (Some(year), Some(month), Some(day)) = (match parts.as_slice() {
            &[year, month, day] => (number(year), number(month), number(day)),
            _ => (None, None, None),
        }) else {
            return Err("a date is written as 2026-11-21".to_owned());
        };
        let date = Self { year, month, day };
        if !(1..=12).contains(&month) {
            return Err(format!("there is no month {month}"));
        }
        if !(1..=date.days_in_month()).contains(&day) {
            return Err(format!("{year:04}-{month:02} has {} days", date.days_in_month()));
        }
        if !(Self::FIRST..=Self::LAST).contains(&date) {
            return Err(format!("days go from {} to {}", Self::FIRST, Self::LAST));
        }
        Ok(date)
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The puzzle of the day: twelve cards with exactly six SETs.
pub fn daily(date: Date) -> State {
    let number = date.year * 10_000 + date.month * 100 + date.day;
    let mut dealer = Dealer::new(u64::from(number), Purpose::Daily);
    State::new(deal_until(&mut dealer, DAILY_CARDS, |sets| sets == DAILY_SETS), Variant::Set)
}

fn deal_until(dealer: &mut Dealer, cards: usize, wanted: impl Fn(u32) -> bool) -> Vec<Card> {
    let mut deck = Variant::Set.deck();
    loop {
        let drawn = dealer.draw(&mut deck, cards);
        if wanted(completion::count(drawn)) {
            return drawn.to_vec();
        }
    }
}

/// The seeds of the APL generator: from 1 to this, 2^31 - 2.
pub const APL_SEEDS: u64 = APL_MODULUS - 1;

const APL_MODULUS: u64 = (1 << 31) - 1;

/// The hand that the APL session of the article deals after setting its random link to this seed; none if the seed is not
/// among [`APL_SEEDS`].
///
/// The random link is multiplied by 16807 modulo 2^31 - 1 at each roll (Lehmer's generator in the form of Lewis, Goodman
/// and Miller, 1969). `12?81` shuffles the first twelve places of 0 to 80 from the front, and the program counts cards down
/// from the last, since its comparison with the ternary digits is turned round.
pub fn apl(seed: u64, cards: usize) -> Option<State> {
    if !(1..=APL_SEEDS).contains(&seed) {
        return None;
    }
    let mut link = seed;
    let mut deck: Vec<Card> = Variant::Set.deck();
    deck.reverse();
    let cards = cards.min(DECK);
    for at in 0..cards {
        link = link * 16_807 % APL_MODULUS;
        let left = (DECK - at) as u64;
        deck.swap(at, at + (left * link / APL_MODULUS) as usize);
    }
    deck.truncate(cards);
    Some(State::new(deck, Variant::Set))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indices(state: &State) -> Vec<usize> {
        state.cards.iter().map(|card| card.index()).collect()
    }

    #[test]
    fn apl_seeds_deal_the_hands_of_the_article() {
        let dealt = |seed| apl(seed, 12).map(|state| indices(&state));
        assert_eq!(dealt(16807), Some(vec![70, 19, 42, 36, 60, 72, 24, 23, 4, 44, 34, 11]));
        assert_eq!(dealt(12345), Some(vec![73, 13, 4, 75, 76, 72, 17, 30, 6, 15, 47, 56]));
        assert_eq!((dealt(0), dealt(APL_SEEDS + 1)), (None, None));
        assert_eq!(apl(APL_SEEDS, 81).map(|state| state.rest()), Some(vec![]), "the whole deck is dealt once");
    }

    #[test]
    fn daily_puzzles_have_six_sets_and_differ() {
        let mut before = None;
        for day in 1..=28 {
            let state = daily(Date { year: 2026, month: 2, day });
            assert_eq!((state.cards.len(), completion::count(&state.cards)), (12, 6));
            assert_ne!(before.replace(state.cards.clone()), Some(state.cards));
        }
    }

    #[test]
    fn days_have_the_dates_of_the_calendar() {
        // Day by day through four centuries, by the rule itself.
        let is_leap = |year: u32| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
        let mut date = Date { year: 1970, month: 1, day: 1 };
        for days in 0..146_097 {
            assert_eq!(Date::after_1970(days), date);
            assert_eq!(date.to_string().parse(), Ok(date));
            let last = match date.month {
                2 if is_leap(date.year) => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            let before = date;
            date = match (date.month, date.day) {
                (12, 31) => Date { year: date.year + 1, month: 1, day: 1 },
                (month, day) if day == last => Date { month: month + 1, day: 1, ..date },
                (_, day) => Date { day: day + 1, ..date },
            };
            assert_eq!((before.next(), date.previous()), (Some(date), Some(before)));
        }
        assert_eq!((Date::FIRST.previous(), Date::LAST.next()), (None, None));
        assert_eq!(Date::after_1970(20_777).to_string(), "2026-11-20");
    }

    #[test]
    fn wrong_dates_are_refused_in_words() {
        let check = |text: &str, error: &str| assert_eq!(text.parse::<Date>(), Err(error.to_owned()), "{text}");
        for text in ["", "today", "2026-11", "2026-11-21-1", "2026-+1-21", "21.11.2026"] {
            check(text, "a date is written as 2026-11-21");
        }
        check("2026-13-01", "there is no month 13");
        check("2026-00-01", "there is no month 0");
        check("2026-02-29", "2026-02 has 28 days");
        check("2026-11-00", "2026-11 has 30 days");
        check("1969-12-31", "days go from 1970-01-01 to 9999-12-31");
        check("10000-01-01", "days go from 1970-01-01 to 9999-12-31");
        assert_eq!(" 2024-2-29 ".parse(), Ok(Date { year: 2024, month: 2, day: 29 }));
    }

    #[test]
    fn hands_have_no_card_twice_and_no_foreign_one() {
        for (seed, variant) in (0..).zip(Variant::ALL.into_iter().cycle()).take(200) {
            let mut state = hand(variant, 5 + seed as usize % 9, seed);
            more(&mut state, 3, seed);
            shuffle(&mut state, seed);
            let deck = variant.deck().len();
            assert_eq!(state.rest().len() + state.cards.len(), deck);
            more(&mut state, 99, seed);
            assert_eq!(state.cards.len(), deck);
        }
    }

    #[test]
    fn seeds_of_now_give_the_same_cards_for_ever() {
        assert_eq!(indices(&solvable(1)), [30, 24, 65, 74, 69, 15, 61, 2, 37, 42, 4, 26]);
        let day = Date { year: 2026, month: 11, day: 20 };
        assert_eq!(indices(&daily(day)), [74, 7, 37, 46, 14, 76, 33, 8, 31, 41, 55, 18]);
        assert_eq!(indices(&hand(Variant::Junior, 9, 1)), [30, 24, 63, 72, 69, 3, 6, 66, 45]);
        let mut state = hand(Variant::Set, 3, u64::MAX);
        more(&mut state, 3, 2);
        assert_eq!(indices(&state), [57, 19, 53, 38, 35, 47]);
        shuffle(&mut state, 3);
        assert_eq!(indices(&state), [57, 35, 47, 38, 19, 53]);
    }
}
