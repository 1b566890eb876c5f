//! Tests every combination as bit matrices: the plain technique, which the tests compare the others with.

use std::{array, ops::ControlFlow};

use crate::model::{hand::Hand, matrix::Matrix, solution::Solution, state::Variant};
use base::search::Observer;

use super::{Reporter, binomial};

/// Searches the hand.
///
/// # Errors
/// `Break`, if the observer stops the search.
pub fn search(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    match hand.variant() {
        Variant::Set | Variant::Junior => test_all::<3>(hand, observer),
        Variant::Ultra => test_all::<4>(hand, observer),
        Variant::Ghost => test_all::<6>(hand, observer),
    }
}

fn test_all<const SIZE: usize>(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let cards = hand.cards();
    let mut reporter = Reporter::new(observer, binomial(cards.len(), SIZE));
    for positions in Combinations::<SIZE>::of(cards.len()) {
        reporter.explored(1)?;
        let chosen = positions.map(|at| cards[usize::from(at)]);
        if Matrix::is_solution(hand.variant(), &chosen) {
            reporter.found(Solution::new(positions, cards))?;
        }
    }
    reporter.finish()
}

/// All ways to choose `SIZE` of the numbers below n: each rising, in lexicographic order.
pub struct Combinations<const SIZE: usize> {
    next: Option<[u8; SIZE]>,
    n: usize,
}

impl<const SIZE: usize> Combinations<SIZE> {
    /// The combinations of the numbers below `n`, which is at most 255.
    pub fn of(n: usize) -> Self {
        let first = (SIZE <= n).then(|| array::from_fn(|slot| slot as u8));
        Self { next: first, n }
    }
}

impl<const SIZE: usize> Iterator for Combinations<SIZE> {
    type Item = [u8; SIZE];

    fn next(&mut self) -> Option<[u8; SIZE]> {
        let current = self.next?;
        // Raise the last number that isn't at its maximum; the ones after it become its successors.
        let raised = (0..SIZE).rev().find(|&slot| usize::from(current[slot]) < self.n - SIZE + slot);
        self.next = raised.map(|raised| {
            let mut next = current;
            for (number, step) in next[raised..].iter_mut().zip(1..) {
                *number = current[raised] + step;
            }
            next
        });
        Some(current)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_complete_and_in_order() {
        let pairs: Vec<_> = Combinations::<2>::of(4).collect();
        assert_eq!(pairs, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        for n in 0..14 {
            let all: Vec<_> = Combinations::<4>::of(n).collect();
            assert_eq!(all.len() as u64, binomial(n, 4));
            assert!(all.is_sorted_by(|a, b| a < b));
            assert!(all.iter().all(|chosen| chosen.is_sorted_by(|a, b| a < b) && usize::from(chosen[3]) < n));
        }
    }
}
