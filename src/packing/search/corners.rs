//! Two counting arguments that are applied before the search: how many corners the pieces can cover, and how many cells of each
//! checkerboard colour.
//!
//! Both require that every piece is used. Then a solution has one placement of each piece, and together these cover each cell once.
//!
//! *Corners.* Let K be a set of cells; here the cells with the fewest neighbours, which are the corners of a box. A piece's best placements
//! cover the most cells of K; the number by which a placement stays below that is its *shortfall*, which is never negative. A solution
//! covers each cell of K once, so the shortfalls of its placements add up to the *deficit*: the number of cells of K that the best
//! placements cover in total, minus the size of K. So
//!
//! * with a deficit below 0 there is no solution;
//! * a placement with a shortfall above the deficit is in no solution;
//! * with a deficit of 0 every shortfall is 0;
//! * with a deficit of 1 exactly one placement has the shortfall 1 and all others 0. This gives a case for each piece that may fall short:
//!   it has only its placements with shortfall 1, and the others only those with 0.
//!
//! *Example.* In the 3 x 3 x 3 cube, L and T can cover two of the eight corners and the other five pieces one each, nine in total: the
//! deficit is 1. T covers either two corners or none, so a shortfall of 1 is impossible for it and one of 2 is too much: T always lies
//! along an edge, and its case is empty. In the case of V, V covers no corner, L and T cover two each and the others one each.
//!
//! *Why the cases share no solution and cover all of them.* If all pieces differ, a solution has exactly one piece that falls short, and so
//! belongs to the case of that piece and to no other. Equal pieces are interchangeable, and a solution counts once however they are
//! exchanged. One of its placements falls short; let S be the first piece with the shape of that placement. In the case of S, S takes that
//! placement, since the other pieces of the shape have only placements with shortfall 0. They take the remaining placements of the shape in
//! any order, because the search treats them as one group, separate from S. In the case of any other shape, the placement that falls short
//! is in no list. So each solution is found in exactly one case, once.
//!
//! *Symmetries.* A symmetry of the figure preserves the number of neighbours of each cell, so it maps K to itself, and a placement to one
//! with the same shortfall, of the same piece or of its mirror twin. So what is dropped here leaves the lists as symmetric as they were,
//! which [`representatives`](super::representatives) relies on. The cases are not symmetric: a mirror turns a solution in the case of A
//! into one in the case of B. They need not be, because which image is canonical is decided by looking at one solution alone
//! ([`Problem::emit`]), and all cases together find each solution once.
//!
//! *Checkerboard.* Colour the cells alternately black and white. The placements of a solution cover all black cells. So a placement is
//! dropped if the other pieces, one placement each, cannot cover exactly the black cells that it leaves. The numbers that they can cover
//! together are a sum of sets of numbers. Ignoring that the others may overlap only means that too little is dropped. A symmetry either
//! keeps all colours or swaps them; if it swaps them, there are as many black cells as white ones, so the argument holds for white as well,
//! and the lists stay symmetric.
//!
//! Both arguments hold for any figure; they exclude most on the cube.

use super::representatives::Lists;
use crate::model::{equal_pieces::EqualPieces, lattice::DIRECTIONS, placements::PlacementTable, problem::Problem, state::OUTSIDE};
use base::bits::{Bits, Wide, Word};

/// How many corners each piece can cover.
pub struct Corners<W: Word> {
    corners: Bits<W>,
    /// For each piece, the largest number of corners that it can cover.
    most: Vec<i64>,
    /// How many more corners the pieces can cover than there are; below 0 they cannot cover them all.
    deficit: i64,
}

impl<W: Word> Corners<W> {
    /// Treats the cells with the fewest neighbours as corners; in a box these are its corners.
    pub fn of(problem: &Problem, lists: &Lists<W>) -> Self {
        let is_in_figure = |cell| problem.grid.mark(cell).is_some_and(|mark| mark != OUTSIDE);
        let neighbours = |cell: &glam::IVec3| DIRECTIONS.iter().filter(|&&step| is_in_figure(*cell + step)).count();
        let counts: Vec<usize> = problem.cells.iter().map(neighbours).collect();
        let fewest = counts.iter().copied().min();
        let corner_cells = counts.iter().enumerate().filter(|&(_, &count)| Some(count) == fewest);
        let corners: Bits<W> = corner_cells.map(|(cell, _)| cell).collect();
        let most: Vec<i64> = lists.iter().map(|list| list.iter().map(|&mask| count(mask & corners)).max().unwrap_or(0)).collect();
        let deficit = most.iter().sum::<i64>() - count(corners);
        Self { corners, most, deficit }
    }

    /// Returns how many fewer corners the placement covers than the piece's best ones.
    fn shortfall(&self, piece: usize, mask: Bits<W>) -> i64 {
        self.most[piece] - count(mask & self.corners)
    }

    /// Drops placements whose own shortfall exceeds the deficit.
    pub fn keep_within_deficit(&self, lists: &mut Lists<W>) {
        for (piece, list) in lists.iter_mut().enumerate() {
            list.retain(|&mask| self.shortfall(piece, mask) <= self.deficit);
        }
    }

    /// Returns the lists of each case, with the piece that falls short if one does. With a deficit above 1 there are too many cases, so the
    /// lists stay as they are. Among equal pieces the first falls short.
    pub fn cases(&self, lists: Lists<W>, equal_pieces: &EqualPieces) -> Vec<(Option<usize>, Lists<W>)> {
        let with_shortfall = |short: Option<usize>| {
            let allowed = |piece: usize| i64::from(short == Some(piece));
            let list = |(piece, list): (usize, &Vec<Bits<W>>)| {
                list.iter().copied().filter(|&mask| self.shortfall(piece, mask) == allowed(piece)).collect()
            };
            (short, lists.iter().enumerate().map(list).collect())
        };
        match self.deficit {
            ..0 => Vec::new(),
            0 => vec![with_shortfall(None)],
            1 => equal_pieces.firsts().map(|piece| with_shortfall(Some(piece))).collect(),
            _ => vec![(None, lists)],
        }
    }
}

/// The number of cells, to be subtracted from.
fn count<W: Word>(cells: Bits<W>) -> i64 {
    cells.len() as i64
}

/// Drops placements whose surplus of one colour the other pieces cannot compensate.
pub fn keep_balanced<W: Word>(problem: &Problem, table: &PlacementTable<W>, lists: &mut Lists<W>) {
    let is_black = |cell: &glam::IVec3| (cell.x + cell.y + cell.z) % 2 == 0;
    let black: Bits<W> = problem.cells.iter().enumerate().filter(|(_, cell)| is_black(cell)).map(|(cell, _)| cell).collect();
    // Counting black cells is enough, as all placements of a piece have the same number of cells.
    let count = |mask: Bits<W>| (mask & black).len();
    let counts: Vec<Numbers> = lists.iter().map(|list| list.iter().map(|&mask| count(mask)).collect()).collect();
    // For each piece, the numbers that the pieces after it can cover together.
    let mut after = vec![Numbers::from(0)];
    for counts in counts.iter().rev() {
        after.push(sums(after[after.len() - 1], *counts));
    }
    let mut before = Numbers::from(0);
    let wanted = count(table.required);
    for ((list, counts), after) in lists.iter_mut().zip(&counts).zip(after.iter().rev().skip(1)) {
        let possible = sums(before, *after);
        before = sums(before, *counts);
        list.retain(|&mask| wanted.checked_sub(count(mask)).is_some_and(|others| possible.contains(others)));
    }
}

/// A set of numbers of cells, up to that of the largest box.
type Numbers = Bits<Wide<9>>;

/// Returns all sums of a number from each set, up to the largest number that fits.
fn sums(one: Numbers, other: Numbers) -> Numbers {
    let mut sums = Wide([0; 9]);
    for shift in other {
        let (words, bits) = (shift / 64, shift % 64);
        let mut carried = 0;
        for (sum, word) in sums.0.iter_mut().skip(words).zip(one.bits().0) {
            *sum |= word << bits | carried;
            carried = if bits == 0 { 0 } else { word >> (64 - bits) };
        }
    }
    Numbers::new(sums)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn sums_contain_the_sum_of_every_pair(a in prop::collection::btree_set(0_usize..300, 0..8), b in prop::collection::btree_set(0_usize..276, 0..8)) {
            let sums = sums(a.iter().copied().collect(), b.iter().copied().collect());
            let expected: BTreeSet<usize> = a.iter().flat_map(|a| b.iter().map(move |b| a + b)).collect();
            prop_assert!(sums.iter().eq(expected.iter().copied()));
            prop_assert!((0..576).all(|number| sums.contains(number) == expected.contains(&number)));
        }
    }
}
