//! Tells boards that no pieces can fill by the sizes of their regions: all boards of a level at once, step by step, each step
//! one plain loop over all.
//!
//! Loops without branches over words that lie side by side are what compilers make the most of.

use super::floors::{floors, is_one_run};
use crate::puzzles::meteor::model::{geometry::Cells, pieces::PIECE_CELLS};

/// What speaks against boards, and the memory to find it out.
#[derive(Default)]
pub struct Sieve {
    /// For each board floors that speak against it; none where nothing does.
    doubts: Vec<Cells>,
    doubtful: Vec<Doubtful>,
    pockets: Vec<Cells>,
}

/// A board that something speaks against.
#[derive(Clone, Copy, Default)]
struct Doubtful {
    place: usize,
    free: Cells,
}

impl Sieve {
    /// Judges these boards, given by their covered cells: is the size of each region a multiple of five? The numbers of
    /// their free cells are.
    pub fn judge(&mut self, boards: &[Cells]) {
        self.doubt_boards_with_many_floors(boards);
        self.list_doubtful_boards(boards);
        self.find_small_pockets();
        self.clear_good_boards();
    }

    /// For each board that was judged last, whether it is kept.
    pub fn verdicts(&self) -> impl Iterator<Item = bool> {
        self.doubts.iter().map(|doubts| doubts.is_empty())
    }

    /// Where only one run of free cells is a floor, all free cells are one region, since from each of them a way leads down,
    /// row by row, until it ends on a floor. That region is what pieces leave: a multiple of five.
    fn doubt_boards_with_many_floors(&mut self, boards: &[Cells]) {
        self.doubts.clear();
        self.doubts.extend(boards.iter().map(|&covered| {
            let floors = floors(!covered);
            if is_one_run(floors) { Cells::NONE } else { floors }
        }));
    }

    fn list_doubtful_boards(&mut self, boards: &[Cells]) {
        self.doubtful.clear();
        self.doubtful.resize(boards.len(), Doubtful::default());
        let mut listed = 0;
        for (place, (&covered, doubts)) in boards.iter().zip(&self.doubts).enumerate() {
            self.doubtful[listed] = Doubtful { place, free: !covered };
            listed += usize::from(!doubts.is_empty());
        }
        self.doubtful.truncate(listed);
    }

    /// For each doubtful board the pocket with its lowest floor, if that is closed and has fewer cells than a piece. From one
    /// of its cells, three steps reach all of it.
    fn find_small_pockets(&mut self) {
        self.pockets.clear();
        self.pockets.extend(self.doubtful.iter().map(|&Doubtful { place, free }| {
            let grown = |cells: Cells| (cells | cells.neighbours()) & free;
            let pocket = grown(grown(grown(self.doubts[place].lowest())));
            let is_closed = grown(pocket) == pocket;
            if is_closed && has_fewer_cells_than_a_piece(pocket) { pocket } else { Cells::NONE }
        }));
    }

    /// Where there is no such pocket, the regions are counted.
    fn clear_good_boards(&mut self) {
        for (&Doubtful { place, free }, pocket) in self.doubtful.iter().zip(&self.pockets) {
            if pocket.is_empty() && free.regions_are_fives() {
                self.doubts[place] = Cells::NONE;
            }
        }
    }
}

/// Counted by taking cells away one by one: four steps, where counting all bits would take more.
fn has_fewer_cells_than_a_piece(cells: Cells) -> bool {
    (1..PIECE_CELLS).fold(cells, |rest, _| rest - rest.lowest()).is_empty()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_boards_kept_are_those_whose_regions_are_fives(boards in proptest::collection::vec((0..50_u32, any::<u64>()), 0..20)) {
            let boards = boards.into_iter().map(|(first, later)| Cells::on_board(later >> 40 << first | !(u64::MAX << first)));
            let boards: Vec<Cells> = boards.filter(|board| (!*board).len().is_multiple_of(PIECE_CELLS)).collect();
            let mut sieve = Sieve::default();
            sieve.judge(&boards);
            prop_assert_eq!(sieve.verdicts().collect::<Vec<_>>(), boards.iter().map(|&board| (!board).regions_are_fives()).collect::<Vec<_>>());
        }
    }
}
