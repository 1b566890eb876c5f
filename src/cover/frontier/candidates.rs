//! The placements that cover a first free cell, sorted by which of the cells near it they need: so few of those that don't fit are tried.

use std::ops::ControlFlow;

use crate::{
    bits::{Bits, Word},
    cover::{KeepGoing, Placement, Problem},
};

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
    near: Vec<u16>,
    /// A bit for each set of these cells: whether a placement needs none of them.
    beside: Vec<u64>,
}

struct OfCell<W: Word> {
    all: Vec<Candidate<W>>,
    /// The cells that most of the candidates need.
    near: Vec<u16>,
    /// For each set of these cells, the candidates that need none of them, set by set.
    beside: Vec<u32>,
    /// For each set of these cells, where its candidates end.
    ends: Vec<u32>,
}

/// The most cells by which candidates are sorted.
const MOST_NEAR: u32 = 10;
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
        let set = set_in(&of_cell.near, covered);
        let start = set.checked_sub(1).map_or(0, |before| of_cell.ends[before]);
        of_cell.beside[start as usize..of_cell.ends[set] as usize].iter().map(|&number| &of_cell.all[number as usize])
    }

    /// Whether a placement may cover this free cell. It may turn out that none does, but not that one does after all.
    #[inline]
    pub fn can_cover(&self, cell: usize, covered: Bits<W>) -> bool {
        let Coverable { near, beside } = &self.coverable[cell];
        let set = set_in(near, covered);
        beside[set / 64] >> (set % 64) & 1 != 0
    }
}

/// The cells that most of these sets have, without this one.
fn most_needed<W: Word>(cell: usize, sets: impl Iterator<Item = Bits<W>>) -> Vec<u16> {
    let mut needing = vec![0; W::BITS as usize];
    sets.flat_map(|cells| cells.iter()).for_each(|cell| needing[cell] += 1);
    let mut near: Vec<u16> = (0..W::BITS as u16).filter(|&near| usize::from(near) != cell && needing[usize::from(near)] > 0).collect();
    near.sort_by_key(|&near| std::cmp::Reverse(needing[usize::from(near)]));
    near
}

/// Which of these cells are in the set, as a number.
#[inline]
fn set_in<W: Word>(near: &[u16], covered: Bits<W>) -> usize {
    near.iter().enumerate().fold(0, |set, (place, &cell)| set | usize::from(covered.contains(cell.into())) << place)
}

impl Coverable {
    fn new<W: Word>(cell: usize, covering: &[Bits<W>]) -> Self {
        let mut near = most_needed(cell, covering.iter().copied());
        near.truncate(MOST_AROUND);
        let mut beside = vec![false; 1 << near.len()];
        covering.iter().for_each(|&cells| beside[beside_all(&near, cells)] = true);
        // What fits beside a set fits beside each subset.
        for place in 0..near.len() {
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

/// The largest set of near cells that a placement doesn't need.
fn beside_all<W: Word>(near: &[u16], cells: Bits<W>) -> usize {
    (1 << near.len()) - 1 - set_in(near, cells)
}

impl<W: Word> OfCell<W> {
    fn new(cell: usize, all: Vec<Candidate<W>>) -> Self {
        let mut near = most_needed(cell, all.iter().map(|candidate| candidate.cells));
        near.truncate((MOST_LISTED / all.len().max(1)).max(1).ilog2().min(MOST_NEAR) as usize);
        let mut of_cell = Self { all, near, beside: Vec::new(), ends: Vec::new() };
        for set in 0..1_usize << of_cell.near.len() {
            let needed: Bits<W> = Bits::<u64>::new(set as u64).iter().map(|place| usize::from(of_cell.near[place])).collect();
            let fitting = of_cell.all.iter().enumerate().filter(|(_, candidate)| !candidate.cells.meets(needed));
            of_cell.beside.extend(fitting.map(|(number, _)| number as u32));
            of_cell.ends.push(of_cell.beside.len() as u32);
        }
        of_cell
    }
}
