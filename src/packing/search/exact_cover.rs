//! A problem as exact cover sees it: cells, pieces and placements as numbers. Also finds gaps that no pieces can fill.

use std::{ops::ControlFlow, sync::Arc};

use glam::IVec3;

use super::prepared::{Prepared, with_table};
use crate::{
    model::{pieces::Piece, problem::Problem, spot::Spot},
    words,
};
use base::bits::{Bits, Word};
use cover::{Apart, Item, KeepGoing, Reason};

/// A problem as exact cover sees it. Cells and pieces have the same numbers as in the problem; equal pieces are copies of the first of
/// them.
pub struct ExactCover<'a, W: Word> {
    /// The original problem.
    pub problem: &'a Problem,
    /// The problem as exact cover.
    pub cover: cover::Problem<W>,
    /// For each cell, its index in the box.
    places: Vec<u16>,
    /// For each cell, the cells that touch it.
    neighbours: Vec<Vec<usize>>,
    /// Whether some pieces have exactly this many cells in total.
    is_sum_of_sizes: Vec<bool>,
}

/// Runs the same code with the shortest word that has a bit for each free cell of a prepared problem, of two that are compiled.
macro_rules! with_word {
    ($prepared:expr, $word:ident => $body:expr) => {
        match $prepared.problem.cells.len() {
            0..=64 => {
                type $word = u64;
                $body
            }
            _ => {
                type $word = base::bits::Wide<8>;
                $body
            }
        }
    };
}
pub(crate) use with_word;

/// For each cell of a problem, the cells that touch it.
fn neighbours(problem: &Problem) -> Vec<Vec<usize>> {
    let number = |cell| problem.cells.iter().position(|&other| other == cell);
    let touching = |cell: IVec3| problem.state.lattice.steps.iter().filter_map(|&side| number(cell + side)).collect();
    problem.cells.iter().map(|&cell| touching(cell)).collect()
}

/// Which pieces of a problem may not touch, if any.
pub fn apart<W: Word>(problem: &Problem) -> Option<Arc<Apart<W>>> {
    let colors: Vec<Option<char>> = problem.pieces.iter().map(Piece::only_color).collect();
    let is_kept = problem.state.apart && colors.iter().any(Option::is_some);
    let touching = || neighbours(problem).into_iter().map(|cells| cells.into_iter().collect()).collect();
    is_kept.then(|| Arc::new(Apart { touching: touching(), colors }))
}

/// The number of placements that are converted between two checks whether to continue: some tens of microseconds.
const PLACEMENTS_PER_CHECK: usize = 256;

impl<'a, W: Word> ExactCover<'a, W> {
    /// Converts a problem with all its placements. Calls `keep_going` repeatedly, since in a large box there are many.
    pub fn new(prepared: &'a Prepared, keep_going: KeepGoing<'_>) -> ControlFlow<(), Self> {
        let problem = &prepared.problem;
        let equal_pieces = &problem.symmetries.equal_pieces;
        let mut placements = Vec::new();
        with_table!(prepared, table => {
            for piece in equal_pieces.firsts() {
                for masks in table.pieces[piece].masks.chunks(PLACEMENTS_PER_CHECK) {
                    keep_going()?;
                    placements.extend(masks.iter().map(|mask| cover::Placement { piece, cells: mask.iter().collect() }));
                }
            }
        });
        let sizes: Vec<usize> = problem.pieces.iter().map(|piece| piece.cells.len()).collect();
        let [required, optional] =
            [false, true].map(|kind| (0..problem.cells.len()).filter(|&cell| problem.optional[cell] == kind).collect());
        let cover = cover::Problem { required, optional, sizes, copies: problem.copies.clone(), placements, apart: apart(problem) };
        ControlFlow::Continue(Self {
            problem,
            places: problem.box_indices(),
            neighbours: neighbours(problem),
            is_sum_of_sizes: cover.volumes(),
            cover,
        })
    }

    /// The same problem with cells numbered along the short side of a flat board, where a frontier is short. Placements keep their numbers.
    pub fn along_the_short_side(&self) -> cover::Problem<W> {
        let extent = self.problem.grid.extent;
        let mut order: Vec<usize> = (0..self.problem.cells.len()).collect();
        if extent.y < extent.x {
            let column_first = |cell: &usize| {
                let IVec3 { x, y, .. } = extent.lattice.place(self.problem.cells[*cell]);
                [x, y]
            };
            order.sort_unstable_by_key(column_first);
        }
        let mut number = vec![0; order.len()];
        order.into_iter().enumerate().for_each(|(place, cell)| number[cell] = place);
        let moved = |cells: Bits<W>| -> Bits<W> { cells.iter().map(|cell| number[cell]).collect() };
        let cover = &self.cover;
        let placements = cover.placements.iter().map(|placement| cover::Placement { cells: moved(placement.cells), ..*placement });
        let placements = placements.collect();
        cover::Problem { required: moved(cover.required), optional: moved(cover.optional), placements, ..cover.clone() }
    }

    /// For each cell, the set of cells that touch it.
    pub fn touching(&self) -> Vec<Bits<W>> {
        self.neighbours.iter().map(|cells| cells.iter().copied().collect()).collect()
    }

    /// Returns the smallest region of these free cells that no pieces can fill, because none have this many cells in total. Every piece
    /// lies either entirely inside a region or entirely outside it.
    pub fn gap(&self, free: Bits<W>) -> Option<Bits<W>> {
        let mut remaining = free;
        let mut smallest: Option<Bits<W>> = None;
        while let Some(first) = remaining.first() {
            let region = self.region(remaining, first);
            let least = (region & self.cover.required).len();
            let is_gap = !self.is_sum_of_sizes[least..=region.len()].contains(&true);
            if is_gap && smallest.is_none_or(|smallest| region.len() < smallest.len()) {
                smallest = Some(region);
            }
            remaining -= region;
        }
        smallest
    }

    /// Returns the cells of the set that are connected to this one.
    fn region(&self, free: Bits<W>, start: usize) -> Bits<W> {
        let mut region = Bits::from(start);
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

    /// Returns the spots of these cells in the layers.
    pub fn spots(&self, cells: Bits<W>) -> Vec<Spot> {
        cells.iter().map(|cell| Spot::Cell(self.places[cell])).collect()
    }

    /// Returns the spots of a placement.
    pub fn spots_of(&self, placement: usize) -> Vec<Spot> {
        self.spots(self.cover.placements[placement].cells)
    }

    /// Returns the spots of the cells that a reason is about.
    pub fn spots_of_reason(&self, reason: Reason<W>) -> Vec<Spot> {
        match reason {
            Reason::Gap(cells) => self.spots(cells),
            Reason::NoOptions(Item::Cell(cell)) => self.spots(cell.into()),
            Reason::NoOptions(Item::Piece(_)) => Vec::new(),
        }
    }

    /// Says where the cell with this number is.
    pub fn place_of(&self, cell: usize) -> String {
        let lattice = self.problem.state.lattice;
        words::place(lattice.is_flat, lattice.place(self.problem.cells[cell]))
    }
}
