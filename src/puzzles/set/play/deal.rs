//! Deals cards from seeds; a seed gives the same cards in every version. Reads no clock and no file.

use crate::{
    model::{
        card::{Card, DECK},
        state::{MOST_READ, State, Variant},
    },
    search::completion,
};
use base::{chance::Random, date::Date};

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
    /// A table whose SETs differ in a given number of features.
    Drill = 6,
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
    State::new(deal_until(&mut dealer, Variant::Set.table_size(), |cards| completion::count(cards) > 0), Variant::Set)
}

/// Adds cards that are not on the table yet; fewer if the deck runs out, or if the table couldn't be read again.
pub fn add_cards(state: &mut State, cards: usize, seed: u64) {
    let mut remaining = state.remaining();
    let cards = cards.min(MOST_READ.saturating_sub(state.cards.len()));
    state.cards.extend_from_slice(Dealer::new(seed, Purpose::Add).draw(&mut remaining, cards));
}

/// Shuffles the table.
pub fn shuffle(state: &mut State, seed: u64) {
    Dealer::new(seed, Purpose::Shuffle).shuffle(&mut state.cards);
}

/// Deals the daily puzzle: twelve cards with exactly six SETs.
pub fn daily(date: Date) -> State {
    let mut dealer = Dealer::new(date.seed(), Purpose::Daily);
    State::new(deal_until(&mut dealer, DAILY_CARDS, |cards| completion::count(cards) == DAILY_SETS), Variant::Set)
}

/// Deals twelve cards with at least one SET, in each of which exactly this many features differ, from 1 to 4. It takes some fifty hands.
pub fn drill(differing: usize, seed: u64) -> State {
    let mut dealer = Dealer::new(seed, Purpose::Drill);
    State::new(deal_until(&mut dealer, Variant::Set.table_size(), |cards| is_drill(cards, differing)), Variant::Set)
}

/// Whether there is a SET among these cards, and exactly this many features differ in each.
pub fn is_drill(cards: &[Card], differing: usize) -> bool {
    let mut has_set = false;
    for (at, &card) in cards.iter().enumerate() {
        for &other in cards[at + 1..].iter().filter(|&&other| cards.contains(&card.third(other))) {
            if card.differing(other) != differing {
                return false;
            }
            has_set = true;
        }
    }
    has_set
}

fn deal_until(dealer: &mut Dealer, cards: usize, wanted: impl Fn(&[Card]) -> bool) -> Vec<Card> {
    let mut deck = Variant::Set.deck();
    loop {
        let drawn = dealer.draw(&mut deck, cards);
        if wanted(drawn) {
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
    fn no_table_grows_too_large_to_be_read() {
        let mut state = State::new(vec![Variant::Set.deck()[0]; MOST_READ - 2], Variant::Set);
        for cards in [MOST_READ, MOST_READ] {
            add_cards(&mut state, 3, 1);
            assert_eq!(state.cards.len(), cards);
        }
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
    fn drills_have_only_sets_of_one_kind() {
        for differing in 1..=4 {
            for seed in 0..30 {
                let State { cards, variant } = drill(differing, seed);
                assert_eq!((cards.len(), variant), (12, Variant::Set));
                let mut sets = 0;
                for (at, &one) in cards.iter().enumerate() {
                    for (next, &other) in cards.iter().enumerate().skip(at + 1) {
                        for &third in cards[next + 1..].iter().filter(|&&third| variant.is_solution(&[one, other, third])) {
                            assert_eq!([one.differing(other), one.differing(third)], [differing; 2], "seed {seed}");
                            sets += 1;
                        }
                    }
                }
                assert_eq!(sets, completion::count(&cards));
                assert!(0 < sets, "{differing} differ, seed {seed}");
            }
        }
        assert!((0..6).all(|differing| !is_drill(&solvable(1).cards[..2], differing)), "a drill has a SET");
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
        assert_eq!(indices(&drill(4, 1)), [58, 47, 15, 4, 62, 10, 59, 48, 24, 65, 63, 34]);
        assert_eq!(indices(&hand(Variant::Junior, 9, 1)), [30, 24, 63, 72, 69, 3, 6, 66, 45]);
        let mut state = hand(Variant::Set, 3, u64::MAX);
        add_cards(&mut state, 3, 2);
        assert_eq!(indices(&state), [57, 19, 53, 38, 35, 47]);
        shuffle(&mut state, 3);
        assert_eq!(indices(&state), [57, 35, 47, 38, 19, 53]);
    }
}
