//! Four values in the four bytes of a number: cards are added in one step, and the sum is tested byte by byte.

use std::ops::ControlFlow;

use crate::{
    puzzles::set::model::{
        card::{Card, DECK},
        hand::Hand,
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
    let cards = hand.cards();
    match hand.variant() {
        Variant::Set | Variant::Junior => test_lasts(cards, |[a, b]: [u32; 2], c| is_threefold(a + b + c), |[a, b], c| [a, b, c], observer),
        Variant::Ultra => test_lasts(cards, |[a, b, c]: [u32; 3], d| pair_up(a, b, c, d), |[a, b, c], d| [a, b, c, d], observer),
        Variant::Ghost => test_lasts(
            cards,
            |[a, b, c, d, e]: [u32; 5], f| is_threefold(a + b + c + d + e + f),
            |[a, b, c, d, e], f| [a, b, c, d, e, f],
            observer,
        ),
    }
}

/// Tests all combinations: for every choice of all cards but the last, each later card in an inner loop.
fn test_lasts<const HEAD: usize, const WHOLE: usize>(
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
    let mut account = Account::new(observer, binomial(cards.len(), WHOLE));
    for head in Combinations::<HEAD>::of(cards.len()) {
        let chosen = head.map(|at| packed[usize::from(at)]);
        let later = head[HEAD - 1] + 1;
        for (last, &number) in (later..).zip(&packed[usize::from(later)..]) {
            if test(chosen, number) {
                account.found(Solution::new(join(head, last), cards))?;
            }
        }
        account.explored((packed.len() - usize::from(later)) as u64)?;
    }
    account.close()
}

/// Whether in one of three ways two pairs need the same card: whether in each feature `a + b` and `c + d` are equal modulo
/// 3, which they are if `a + b + 2c + 2d` is a multiple of 3.
const fn pair_up(a: u32, b: u32, c: u32, d: u32) -> bool {
    is_threefold(a + b + 2 * (c + d)) || is_threefold(a + c + 2 * (b + d)) || is_threefold(a + d + 2 * (b + c))
}

/// Whether each byte, at most 12, is a multiple of 3.
const fn is_threefold(sum: u32) -> bool {
    const MULTIPLES: u16 = 1 | 1 << 3 | 1 << 6 | 1 << 9 | 1 << 12;
    let [a, b, c, d] = sum.to_le_bytes();
    MULTIPLES >> a & MULTIPLES >> b & MULTIPLES >> c & MULTIPLES >> d & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threefold_bytes() {
        for byte in 0..=12 {
            for shift in [0, 8, 16, 24] {
                assert_eq!(is_threefold(0x03_06_09_0c & !(0xff << shift) | byte << shift), byte % 3 == 0);
            }
        }
    }
}
