//! Drops boards that no pieces can fill because of the sizes of their regions. It works on all boards of a level at once, step by step,
//! each step a plain loop over all of them.
//!
//! Compilers make the most of loops without branches over adjacent words.

use super::floors::{floors, is_one_run};
use crate::model::{
    geometry::{Cells, OnBoard},
    pieces::PIECE_CELLS,
};

/// The boards under suspicion, and the memory to check them.
#[derive(Default)]
pub struct Sieve {
    /// For each board, floors that may belong to different regions; empty where the board is kept.
    several_floors: Vec<Cells>,
    suspects: Vec<Suspect>,
    pockets: Vec<Cells>,
}

/// A board that may have several regions.
#[derive(Clone, Copy, Default)]
struct Suspect {
    place: usize,
    free: Cells,
}

impl Sieve {
    /// Checks for these boards, given by their covered cells, whether the size of every region is a multiple of five. The numbers of their
    /// free cells must be.
    pub fn check(&mut self, boards: &[Cells]) {
        self.find_boards_with_several_floors(boards);
        self.list_suspects(boards);
        self.find_small_pockets();
        self.clear_good_suspects();
    }

    /// For each board that was checked last, whether it is kept.
    pub fn kept_boards(&self) -> impl Iterator<Item = bool> {
        self.several_floors.iter().map(|several_floors| several_floors.is_empty())
    }

    /// If only one run of free cells is a floor, all free cells are one region, since from each of them a path leads down, row by row,
    /// until it ends on a floor. That region is all the free cells: a multiple of five.
    fn find_boards_with_several_floors(&mut self, boards: &[Cells]) {
        self.several_floors.clear();
        self.several_floors.extend(boards.iter().map(|&covered| {
            let floors = floors(!covered);
            if is_one_run(floors) { Cells::NONE } else { floors }
        }));
    }

    fn list_suspects(&mut self, boards: &[Cells]) {
        self.suspects.clear();
        self.suspects.resize(boards.len(), Suspect::default());
        let mut listed = 0;
        for (place, (&covered, several_floors)) in boards.iter().zip(&self.several_floors).enumerate() {
            self.suspects[listed] = Suspect { place, free: !covered };
            listed += usize::from(!several_floors.is_empty());
        }
        self.suspects.truncate(listed);
    }

    /// For each suspect board, the pocket around its lowest floor, if it is closed and has fewer cells than a piece. From any of its cells,
    /// three steps reach all of it.
    fn find_small_pockets(&mut self) {
        self.pockets.clear();
        self.pockets.extend(self.suspects.iter().map(|&Suspect { place, free }| {
            let grown = |cells: Cells| (cells | cells.neighbours()) & free;
            let pocket = grown(grown(grown(self.several_floors[place].lowest())));
            let is_closed = grown(pocket) == pocket;
            if is_closed && has_fewer_cells_than_a_piece(pocket) { pocket } else { Cells::NONE }
        }));
    }

    /// Keeps the suspect boards without such a pocket whose regions are multiples of five.
    fn clear_good_suspects(&mut self) {
        for (&Suspect { place, free }, pocket) in self.suspects.iter().zip(&self.pockets) {
            if pocket.is_empty() && free.regions_are_multiples_of_five() {
                self.several_floors[place] = Cells::NONE;
            }
        }
    }
}

/// Removes cells one by one, which takes four steps; counting all bits would take more.
fn has_fewer_cells_than_a_piece(cells: Cells) -> bool {
    (1..PIECE_CELLS).fold(cells, |remaining, _| remaining - remaining.lowest()).is_empty()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn boards_are_kept_if_all_regions_are_multiples_of_five(boards in proptest::collection::vec((0..50_u32, any::<u64>()), 0..20)) {
            let boards = boards.into_iter().map(|(first, later)| Cells::on_board(later >> 40 << first | !(u64::MAX << first)));
            let boards: Vec<Cells> = boards.filter(|board| (!*board).len().is_multiple_of(PIECE_CELLS)).collect();
            let mut sieve = Sieve::default();
            sieve.check(&boards);
            prop_assert_eq!(sieve.kept_boards().collect::<Vec<_>>(), boards.iter().map(|&board| (!board).regions_are_multiples_of_five()).collect::<Vec<_>>());
        }
    }
}
