//! The placements that cover a first free cell, sorted by which of the cells near it they need: so few of those that don't fit are tried.

use std::ops::ControlFlow;

use super::uses::bit_of;
use crate::{KeepGoing, Placement, Problem};
use base::bits::{Bits, Word};

/// A placement that has a cell as its lowest one.
#[derive(Clone, Copy)]
pub struct Candidate<W: Word> {
    /// Its cells.
    pub cells: Bits<W>,
    /// Its number in the problem.
    pub placement: u32,
    /// Its piece.
    pub piece: u16,
}

/// The candidates for each cell.
pub struct Candidates<W: Word> {
    cells: Vec<OfCell<W>>,
}

struct OfCell<W: Word> {
    all: Vec<Candidate<W>>,
    /// The cells that most of the candidates need.
    near: Vec<u16>,
    /// For each set of these cells, the candidates that need none of them, set by set.
    beside: Vec<u32>,
    /// For each set of these cells, where its candidates end.
    ends: Vec<u32>,
    /// For each set of these cells, the pieces of its candidates.
    pieces: Vec<u64>,
}

/// The most cells by which candidates are sorted.
const MOST_NEAR: u32 = 10;
/// About as many candidates are listed for each cell at most.
const MOST_LISTED: usize = 1 << 16;

impl<W: Word> Candidates<W> {
    /// Sorts the placements of a problem. Calls `keep_going` for each cell: less than a millisecond.
    pub fn new(problem: &Problem<W>, keep_going: KeepGoing<'_>) -> ControlFlow<(), Self> {
        let count = problem.cells().iter().last().map_or(0, |last| last + 1);
        let mut all: Vec<Vec<Candidate<W>>> = vec![Vec::new(); count];
        for (number, &Placement { piece, cells }) in problem.placements.iter().enumerate() {
            if let Some(cell) = cells.first().filter(|_| problem.copies[piece].most > 0) {
                all[cell].push(Candidate { cells, placement: number as u32, piece: piece as u16 });
            }
        }
        let mut cells = Vec::with_capacity(count);
        for (cell, all) in all.into_iter().enumerate() {
            keep_going()?;
            cells.push(OfCell::new(cell, all));
        }
        ControlFlow::Continue(Self { cells })
    }

    /// About how many bytes they take.
    pub fn bytes(&self) -> usize {
        let of_cell = |of_cell: &OfCell<W>| {
            size_of_val(&of_cell.all[..]) + size_of_val(&of_cell.beside[..]) + of_cell.ends.len() * (size_of::<u32>() + size_of::<u64>())
        };
        self.cells.iter().map(of_cell).sum()
    }

    /// The candidates for this first free cell, without most of those that don't fit beside what is covered.
    #[inline]
    pub fn covering(&self, cell: usize, covered: Bits<W>) -> impl Iterator<Item = &Candidate<W>> {
        let of_cell = &self.cells[cell];
        let set = of_cell.set_in(covered);
        let start = set.checked_sub(1).map_or(0, |before| of_cell.ends[before]);
        of_cell.beside[start as usize..of_cell.ends[set] as usize].iter().map(|&number| &of_cell.all[number as usize])
    }

    /// Whether one of these pieces may cover this first free cell. It may turn out that none does, but not that one does after all.
    #[inline]
    pub fn can_cover(&self, cell: usize, covered: Bits<W>, pieces: u64) -> bool {
        let of_cell = &self.cells[cell];
        of_cell.pieces[of_cell.set_in(covered)] & pieces != 0
    }
}

impl<W: Word> OfCell<W> {
    fn new(cell: usize, all: Vec<Candidate<W>>) -> Self {
        let mut needing = vec![0; W::BITS as usize];
        all.iter().flat_map(|candidate| candidate.cells).for_each(|cell| needing[cell] += 1);
        let mut near: Vec<u16> = (0..W::BITS as u16).filter(|&near| usize::from(near) != cell && needing[usize::from(near)] > 0).collect();
        near.sort_by_key(|&near| std::cmp::Reverse(needing[usize::from(near)]));
        near.truncate((MOST_LISTED / all.len().max(1)).max(1).ilog2().min(MOST_NEAR) as usize);
        let mut of_cell = Self { all, near, beside: Vec::new(), ends: Vec::new(), pieces: Vec::new() };
        for set in 0..1_usize << of_cell.near.len() {
            let needed: Bits<W> = Bits::<u64>::new(set as u64).iter().map(|place| usize::from(of_cell.near[place])).collect();
            let mut pieces = 0;
            for (number, candidate) in of_cell.all.iter().enumerate().filter(|(_, candidate)| !candidate.cells.meets(needed)) {
                of_cell.beside.push(number as u32);
                pieces |= bit_of(candidate.piece.into());
            }
            of_cell.ends.push(of_cell.beside.len() as u32);
            of_cell.pieces.push(pieces);
        }
        of_cell
    }

    /// Which of the near cells are covered, as a number.
    #[inline]
    fn set_in(&self, covered: Bits<W>) -> usize {
        self.near.iter().enumerate().fold(0, |set, (place, &cell)| set | usize::from(covered.contains(cell.into())) << place)
    }
}
