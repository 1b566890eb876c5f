//! Two counting arguments before the search: how many corners the pieces can cover, and how many cells of each colour of a checkerboard.
//!
//! Both ask that every piece is used. Then a solution has one placement of each piece, and these cover each cell once.
//!
//! *Corners.* Let K be some of the cells; here those with the fewest neighbours, the corners of a box. No placement of a piece covers
//! more cells of K than the piece's best one does; how many fewer it covers is its *shortfall*. A solution covers each cell of K once, so
//! the shortfalls of its placements add up to the *deficit*: what the best placements cover together, less the size of K. None is below
//! 0. So
//!
//! * with a deficit below 0 there is no solution;
//! * a placement with a shortfall above the deficit is in no solution;
//! * with a deficit of 0 every shortfall is 0;
//! * with a deficit of 1 exactly one placement has the shortfall 1, and the others 0: a case for each piece that may fall short, in which
//!   it has only the placements with shortfall 1 and the others only those with 0.
//!
//! *Example.* In the cube of 3 x 3 x 3, L and T can cover two of the eight corners and the other five pieces one, together nine: the
//! deficit is 1. T covers two corners or none, so a shortfall of 1 is impossible for it and one of 2 is too much: T always lies along an
//! edge, and its case is empty. In the case of V, V covers no corner, L and T two and each of the others one.
//!
//! *Why the cases share no solution and have all of them.* Where all pieces differ, a solution has one piece that falls short, and is in
//! the case of that piece and in no other. Equal pieces may be exchanged, and a solution counts once, however they are. One of its
//! placements falls short; let S be the first piece with the shape of that placement. In the case of S, S takes that placement, since the
//! others of the shape have only placements with shortfall 0; and those take the rest of the shape's placements, in any order, for the
//! search has them as one group that is apart from S. In the case of any other shape the placement that falls short is in no list. So
//! each solution is in exactly one case, once.
//!
//! *Symmetries.* A symmetry of the figure keeps the number of neighbours of each cell, so it maps K to itself, and a placement to one of
//! the same shortfall, of the same piece or of its mirror twin. So what is dropped here leaves the lists as symmetric as they were, as
//! [`hold`](super::hold) needs. The cases are not symmetric: a mirror turns a solution in the case of A into one in the case of B. They
//! needn't be, for which solution stands for its images is decided by looking at that solution alone ([`Problem::tell`]), and all cases
//! together find each solution once.
//!
//! *Checkerboard.* Colour the cells black and white in turn. The placements of a solution cover together as many black cells as there
//! are. So a placement is dropped if the other pieces, each by one of its own placements, can't cover just the black cells that it
//! leaves. Which numbers they can cover together is a sum of sets of numbers. That the others may overlap only makes this drop too
//! little. A symmetry keeps all colours or swaps all of them; if it swaps them, there are as many black cells as white ones, so what
//! holds for black holds for white, and the lists stay symmetric.
//!
//! Both arguments hold for any figure; they tell most about the cube.

use super::hold::Lists;
use crate::puzzles::soma::model::{cells::Cells, equals::Equals, geometry::DIRECTIONS, layout::Layout, problem::Problem, state::OUTSIDE};

/// What the pieces can do about the corners.
pub struct Corners<C> {
    corners: C,
    /// For each piece, how many corners it covers at most.
    most: Vec<u32>,
    /// How many more the pieces could cover than there are; below 0 they cannot cover them.
    deficit: i64,
}

impl<C: Cells> Corners<C> {
    /// Corners are the cells with the fewest neighbours; in a box, what everyone calls so.
    pub fn of(problem: &Problem, lists: &Lists<C>) -> Self {
        let is_in_figure = |cell| problem.grid.mark(cell).is_some_and(|mark| mark != OUTSIDE);
        let neighbours = |cell: &glam::IVec3| DIRECTIONS.iter().filter(|&&step| is_in_figure(*cell + step)).count();
        let counts: Vec<usize> = problem.cells.iter().map(neighbours).collect();
        let fewest = counts.iter().copied().min();
        let lonely = counts.iter().enumerate().filter(|&(_, &count)| Some(count) == fewest);
        let corners = lonely.fold(C::EMPTY, |corners, (cell, _)| corners.with(cell));
        let most: Vec<u32> = lists.iter().map(|list| list.iter().map(|&mask| (mask & corners).count()).max().unwrap_or(0)).collect();
        let deficit = most.iter().copied().map(i64::from).sum::<i64>() - i64::from(corners.count());
        Self { corners, most, deficit }
    }

    /// By how many corners the placement falls short.
    fn shortfall(&self, piece: usize, mask: C) -> i64 {
        i64::from(self.most[piece]) - i64::from((mask & self.corners).count())
    }

    /// Drops placements that alone fall too short.
    pub fn keep_within_deficit(&self, lists: &mut Lists<C>) {
        for (piece, list) in lists.iter_mut().enumerate() {
            list.retain(|&mask| self.shortfall(piece, mask) <= self.deficit);
        }
    }

    /// The lists for every way to fall short, where there are few ways, with the piece that falls short if one does; else the
    /// lists as they are. Of equal pieces it is the first that falls short.
    pub fn cases(&self, lists: Lists<C>, equals: &Equals) -> Vec<(Option<usize>, Lists<C>)> {
        let with_shortfall = |short: Option<usize>| {
            let allowed = |piece: usize| i64::from(short == Some(piece));
            let list = |(piece, list): (usize, &Vec<C>)| {
                list.iter().copied().filter(|&mask| self.shortfall(piece, mask) == allowed(piece)).collect()
            };
            (short, lists.iter().enumerate().map(list).collect())
        };
        match self.deficit {
            ..0 => Vec::new(),
            0 => vec![with_shortfall(None)],
            1 => equals.firsts().map(|piece| with_shortfall(Some(piece))).collect(),
            _ => vec![(None, lists)],
        }
    }
}

/// Drops placements whose surplus of one colour the others cannot make up for.
pub fn keep_balanced<C: Cells>(problem: &Problem, layout: &Layout<C>, lists: &mut Lists<C>) {
    let is_black = |cell: &glam::IVec3| (cell.x + cell.y + cell.z) % 2 == 0;
    let black = problem.cells.iter().enumerate().filter(|(_, cell)| is_black(cell)).fold(C::EMPTY, |black, (cell, _)| black.with(cell));
    // The black cells tell the surplus, as the cells of a piece are as many wherever it lies.
    let count = |mask: C| (mask & black).count() as usize;
    let counts: Vec<Numbers> = lists.iter().map(|list| Numbers::of(list.iter().map(|&mask| count(mask)))).collect();
    // For each piece, what those after it can come to together.
    let mut after = vec![Numbers::of([0])];
    for counts in counts.iter().rev() {
        after.push(after[after.len() - 1].plus(counts));
    }
    let mut before = Numbers::of([0]);
    let wanted = count(layout.all);
    for ((list, counts), after) in lists.iter_mut().zip(&counts).zip(after.iter().rev().skip(1)) {
        let sums = before.plus(after);
        before = before.plus(counts);
        list.retain(|&mask| wanted.checked_sub(count(mask)).is_some_and(|rest| sums.contains(rest)));
    }
}

/// A set of small numbers, as bits.
#[derive(Clone, Copy)]
struct Numbers([u64; Self::WORDS]);

impl Numbers {
    /// Enough for the cells of the largest box.
    const WORDS: usize = 9;

    fn of(numbers: impl IntoIterator<Item = usize>) -> Self {
        let mut words = [0; Self::WORDS];
        for number in numbers {
            words[number / 64] |= 1 << (number % 64);
        }
        Self(words)
    }

    fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    fn numbers(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(place, &word)| word.cells().map(move |bit| 64 * place + bit))
    }

    /// All sums of a number of the one and a number of the other, up to the largest that fits.
    fn plus(&self, other: &Self) -> Self {
        let mut sums = [0; Self::WORDS];
        for shift in other.numbers() {
            let (words, bits) = (shift / 64, shift % 64);
            let mut carried = 0;
            for (sum, &word) in sums.iter_mut().skip(words).zip(&self.0) {
                *sum |= word << bits | carried;
                carried = if bits == 0 { 0 } else { word >> (64 - bits) };
            }
        }
        Self(sums)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sums_are_those_of_every_pair(a in prop::collection::btree_set(0_usize..300, 0..8), b in prop::collection::btree_set(0_usize..276, 0..8)) {
            let sums = Numbers::of(a.iter().copied()).plus(&Numbers::of(b.iter().copied()));
            let expected: BTreeSet<usize> = a.iter().flat_map(|a| b.iter().map(move |b| a + b)).collect();
            prop_assert!(sums.numbers().eq(expected.iter().copied()));
            prop_assert!((0..576).all(|number| sums.contains(number) == expected.contains(&number)));
        }
    }
}
