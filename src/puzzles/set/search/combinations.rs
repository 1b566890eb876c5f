//! All combinations, made anew each time and tested as bit matrices: the plain way, and the judge of the others.

use std::{array, ops::ControlFlow};

use crate::{
    puzzles::set::model::{hand::Hand, matrix::Matrix, solution::Solution, state::Variant},
    search::Observer,
};

use super::{Account, binomial};

/// Searches the hand.
///
/// # Errors
/// As `Break`, when the observer says so.
pub fn search(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    match hand.variant() {
        Variant::Set | Variant::Junior => test_all::<3>(hand, observer),
        Variant::Ultra => test_all::<4>(hand, observer),
        Variant::Ghost => test_all::<6>(hand, observer),
    }
}

fn test_all<const SIZE: usize>(hand: &Hand, observer: &mut dyn Observer<Solution>) -> ControlFlow<()> {
    let cards = hand.cards();
    let mut account = Account::new(observer, binomial(cards.len(), SIZE));
    for positions in Combinations::<SIZE>::of(cards.len()) {
        account.explored(1)?;
        let chosen = positions.map(|at| cards[usize::from(at)]);
        if Matrix::hold(hand.variant(), &chosen) {
            account.found(Solution::new(positions, cards))?;
        }
    }
    account.close()
}

/// All ways to choose `SIZE` of the numbers below some other, rising, in lexicographic order.
pub struct Combinations<const SIZE: usize> {
    next: Option<[u8; SIZE]>,
    from: usize,
}

impl<const SIZE: usize> Combinations<SIZE> {
    /// Those of the numbers below `from`, which is at most 255.
    pub fn of(from: usize) -> Self {
        let first = (SIZE <= from).then(|| array::from_fn(|slot| slot as u8));
        Self { next: first, from }
    }
}

impl<const SIZE: usize> Iterator for Combinations<SIZE> {
    type Item = [u8; SIZE];

    fn next(&mut self) -> Option<[u8; SIZE]> {
        let current = self.next?;
        // The last number that has room above it is raised, and those after it follow it closely.
        let raised = (0..SIZE).rev().find(|&slot| usize::from(current[slot]) < self.from - SIZE + slot);
        self.next = raised.map(|raised| {
            let mut next = current;
            for (number, above) in next[raised..].iter_mut().zip(1..) {
                *number = current[raised] + above;
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
        let few: Vec<_> = Combinations::<2>::of(4).collect();
        assert_eq!(few, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        for from in 0..14 {
            let all: Vec<_> = Combinations::<4>::of(from).collect();
            assert_eq!(all.len() as u64, binomial(from, 4));
            assert!(all.is_sorted_by(|a, b| a < b));
            assert!(all.iter().all(|chosen| chosen.is_sorted_by(|a, b| a < b) && usize::from(chosen[3]) < from));
        }
    }
}
