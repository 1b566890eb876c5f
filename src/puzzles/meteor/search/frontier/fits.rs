//! Which placements fit a board, found for all at once by looking up collisions.

use std::sync::LazyLock;

use super::super::super::{
    geometry::{CELLS, Cells},
    pieces::Placement,
    problem::Problem,
};

/// So many cells, from its lowest on, hold every placement.
const WINDOW: usize = 24;
/// Collisions are looked up for so many cells at a time.
const NIBBLE: usize = 4;

/// Placements by their lowest cell, with what they collide with.
pub struct Fits(Vec<FitsOfCell>);

/// The placements with one lowest cell. Each has a bit in a set of 128; no cell is the lowest of more.
#[derive(Clone)]
struct FitsOfCell {
    placements: Vec<Placement>,
    /// For each nibble of the window and each set of covered cells in it, the placements that cover one of them.
    collisions: [[u128; 1 << NIBBLE]; WINDOW / NIBBLE],
}

/// The placements after which, on the whole board, no region keeps a piece from filling it.
static LEAVING_FIVES: LazyLock<Vec<Placement>> =
    LazyLock::new(|| Placement::all().iter().copied().filter(|placement| (!placement.cells).regions_are_fives()).collect());

impl Fits {
    /// The placements of the problem that may be part of an answer.
    ///
    /// A placement that cuts off a region of a size that is no multiple of five is part of none: other pieces lie wholly
    /// inside the region or wholly outside. This goes for pinned pieces, but not for blocked cells.
    pub fn new(problem: &Problem) -> Self {
        let candidates = if problem.blocked().is_empty() { LEAVING_FIVES.as_slice() } else { Placement::all() };
        let mut cells = vec![FitsOfCell { placements: Vec::new(), collisions: Default::default() }; CELLS];
        for placement in candidates.iter().filter(|placement| problem.admits(placement)) {
            if let Some(lowest) = placement.cells.first() {
                cells[lowest.index()].add(*placement);
            }
        }
        cells.iter_mut().for_each(FitsOfCell::join_collisions);
        Self(cells)
    }

    /// The placements that cover the lowest free cell of the board and no covered one.
    pub fn of(&self, covered: Cells) -> impl Iterator<Item = Placement> {
        let lowest = (!covered).first();
        lowest.into_iter().flat_map(move |lowest| self.0[lowest.index()].fitting(covered.bits() >> lowest.index()))
    }
}

impl FitsOfCell {
    /// Takes one more placement in, for now with its collisions with single cells.
    fn add(&mut self, placement: Placement) {
        let bit = 1 << self.placements.len();
        self.placements.push(placement);
        let lowest = placement.cells.first().map_or(0, |cell| cell.index());
        for cell in placement.cells.iter() {
            let place = cell.index() - lowest;
            self.collisions[place / NIBBLE][1 << (place % NIBBLE)] |= bit;
        }
    }

    /// From the collisions with single cells makes those with sets of cells: of the lowest cell of a set, and of the others.
    fn join_collisions(&mut self) {
        for nibble in &mut self.collisions {
            for set in 1..nibble.len() {
                let others = set & (set - 1);
                nibble[set] |= nibble[others] | nibble[set ^ others];
            }
        }
    }

    /// The placements that fit when in the window, which begins at their lowest cell, these cells are covered.
    fn fitting(&self, window: u64) -> impl Iterator<Item = Placement> {
        let nibbles = self.collisions.iter().zip(0..);
        let colliding = nibbles.fold(0, |all, (nibble, place)| all | nibble[(window >> (NIBBLE * place)) as usize % nibble.len()]);
        let fitting = !colliding & low_bits(self.placements.len());
        bits_of(fitting).map(|bit| self.placements[bit])
    }
}

/// So many ones.
fn low_bits(count: usize) -> u128 {
    u128::MAX.checked_shr(u128::BITS - count as u32).unwrap_or(0)
}

/// The places of the ones, from the lowest.
fn bits_of(set: u128) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(set), |rest| Some(rest & rest.wrapping_sub(1)))
        .take_while(|&rest| rest != 0)
        .map(|rest| rest.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::super::super::{geometry::Cell, state::State},
        *,
    };

    #[test]
    fn the_window_and_the_set_are_wide_enough() {
        for lowest in Cell::all() {
            let of_cell: Vec<_> = Placement::all().iter().filter(|placement| placement.cells.first() == Some(lowest)).collect();
            assert!(of_cell.len() <= u128::BITS as usize);
            assert!(of_cell.iter().all(|placement| placement.cells.bits() >> lowest.index() < 1 << WINDOW));
        }
    }

    proptest! {
        #[test]
        fn what_fits_is_what_covers_free_cells_only(bits: u64, sparse: u64) {
            let fits = Fits::new(&Problem::new(&State::default()).unwrap());
            let covered = Cells::from_bits(bits & sparse);
            let plainly = LEAVING_FIVES.iter().filter(|placement| {
                (!covered).covers(placement.cells) && placement.cells.first() == (!covered).first()
            });
            prop_assert_eq!(fits.of(covered).collect::<Vec<_>>(), plainly.copied().collect::<Vec<_>>());
        }
    }
}
