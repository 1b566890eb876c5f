//! Two arguments before the search: how many corners pieces can cover, and how many cells of each colour of a checkerboard.
//!
//! *Corners.* No piece covers more than so many of the figure's corners. If all together could cover one more than there
//! are, then exactly one piece falls short of its most, by one: so the search is run once for each piece that may.
//! *Checkerboard.* Each placement covers some more cells of one colour than of the other; all together must come to what
//! the figure has. Both arguments hold for any figure; they tell most about the cube.

use std::{collections::BTreeSet, ops::ControlFlow};

use super::{
    answer::Answer,
    geometry::DIRECTIONS,
    hold::{Lists, hold},
    problem::{Mask, Problem},
    row_list::{self, RowList},
    share::Share,
};
use crate::search::Observer;

/// Tells the observer of all solutions.
pub fn search(problem: &Problem, observer: &mut dyn Observer<Answer>) -> ControlFlow<()> {
    if problem.slack() != Some(0) {
        // Pieces that may stay out may cover nothing at all: neither argument tells anything.
        return row_list::search(problem, observer);
    }
    let mut lists: Lists = problem.pieces.iter().map(|piece| piece.masks.clone()).collect();
    let corners = Corners::of(problem, &lists);
    corners.keep_within_deficit(&mut lists);
    keep_balanced(problem, &mut lists);
    let held = hold(problem, &mut lists);
    let cases = corners.cases(&lists);
    let mut search = RowList::new(problem, held, observer);
    for (i, case) in cases.iter().enumerate() {
        let mut lists = case.clone();
        keep_balanced(problem, &mut lists);
        search.run(&lists, Share::WHOLE.piece(i, cases.len()))?;
    }
    search.finish()
}

/// What the pieces can do about the corners.
struct Corners {
    corners: Mask,
    /// For each piece, how many corners it covers at most.
    most: Vec<u32>,
    /// How many more the pieces could cover than there are; below 0 they cannot cover them.
    deficit: i64,
}

impl Corners {
    /// Corners are the cells with the fewest neighbours; in a box, what everyone calls so.
    fn of(problem: &Problem, lists: &Lists) -> Self {
        let neighbours = |&cell: &glam::IVec3| DIRECTIONS.iter().filter(|&&step| problem.cells.contains(&(cell + step))).count();
        let counts: Vec<usize> = problem.cells.iter().map(neighbours).collect();
        let fewest = counts.iter().copied().min();
        let corners = counts.iter().enumerate().filter(|&(_, &count)| Some(count) == fewest).fold(0, |mask, (cell, _)| mask | 1 << cell)
            & problem.free;
        let most: Vec<u32> = lists.iter().map(|list| list.iter().map(|mask| (mask & corners).count_ones()).max().unwrap_or(0)).collect();
        let deficit = most.iter().copied().map(i64::from).sum::<i64>() - i64::from(corners.count_ones());
        Self { corners, most, deficit }
    }

    /// By how many corners the placement falls short.
    fn shortfall(&self, piece: usize, mask: Mask) -> i64 {
        i64::from(self.most[piece]) - i64::from((mask & self.corners).count_ones())
    }

    /// Drops placements that alone fall too short.
    fn keep_within_deficit(&self, lists: &mut Lists) {
        for (piece, list) in lists.iter_mut().enumerate() {
            list.retain(|&mask| self.shortfall(piece, mask) <= self.deficit);
        }
    }

    /// The lists for every way to fall short, where there are few ways; else the lists as they are.
    fn cases(&self, lists: &Lists) -> Vec<Lists> {
        let with_shortfalls = |short: Option<usize>| -> Lists {
            let allowed = |piece: usize| i64::from(short == Some(piece));
            let list = |(piece, list): (usize, &Vec<Mask>)| {
                list.iter().copied().filter(|&mask| self.shortfall(piece, mask) == allowed(piece)).collect()
            };
            lists.iter().enumerate().map(list).collect()
        };
        match self.deficit {
            ..0 => Vec::new(),
            0 => vec![with_shortfalls(None)],
            1 => (0..lists.len()).map(|piece| with_shortfalls(Some(piece))).collect(),
            _ => vec![lists.clone()],
        }
    }
}

/// Drops placements whose surplus of one colour the others cannot make up for.
fn keep_balanced(problem: &Problem, lists: &mut Lists) {
    let is_black = |cell: &glam::IVec3| (cell.x + cell.y + cell.z) % 2 == 0;
    let black = problem.cells.iter().enumerate().filter(|(_, cell)| is_black(cell)).fold(0, |mask, (place, _)| mask | 1 << place);
    let surplus = |mask: Mask| (mask & black).count_ones() as i32 - (mask & !black).count_ones() as i32;
    let surpluses: Vec<BTreeSet<i32>> = lists.iter().map(|list| list.iter().map(|&mask| surplus(mask)).collect()).collect();
    for (piece, list) in lists.iter_mut().enumerate() {
        let others = surpluses.iter().enumerate().filter(|&(other, _)| other != piece).map(|(_, surpluses)| surpluses);
        let sums = others
            .fold(BTreeSet::from([0]), |sums, more| sums.iter().flat_map(|sum| more.iter().map(move |surplus| sum + surplus)).collect());
        list.retain(|&mask| sums.contains(&(surplus(problem.free) - surplus(mask))));
    }
}
