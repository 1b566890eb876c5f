//! Packs the four values of a card into the bytes of a number, so that cards are added in one step; the sum is tested byte by byte.

use std::ops::ControlFlow;

use crate::model::{
    card::{Card, DECK},
    hand::Hand,
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
    let cards = hand.cards();
    match hand.variant() {
        Variant::Set | Variant::Junior => {
            test_last_cards(cards, |[a, b]: [u32; 2], c| all_multiples_of_3(a + b + c), |[a, b], c| [a, b, c], observer)
        }
        Variant::Ultra => {
            test_last_cards(cards, |[a, b, c]: [u32; 3], d| has_matching_pairs(a, b, c, d), |[a, b, c], d| [a, b, c, d], observer)
        }
        Variant::Ghost => test_last_cards(
            cards,
            |[a, b, c, d, e]: [u32; 5], f| all_multiples_of_3(a + b + c + d + e + f),
            |[a, b, c, d, e], f| [a, b, c, d, e, f],
            observer,
        ),
    }
}

/// Tests every combination: an inner loop tries each later card after every choice of all cards but the last.
fn test_last_cards<const HEAD: usize, const WHOLE: usize>(
    cards: &[Card],
    test: impl Fn([u32; HEAD], u32) -> bool,
    join: fn([u8; HEAD], u8) -> [u8; WHOLE],
    observer: &mut dyn Observer<Solution>,
) -> ControlFlow<()> {
    let mut packed = [0; DECK];
    for (number, &card) in packed.iter_mut().zip(cards) {
        *number = u32::from_le_bytes(card.values());
    }
    let packed = &packed[..cards.len()];
    let mut reporter = Reporter::new(observer, binomial(cards.len(), WHOLE));
    for head in Combinations::<HEAD>::of(cards.len()) {
        let chosen = head.map(|at| packed[usize::from(at)]);
        let later = head[HEAD - 1] + 1;
        for (last, &number) in (later..).zip(&packed[usize::from(later)..]) {
            if test(chosen, number) {
                reporter.found(Solution::new(join(head, last), cards))?;
            }
        }
        reporter.explored((packed.len() - usize::from(later)) as u64)?;
    }
    reporter.finish()
}

/// Whether one of the three ways to pair the cards gives two pairs that need the same card: `a + b` and `c + d` are equal modulo 3 in
/// each feature, so `a + b + 2c + 2d` is a multiple of 3.
const fn has_matching_pairs(a: u32, b: u32, c: u32, d: u32) -> bool {
    all_multiples_of_3(a + b + 2 * (c + d)) || all_multiples_of_3(a + c + 2 * (b + d)) || all_multiples_of_3(a + d + 2 * (b + c))
}

/// Whether each byte, at most 12, is a multiple of 3.
const fn all_multiples_of_3(sum: u32) -> bool {
    const MULTIPLES: u16 = 1 | 1 << 3 | 1 << 6 | 1 << 9 | 1 << 12;
    let [a, b, c, d] = sum.to_le_bytes();
    MULTIPLES >> a & MULTIPLES >> b & MULTIPLES >> c & MULTIPLES >> d & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_is_tested() {
        for byte in 0..=12 {
            for shift in [0, 8, 16, 24] {
                assert_eq!(all_multiples_of_3(0x03_06_09_0c & !(0xff << shift) | byte << shift), byte % 3 == 0);
            }
        }
    }
}
