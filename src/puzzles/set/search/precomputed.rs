//! The same test as all combinations, over lists of positions that are made once for each number of cards.
//!
//! Only pairs and triples are listed: the list of all six of 81 would fill two gigabytes. Four positions are a pair and a
//! later pair, six are a triple and a later triple; and what is later is a suffix of the same sorted list.

use std::{ops::ControlFlow, sync::OnceLock};

use crate::{
    puzzles::set::model::{
        card::{Card, DECK},
        hand::Hand,
        matrix::Matrix,
        solution::Solution,
        state::Variant,
    },
    search::Observer,
};

use super::{Account, binomial, combinations::Combinations};

/// Searches the hand.
///
/// # Errors
/// As `Break`, when the observer says so.
pub fn search(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    match hand.variant() {
        Variant::Set | Variant::Junior => test_triples(hand.cards(), observer),
        Variant::Ultra => {
            let pairs = listed(&PAIRS, hand.cards().len());
            test_halves(hand, pairs, |[a, b], [c, d]| [a, b, c, d], observer)
        }
        Variant::Ghost => {
            let triples = listed(&TRIPLES, hand.cards().len());
            test_halves(hand, triples, |[a, b, c], [d, e, f]| [a, b, c, d, e, f], observer)
        }
    }
}

/// The pairs and triples of positions for each number of cards, made when they are first asked for.
static PAIRS: Lists<2> = [const { OnceLock::new() }; DECK + 1];
static TRIPLES: Lists<3> = [const { OnceLock::new() }; DECK + 1];

type Lists<const SIZE: usize> = [OnceLock<Box<[[u8; SIZE]]>>; DECK + 1];

fn listed<const SIZE: usize>(lists: &'static Lists<SIZE>, cards: usize) -> &'static [[u8; SIZE]] {
    lists[cards].get_or_init(|| Combinations::of(cards).collect())
}

fn test_triples(cards: &[Card], observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let triples = listed(&TRIPLES, cards.len());
    let mut account = Account::new(observer, triples.len() as u64);
    for &positions in triples {
        account.explored(1)?;
        if Matrix::sum(&positions.map(|at| cards[usize::from(at)])).is_set() {
            account.found(Solution::new(positions, cards))?;
        }
    }
    account.close()
}

/// Tests every half with every later half of the list; together they are all combinations, in their order.
fn test_halves<const HALF: usize, const WHOLE: usize>(
    hand: &Hand,
    halves: &[[u8; HALF]],
    join: fn([u8; HALF], [u8; HALF]) -> [u8; WHOLE],
    observer: &mut dyn Observer<Solution>,
) -> ControlFlow<()> {
    let cards = hand.cards();
    let mut account = Account::new(observer, binomial(cards.len(), WHOLE));
    for &first in halves {
        let later = halves.partition_point(|second| second[0] <= first[HALF - 1]);
        for &second in &halves[later..] {
            account.explored(1)?;
            let positions = join(first, second);
            if Matrix::hold(hand.variant(), &positions.map(|at| cards[usize::from(at)])) {
                account.found(Solution::new(positions, cards))?;
            }
        }
    }
    account.close()
}
