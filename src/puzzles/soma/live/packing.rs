//! A problem as exact cover sees it: cells, pieces and placements as numbers, and the holes that pieces cannot fill.

use std::ops::ControlFlow;

use crate::{
    cover::{self, CellSet, GoOn, Item, Reason},
    puzzles::soma::{
        model::{cells::Cells, geometry::DIRECTIONS, problem::Problem, spot::Spot},
        search::prepared::{Prepared, with_layout},
    },
    text::counted,
};

/// A problem as exact cover sees it. Cells and pieces have the numbers that they have in the problem; equal pieces are copies of the
/// first of them.
pub struct Packing<'a, M> {
    /// What it is made of.
    pub problem: &'a Problem,
    /// The same for exact cover.
    pub cover: cover::Problem<M>,
    /// For each cell, its place in the box.
    places: Vec<u16>,
    /// For each cell, the cells that it touches.
    neighbours: Vec<Vec<usize>>,
    /// Whether so many cells are as many as some pieces have.
    is_sum_of_sizes: Vec<bool>,
}

/// Between two questions whether to go on, this many placements are taken over: some tens of microseconds.
const LAID_AT_ONCE: usize = 256;

impl<'a, M: CellSet> Packing<'a, M> {
    /// The problem with every way to place a piece. `go_on` is asked again and again, since in a large box they are many.
    pub fn new(prepared: &'a Prepared, go_on: GoOn<'_>) -> ControlFlow<(), Self> {
        let problem = &prepared.problem;
        let equals = &problem.symmetries.equals;
        let mut placements = Vec::new();
        with_layout!(prepared, layout => {
            for piece in equals.firsts() {
                for masks in layout.pieces[piece].masks.chunks(LAID_AT_ONCE) {
                    go_on()?;
                    placements.extend(masks.iter().map(|mask| cover::Placement { piece, cells: M::of(mask.cells()) }));
                }
            }
        });
        let sizes: Vec<usize> = problem.pieces.iter().map(|piece| piece.cells.len()).collect();
        let copies = (0..sizes.len()).map(|piece| if equals.first(piece) == piece { equals.count(piece) } else { 0 }).collect();
        let number = |cell| problem.cells.iter().position(|&other| other == cell);
        let touching = |cell: glam::IVec3| DIRECTIONS.iter().filter_map(|&side| number(cell + side)).collect();
        ControlFlow::Continue(Self {
            problem,
            places: problem.places(),
            neighbours: problem.cells.iter().map(|&cell| touching(cell)).collect(),
            is_sum_of_sizes: sums(&sizes, problem.cells.len()),
            cover: cover::Problem { free: M::of(0..problem.cells.len()), sizes, copies, placements },
        })
    }

    /// A region of these free cells that no pieces fill, since none have so many cells together. Pieces lie wholly inside a region or
    /// wholly outside.
    pub fn hole(&self, free: M) -> Option<M> {
        let mut rest = free;
        while let Some(first) = rest.first() {
            let region = self.region(rest, first);
            if !self.is_sum_of_sizes.get(region.len()).is_some_and(|&is_sum| is_sum) {
                return Some(region);
            }
            rest = rest.without(region);
        }
        None
    }

    /// The cells of the set that hang together with this one.
    fn region(&self, free: M, start: usize) -> M {
        let mut region = M::NONE.with(start);
        let mut edge = vec![start];
        while let Some(cell) = edge.pop() {
            for &next in &self.neighbours[cell] {
                if free.contains(next) && !region.contains(next) {
                    region = region.with(next);
                    edge.push(next);
                }
            }
        }
        region
    }

    /// The cells in the layers.
    pub fn spots(&self, cells: M) -> Vec<Spot> {
        cells.iter().map(|cell| Spot::Cell(self.places[cell])).collect()
    }

    /// The cells of a placement.
    pub fn spots_of(&self, placement: usize) -> Vec<Spot> {
        self.spots(self.cover.placements[placement].cells)
    }

    /// The cells that a reason is about.
    pub fn spots_of_reason(&self, reason: Reason<M>) -> Vec<Spot> {
        match reason {
            Reason::Hole(cells) => self.spots(cells),
            Reason::Starved(Item::Cell(cell)) => self.spots(M::NONE.with(cell)),
            Reason::Starved(Item::Piece(_)) => Vec::new(),
        }
    }

    /// Why nothing can come of what lies, in words.
    pub fn why(&self, reason: Reason<M>) -> String {
        match reason {
            Reason::Hole(cells) => {
                let size = counted(cells.len() as u64, "cell");
                format!("a hole of {size} that no pieces fill")
            }
            Reason::Starved(Item::Cell(_)) => "no piece that is left fits this cell".to_owned(),
            Reason::Starved(Item::Piece(piece)) => format!("piece {} fits nowhere any more", self.problem.pieces[piece].name),
        }
    }

    /// Where the cell with this number is, in words.
    pub fn place_of(&self, cell: usize) -> String {
        let cell = self.problem.cells[cell];
        format!("layer {}, row {}, column {}", cell.z + 1, cell.y + 1, cell.x + 1)
    }
}

/// For each number up to `most`, whether some of the sizes add up to it.
fn sums(sizes: &[usize], most: usize) -> Vec<bool> {
    let mut is_sum = vec![false; most + 1];
    is_sum[0] = true;
    for &size in sizes {
        for sum in (size..=most).rev() {
            is_sum[sum] |= is_sum[sum - size];
        }
    }
    is_sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_of_different_pieces() {
        let reached: Vec<usize> = (0..=12).filter(|&sum| sums(&[3, 4, 4], 12)[sum]).collect();
        assert_eq!(reached, [0, 3, 4, 7, 8, 11]);
    }
}
