//! Boards that moves lead to, in batches: made, sifted and told apart step by step, each step one plain loop over all.
//!
//! From the empty board, three of five moves lead to nothing, and this is where that is found out. Loops without branches over words that lie
//! side by side are what compilers make the most of.

use super::{
    super::super::{geometry::Cells, pieces::Piece},
    fits::Fits,
};

/// So many steps from the cells below reach every free cell of most boards that have no hole.
const STEPS: usize = 5;

/// The boards of a batch, each with where it comes from.
#[derive(Default)]
pub struct Candidates {
    covered: Vec<Cells>,
    origins: Vec<Origin>,
    /// For each board cells that speak against it; of the last test.
    doubts: Vec<Cells>,
}

/// By which piece a board comes from which one of the batch before it.
#[derive(Clone, Copy)]
pub struct Origin {
    /// The place of that board in its batch.
    pub from: u32,
    /// The piece.
    pub piece: Piece,
}

impl Candidates {
    /// All boards that a move from one of these leads to, if no region of theirs stands against it.
    pub fn made_from(&mut self, boards: &[Cells], fits: &Fits) -> impl Iterator<Item = (Cells, Origin)> {
        self.make_all_moves(boards, fits);
        self.drop_boards_with_lone_cells();
        self.drop_boards_with_bad_regions();
        self.covered.iter().copied().zip(self.origins.iter().copied())
    }

    fn make_all_moves(&mut self, boards: &[Cells], fits: &Fits) {
        self.covered.clear();
        self.origins.clear();
        for (from, &covered) in (0..).zip(boards) {
            for placement in fits.of(covered) {
                self.covered.push(covered | placement.cells);
                self.origins.push(Origin { from, piece: placement.piece });
            }
        }
    }

    /// A free cell without a free neighbour will stay so. This is the commonest fault, and the cheapest to find.
    fn drop_boards_with_lone_cells(&mut self) {
        self.doubt(|covered| !covered - (!covered).neighbours());
        self.retain(|_, doubts| doubts.is_empty());
    }

    /// Where the cells behind the last covered one, which are one region, reach all free cells there is no other region, and
    /// this one is what pieces leave: a multiple of five. Where they do not, the regions are counted.
    fn drop_boards_with_bad_regions(&mut self) {
        self.doubt(|covered| {
            let free = !covered;
            free - (0..STEPS).fold(free.behind_the_last_gap(), |reached, _| (reached | reached.neighbours()) & free)
        });
        self.retain(|covered, doubts| doubts.is_empty() || (!covered).regions_are_fives());
    }

    fn doubt(&mut self, doubts: impl Fn(Cells) -> Cells) {
        self.doubts.clear();
        self.doubts.extend(self.covered.iter().map(|&covered| doubts(covered)));
    }

    /// Keeps the boards that pass, in their order: each is moved up to behind those kept before it.
    fn retain(&mut self, passes: impl Fn(Cells, Cells) -> bool) {
        let mut kept = 0;
        for place in 0..self.covered.len() {
            let (covered, origin) = (self.covered[place], self.origins[place]);
            self.covered[kept] = covered;
            self.origins[kept] = origin;
            kept += usize::from(passes(covered, self.doubts[place]));
        }
        self.covered.truncate(kept);
        self.origins.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::super::super::{problem::Problem, state::State},
        *,
    };

    proptest! {
        #[test]
        fn the_boards_kept_are_those_whose_regions_are_fives(boards in proptest::collection::vec((0..50_u32, any::<u64>()), 0..20)) {
            let fits = Fits::new(&Problem::new(&State::default()).unwrap());
            let boards: Vec<Cells> = boards.into_iter().map(|(first, later)| Cells::from_bits(later >> 40 << first | !(u64::MAX << first))).collect();
            let size_fits = |board: &Cells| (!*board).len().is_multiple_of(5);
            let boards: Vec<Cells> = boards.into_iter().filter(size_fits).collect();

            let plainly = (0..).zip(&boards).flat_map(|(from, &board)| {
                fits.of(board).map(move |placement| (board | placement.cells, from, placement.piece))
            });
            let plainly: Vec<_> = plainly.filter(|(covered, ..)| (!*covered).regions_are_fives()).collect();
            let mut candidates = Candidates::default();
            let sifted = candidates.made_from(&boards, &fits).map(|(covered, origin)| (covered, origin.from, origin.piece));
            prop_assert_eq!(sifted.collect::<Vec<_>>(), plainly);
        }
    }
}
