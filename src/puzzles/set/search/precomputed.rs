//! Tests every combination, as [`super::combinations`] does, but takes the positions from lists that are made once for each number of
//! cards.
//!
//! Only pairs and triples are listed, since the list of all choices of 6 from 81 would take two gigabytes. Four positions are a pair
//! and a later pair, six are a triple and a later triple, and the later ones are a suffix of the same sorted list.

use std::{ops::ControlFlow, sync::OnceLock};

use crate::model::{
    card::{Card, DECK},
    hand::Hand,
    matrix::Matrix,
    solution::Solution,
    state::Variant,
};
use base::search::Observer;

use super::{Reporter, binomial, combinations::Combinations};

/// Searches the hand.
///
/// # Errors
/// `Break`, if the observer stops the search.
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

/// The pairs and triples of positions for each number of cards, made on first use.
static PAIRS: Lists<2> = [const { OnceLock::new() }; DECK + 1];
static TRIPLES: Lists<3> = [const { OnceLock::new() }; DECK + 1];

type Lists<const SIZE: usize> = [OnceLock<Box<[[u8; SIZE]]>>; DECK + 1];

fn listed<const SIZE: usize>(lists: &'static Lists<SIZE>, cards: usize) -> &'static [[u8; SIZE]] {
    lists[cards].get_or_init(|| Combinations::of(cards).collect())
}

fn test_triples(cards: &[Card], observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let triples = listed(&TRIPLES, cards.len());
    let mut reporter = Reporter::new(observer, triples.len() as u64);
    for &positions in triples {
        reporter.explored(1)?;
        if Matrix::sum(&positions.map(|at| cards[usize::from(at)])).is_set() {
            reporter.found(Solution::new(positions, cards))?;
        }
    }
    reporter.finish()
}

/// Tests every half with every later half of the list, which gives all combinations in lexicographic order.
fn test_halves<const HALF: usize, const WHOLE: usize>(
    hand: &Hand,
    halves: &[[u8; HALF]],
    join: fn([u8; HALF], [u8; HALF]) -> [u8; WHOLE],
    observer: &mut dyn Observer<Solution>,
) -> ControlFlow<()> {
    let cards = hand.cards();
    let mut reporter = Reporter::new(observer, binomial(cards.len(), WHOLE));
    for &first in halves {
        let later = halves.partition_point(|second| second[0] <= first[HALF - 1]);
        for &second in &halves[later..] {
            reporter.explored(1)?;
            let positions = join(first, second);
            if Matrix::is_solution(hand.variant(), &positions.map(|at| cards[usize::from(at)])) {
                reporter.found(Solution::new(positions, cards))?;
            }
        }
    }
    reporter.finish()
}
