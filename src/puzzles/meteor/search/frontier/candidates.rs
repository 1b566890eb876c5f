//! Boards that moves lead to, in batches: made, sifted and told apart step by step, each step one plain loop over all.
//!
//! From the empty board, three of five moves lead to nothing, and this is where that is found out. Loops without branches over words that lie
//! side by side are what compilers make the most of.

use super::{
    super::super::{
        geometry::Cells,
        pieces::{PIECE_CELLS, Piece},
    },
    fits::Fits,
    floors::{floors, is_one_run},
};

/// The boards of a batch, each with where it comes from.
#[derive(Default)]
pub struct Candidates {
    covered: Vec<Cells>,
    origins: Vec<Origin>,
    /// For each board floors that speak against it; none where nothing does.
    doubts: Vec<Cells>,
    doubtful: Vec<Doubtful>,
    pockets: Vec<Cells>,
}

/// By which piece a board comes from which one of the batch before it.
#[derive(Clone, Copy)]
pub struct Origin {
    /// The place of that board in its batch.
    pub from: u32,
    /// The piece.
    pub piece: Piece,
}

/// A board that something speaks against.
#[derive(Clone, Copy, Default)]
struct Doubtful {
    place: usize,
    free: Cells,
}

impl Candidates {
    /// All boards that a move from one of these leads to, if no region of theirs stands against it. Their numbers of free
    /// cells are multiples of five.
    pub fn made_from(&mut self, boards: &[Cells], fits: &Fits) -> impl Iterator<Item = (Cells, Origin)> {
        self.make_all_moves(boards, fits);
        self.doubt_boards_with_many_floors();
        self.list_doubtful_boards();
        self.find_small_pockets();
        self.clear_good_boards();
        self.drop_doubtful_boards();
        self.covered.iter().copied().zip(self.origins.iter().copied())
    }

    fn make_all_moves(&mut self, boards: &[Cells], fits: &Fits) {
        self.covered.clear();
        self.origins.clear();
        for (from, &covered) in (0..).zip(boards) {
            let Some((lowest, shapes)) = fits.of(covered) else { continue };
            for shape in shapes {
                self.covered.push(covered | shape.cells(lowest));
                self.origins.push(Origin { from, piece: shape.piece });
            }
        }
    }

    /// Where only one run of free cells is a floor, all free cells are one region, since from each of them a way leads down,
    /// row by row, until it ends on a floor. That region is what pieces leave: a multiple of five.
    fn doubt_boards_with_many_floors(&mut self) {
        self.doubts.clear();
        self.doubts.extend(self.covered.iter().map(|&covered| {
            let floors = floors(!covered);
            if is_one_run(floors) { Cells::NONE } else { floors }
        }));
    }

    fn list_doubtful_boards(&mut self) {
        self.doubtful.clear();
        self.doubtful.resize(self.covered.len(), Doubtful::default());
        let mut listed = 0;
        for (place, (&covered, doubts)) in self.covered.iter().zip(&self.doubts).enumerate() {
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

    /// Keeps the boards that nothing speaks against, in their order: each is moved up to behind those kept before it.
    fn drop_doubtful_boards(&mut self) {
        let mut kept = 0;
        for place in 0..self.covered.len() {
            self.covered[kept] = self.covered[place];
            self.origins[kept] = self.origins[place];
            kept += usize::from(self.doubts[place].is_empty());
        }
        self.covered.truncate(kept);
        self.origins.truncate(kept);
    }
}

/// Counted by taking cells away one by one: four steps, where counting all bits would take more.
fn has_fewer_cells_than_a_piece(cells: Cells) -> bool {
    (1..PIECE_CELLS).fold(cells, |rest, _| rest - rest.lowest()).is_empty()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{
        super::super::super::{pieces::Placement, problem::Problem, state::State},
        *,
    };

    proptest! {
        #[test]
        fn the_boards_kept_are_those_whose_regions_are_fives(boards in proptest::collection::vec((0..50_u32, any::<u64>()), 0..20)) {
            let fits = Fits::new(&Problem::new(&State::default()).unwrap());
            let boards: Vec<Cells> = boards.into_iter().map(|(first, later)| Cells::from_bits(later >> 40 << first | !(u64::MAX << first))).collect();
            let size_fits = |board: &Cells| (!*board).len().is_multiple_of(5);
            let boards: Vec<Cells> = boards.into_iter().filter(size_fits).collect();

            let covers_lowest = |board: Cells, placement: &Placement| {
                (!board).covers(placement.cells) && placement.cells.first() == (!board).first()
            };
            let plainly = (0..).zip(&boards).flat_map(|(from, &board)| {
                let fitting = Placement::all().iter().filter(move |placement| covers_lowest(board, placement));
                fitting.map(move |placement| (board | placement.cells, from, placement.piece))
            });
            let leaves_fives = |placement: Cells| (!placement).regions_are_fives();
            let plainly: Vec<_> =
                plainly.filter(|&(covered, from, _)| leaves_fives(covered) && leaves_fives(covered - boards[from as usize])).collect();
            let mut candidates = Candidates::default();
            let sifted = candidates.made_from(&boards, &fits).map(|(covered, origin)| (covered, origin.from, origin.piece));
            prop_assert_eq!(sifted.collect::<Vec<_>>(), plainly);
        }
    }
}
