//! The placements that cover a first free cell, sorted by which of the cells near it they need: so few of those that don't fit are tried.

use std::ops::ControlFlow;

use crate::{KeepGoing, Placement, Problem};
use base::bits::{Bits, Word};

/// A placement that has a cell as its lowest one.
#[derive(Clone, Copy)]
pub struct Candidate<W: Word> {
    /// Its cells.
    pub cells: Bits<W>,
    /// Its number in the problem.
    pub placement: u32,
}

/// The candidates for each cell.
pub struct Candidates<W: Word> {
    cells: Vec<OfCell<W>>,
    coverable: Vec<Coverable>,
}

/// Whether a cell can still be covered, by any placement.
struct Coverable {
    /// The cells that most of its placements need.
    near: Near,
    /// A bit for each set of these cells: whether a placement needs none of them.
    beside: Vec<u64>,
}

struct OfCell<W: Word> {
    all: Vec<Candidate<W>>,
    /// The cells that most of the candidates need.
    near: Near,
    /// For each set of these cells, the candidates that need none of them, set by set.
    beside: Vec<u32>,
    /// For each set of these cells, where its candidates end.
    ends: Vec<u32>,
}

/// The most cells by which candidates are sorted.
const MOST_NEAR: u32 = 6;
/// The most cells that show whether a cell can be covered: those within two steps on a lattice of squares.
const MOST_AROUND: usize = 12;
/// About as many candidates are listed for each cell at most.
const MOST_LISTED: usize = 1 << 16;

impl<W: Word> Candidates<W> {
    /// Sorts the placements of a problem. Calls `keep_going` for each cell: less than a millisecond.
    pub fn new(problem: &Problem<W>, keep_going: KeepGoing<'_>) -> ControlFlow<(), Self> {
        let count = problem.cells().iter().last().map_or(0, |last| last + 1);
        let mut all: Vec<Vec<Candidate<W>>> = vec![Vec::new(); count];
        for (number, &Placement { piece, cells }) in problem.placements.iter().enumerate() {
            if let Some(cell) = cells.first().filter(|_| problem.copies[piece].most > 0) {
                all[cell].push(Candidate { cells, placement: number as u32 });
            }
        }
        let mut covering: Vec<Vec<Bits<W>>> = vec![Vec::new(); count];
        for candidate in all.iter().flatten() {
            candidate.cells.iter().for_each(|cell| covering[cell].push(candidate.cells));
        }
        let mut cells = Vec::with_capacity(count);
        let mut coverable = Vec::with_capacity(count);
        for (cell, (all, covering)) in all.into_iter().zip(&covering).enumerate() {
            keep_going()?;
            cells.push(OfCell::new(cell, all));
            coverable.push(Coverable::new(cell, covering));
        }
        ControlFlow::Continue(Self { cells, coverable })
    }

    /// About how many bytes they take.
    pub fn bytes(&self) -> usize {
        let of_cell = |(of_cell, coverable): (&OfCell<W>, &Coverable)| {
            let candidates = size_of_val(&of_cell.all[..]) + size_of_val(&of_cell.beside[..]) + size_of_val(&of_cell.ends[..]);
            candidates + size_of_val(&coverable.beside[..])
        };
        self.cells.iter().zip(&self.coverable).map(of_cell).sum()
    }

    /// The candidates for this first free cell, without most of those that don't fit beside what is covered.
    #[inline]
    pub fn covering(&self, cell: usize, covered: Bits<W>) -> impl Iterator<Item = &Candidate<W>> {
        let of_cell = &self.cells[cell];
        let set = of_cell.near.set_in(covered);
        let start = set.checked_sub(1).map_or(0, |before| of_cell.ends[before]);
        of_cell.beside[start as usize..of_cell.ends[set] as usize].iter().map(|&number| &of_cell.all[number as usize])
    }

    /// Whether a placement may cover this free cell. It may turn out that none does, but not that one does after all.
    #[inline]
    pub fn can_cover(&self, cell: usize, covered: Bits<W>) -> bool {
        let Coverable { near, beside } = &self.coverable[cell];
        let set = near.set_in(covered);
        beside[set / 64] >> (set % 64) & 1 != 0
    }
}

/// Some cells, whose sets have numbers.
struct Near {
    /// How many there are.
    len: usize,
    /// The lowest one.
    first: u32,
    /// Those with consecutive numbers.
    runs: Vec<Run>,
}

/// Cells with consecutive numbers.
struct Run {
    /// How far they are above the lowest of all cells, less the number of cells before them.
    shift: u32,
    /// Their bits in the number of a set.
    mask: u64,
}

impl Near {
    /// Up to this many of the cells that most of these sets have, apart from one, and no more than 64 cells from one another.
    fn to<W: Word>(cell: usize, sets: impl Iterator<Item = Bits<W>>, most: usize) -> Self {
        let mut needing = vec![0; W::BITS as usize];
        sets.flat_map(|cells| cells.iter()).for_each(|cell| needing[cell] += 1);
        let mut near: Vec<usize> =
            (0..needing.len()).filter(|&near| near != cell && needing[near] > 0 && near.abs_diff(cell) < 32).collect();
        near.sort_by_key(|&near| std::cmp::Reverse(needing[near]));
        near.truncate(most);
        near.sort_unstable();
        let first = near.first().copied().unwrap_or(0);
        let mut runs: Vec<Run> = Vec::new();
        for (place, cell) in near.iter().enumerate() {
            let shift = (cell - first - place) as u32;
            match runs.last_mut() {
                Some(run) if run.shift == shift => run.mask |= 1 << place,
                _ => runs.push(Run { shift, mask: 1 << place }),
            }
        }
        Self { len: near.len(), first: first as u32, runs }
    }

    /// Which of the cells are in the set, as a number.
    #[inline]
    fn set_in<W: Word>(&self, covered: Bits<W>) -> usize {
        let covered = covered.bits().starting_at(self.first);
        self.runs.iter().fold(0, |set, run| set | covered >> run.shift & run.mask) as usize
    }

    /// The number of sets.
    fn sets(&self) -> usize {
        1 << self.len
    }
}

impl Coverable {
    fn new<W: Word>(cell: usize, covering: &[Bits<W>]) -> Self {
        let near = Near::to(cell, covering.iter().copied(), MOST_AROUND);
        let mut beside = vec![false; near.sets()];
        // The largest set that a placement fits beside.
        covering.iter().for_each(|&cells| beside[near.sets() - 1 - near.set_in(cells)] = true);
        // What fits beside a set fits beside each subset.
        for place in 0..near.len {
            for set in 0..beside.len() {
                if set >> place & 1 == 0 {
                    beside[set] |= beside[set | 1 << place];
                }
            }
        }
        let word = |sets: &[bool]| sets.iter().rev().fold(0, |word, &fits| word << 1 | u64::from(fits));
        Self { near, beside: beside.chunks(64).map(word).collect() }
    }
}

impl<W: Word> OfCell<W> {
    fn new(cell: usize, all: Vec<Candidate<W>>) -> Self {
        let most = (MOST_LISTED / all.len().max(1)).max(1).ilog2().min(MOST_NEAR);
        let near = Near::to(cell, all.iter().map(|candidate| candidate.cells), most as usize);
        let mut of_cell = Self { all, near, beside: Vec::new(), ends: Vec::new() };
        let needed: Vec<usize> = of_cell.all.iter().map(|candidate| of_cell.near.set_in(candidate.cells)).collect();
        for set in 0..of_cell.near.sets() {
            of_cell.beside.extend((0..).zip(&needed).filter(|&(_, needed)| needed & set == 0).map(|(number, _)| number));
            of_cell.ends.push(of_cell.beside.len() as u32);
        }
        of_cell
    }
}
