//! Deals cards from seeds; a seed gives the same cards in every version. Reads no clock and no file.

use crate::{
    chance::Random,
    puzzles::set::{
        model::{
            card::{Card, DECK},
            state::{State, Variant},
        },
        search::completion,
        words,
    },
};

/// The number of SETs in the daily puzzle. About one hand of twelve cards in 43 has this many.
pub const DAILY_SETS: u32 = 6;

/// The number of cards in the daily puzzle.
pub const DAILY_CARDS: usize = 12;

/// A source of random cards.
#[derive(Clone, Debug)]
pub struct Dealer {
    random: Random,
}

impl Dealer {
    /// The dealer for a seed and a purpose.
    pub fn new(seed: u64, purpose: Purpose) -> Self {
        Self { random: Random::numbered(seed, purpose as u64) }
    }

    /// Moves `count` random cards to the front of the deck, in random order, and returns them.
    ///
    /// Every choice is equally likely, whatever the order of the deck was.
    pub fn draw<'a>(&mut self, deck: &'a mut [Card], count: usize) -> &'a [Card] {
        self.random.draw(deck, count)
    }

    /// Shuffles the cards.
    pub fn shuffle(&mut self, cards: &mut [Card]) {
        self.random.shuffle(cards);
    }
}

/// The purpose of random numbers: for each, a seed gives different cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A hand.
    Hand = 0,
    /// Cards that are added to a table.
    Add = 1,
    /// Shuffling a table.
    Shuffle = 2,
    /// The daily puzzle.
    Daily = 3,
    /// The deck of a timed run.
    Run = 4,
    /// A simulation.
    Simulation = 5,
}

/// Deals this many cards from the variant's deck.
pub fn hand(variant: Variant, cards: usize, seed: u64) -> State {
    let mut deck = variant.deck();
    let drawn = Dealer::new(seed, Purpose::Hand).draw(&mut deck, cards).to_vec();
    State::new(drawn, variant)
}

/// Deals twelve cards with at least one SET.
pub fn solvable(seed: u64) -> State {
    let mut dealer = Dealer::new(seed, Purpose::Hand);
    State::new(deal_until(&mut dealer, Variant::Set.table_size(), |sets| sets > 0), Variant::Set)
}

/// Adds cards that are not on the table yet; fewer if the deck runs out.
pub fn add_cards(state: &mut State, cards: usize, seed: u64) {
    let mut remaining = state.remaining();
    state.cards.extend_from_slice(Dealer::new(seed, Purpose::Add).draw(&mut remaining, cards));
}

/// Shuffles the table.
pub fn shuffle(state: &mut State, seed: u64) {
    Dealer::new(seed, Purpose::Shuffle).shuffle(&mut state.cards);
}

/// A date of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date {
    /// The year, from 0.
    pub year: u32,
    /// The month, from 1.
    pub month: u32,
    /// The day of the month, from 1.
    pub day: u32,
}

impl Date {
    /// The first date with a puzzle.
    pub const FIRST: Self = Self { year: 1970, month: 1, day: 1 };

    /// The last date with a puzzle: years have four digits.
    pub const LAST: Self = Self { year: 9999, month: 12, day: 31 };

    /// The date this many days after 1 January 1970.
    ///
    /// Years are counted from March, so that a leap day comes last. Then 400 years have 146,097 days, and five months from March on have
    /// 153 (Richards, "Mapping time", 1998).
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

    /// The number of days in this date's month.
    fn days_in_month(self) -> u32 {
        match self.month {
            2 if self.year.is_multiple_of(4) && !self.year.is_multiple_of(100) || self.year.is_multiple_of(400) => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        }
    }

    /// The next day, or `None` after the last date.
    pub fn next(self) -> Option<Self> {
        let next = match self {
            Self { year, month: 12, day: 31 } => Self { year: year + 1, month: 1, day: 1 },
            Self { month, day, .. } if day == self.days_in_month() => Self { month: month + 1, day: 1, ..self },
            Self { day, .. } => Self { day: day + 1, ..self },
        };
        (next <= Self::LAST).then_some(next)
    }

    /// The previous day, or `None` before the first date.
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

    /// Reads year, month and day, like 2026-11-21; leading zeros are optional.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts: Vec<&str> = text.trim().split('-').collect();
        let number = |part: &str| part.parse::<u32>().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()));
        let (Some(year), Some(month), Some(day)) = (match parts.as_slice() {
            &[year, month, day] => (number(year), number(month), number(day)),
            _ => (None, None, None),
        }) else {
            return Err(words::DATE_FORM.to_owned());
        };
        let date = Self { year, month, day };
        if !(1..=12).contains(&month) {
            return Err(words::no_such_month(month));
        }
        if !(1..=date.days_in_month()).contains(&day) {
            return Err(words::days_in_month(year, month, date.days_in_month()));
        }
        if !(Self::FIRST..=Self::LAST).contains(&date) {
            return Err(words::outside_dates(Self::FIRST, Self::LAST));
        }
        Ok(date)
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// Deals the daily puzzle: twelve cards with exactly six SETs.
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

/// The largest seed of the APL generator, 2^31 - 2; the smallest is 1.
pub const APL_SEEDS: u64 = APL_MODULUS - 1;

const APL_MODULUS: u64 = (1 << 31) - 1;

/// Deals the hand that the article's APL session deals after setting its random link to this seed. Returns `None` unless the seed is from
/// 1 to [`APL_SEEDS`].
///
/// Each roll multiplies the random link by 16807 modulo 2^31 - 1 (Lehmer's generator in the form of Lewis, Goodman and Miller, 1969).
/// `12?81` shuffles the numbers 0 to 80 from the front, for the first twelve positions. The program counts cards down from the last one,
/// since its comparison with the ternary digits is reversed.
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
        let remaining = (DECK - at) as u64;
        deck.swap(at, at + (remaining * link / APL_MODULUS) as usize);
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
        assert_eq!(apl(APL_SEEDS, 81).map(|state| state.remaining()), Some(vec![]), "every card of the deck is dealt once");
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
    fn dates_follow_the_gregorian_calendar() {
        // Day by day through four centuries, by the rule for leap years.
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
    fn errors_in_dates_say_what_is_wrong() {
        let check = |text: &str, error: &str| assert_eq!(text.parse::<Date>(), Err(error.to_owned()), "{text}");
        for text in ["", "today", "2026-11", "2026-11-21-1", "2026-+1-21", "21.11.2026"] {
            check(text, "write a date like 2026-11-21");
        }
        check("2026-13-01", "there's no month 13");
        check("2026-00-01", "there's no month 0");
        check("2026-02-29", "2026-02 has 28 days");
        check("2026-11-00", "2026-11 has 30 days");
        check("1969-12-31", "choose a date from 1970-01-01 to 9999-12-31");
        check("10000-01-01", "choose a date from 1970-01-01 to 9999-12-31");
        assert_eq!(" 2024-2-29 ".parse(), Ok(Date { year: 2024, month: 2, day: 29 }));
    }

    #[test]
    fn hands_have_different_cards_of_their_deck() {
        for (seed, variant) in (0..).zip(Variant::ALL.into_iter().cycle()).take(200) {
            let mut state = hand(variant, 5 + seed as usize % 9, seed);
            add_cards(&mut state, 3, seed);
            shuffle(&mut state, seed);
            let deck = variant.deck().len();
            assert_eq!(state.remaining().len() + state.cards.len(), deck);
            add_cards(&mut state, 99, seed);
            assert_eq!(state.cards.len(), deck);
        }
    }

    #[test]
    fn seeds_give_the_same_cards_in_every_version() {
        assert_eq!(indices(&solvable(1)), [30, 24, 65, 74, 69, 15, 61, 2, 37, 42, 4, 26]);
        let day = Date { year: 2026, month: 11, day: 20 };
        assert_eq!(indices(&daily(day)), [74, 7, 37, 46, 14, 76, 33, 8, 31, 41, 55, 18]);
        assert_eq!(indices(&hand(Variant::Junior, 9, 1)), [30, 24, 63, 72, 69, 3, 6, 66, 45]);
        let mut state = hand(Variant::Set, 3, u64::MAX);
        add_cards(&mut state, 3, 2);
        assert_eq!(indices(&state), [57, 19, 53, 38, 35, 47]);
        shuffle(&mut state, 3);
        assert_eq!(indices(&state), [57, 35, 47, 38, 19, 53]);
    }
}
