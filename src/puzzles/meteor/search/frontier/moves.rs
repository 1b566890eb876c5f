//! The moves from one level of boards to the next, on their way into the graph.

use super::{board_table::BoardTable, fits::Fits, sieve::Sieve};
use crate::puzzles::meteor::model::{geometry::Cells, pieces::Piece};

/// A move by the numbers of its boards: the one from which it goes, and the one to which it leads.
#[derive(Clone, Copy)]
pub struct Step {
    /// The number of the first board, among all.
    pub from: u32,
    /// What is placed.
    pub piece: Piece,
    /// The number of the other board, among all.
    pub to: u32,
}

/// The steps to a level. Of 67,000 from the empty board down, 44,000 are kept; but they lead to 26,000 boards only, so boards
/// are told apart first, and sifted then.
#[derive(Default)]
pub struct Steps {
    steps: Vec<Step>,
    /// What is covered after each step of a batch.
    covered: Vec<Cells>,
    table: BoardTable,
    sieve: Sieve,
    /// For each board of the level its number among those that are kept.
    numbers: Vec<u32>,
}

/// The number of a board that is dropped.
const DROPPED: u32 = u32::MAX;

impl Steps {
    /// Forgets the level before.
    pub fn clear(&mut self) {
        self.steps.clear();
        self.table.clear();
    }

    /// Adds all steps from these boards, the first of which has this number, and the boards they lead to, to the list of all.
    pub fn add(&mut self, first: usize, level: &[Cells], fits: &Fits, boards: &mut Vec<Cells>) {
        let before = self.steps.len();
        self.covered.clear();
        for (from, &covered) in (first as u32..).zip(level) {
            fits.each(covered, |lowest, shape| {
                self.covered.push(covered | shape.cells(lowest));
                self.steps.push(Step { from, piece: shape.piece, to: DROPPED });
            });
        }
        for (step, &covered) in self.steps[before..].iter_mut().zip(&self.covered) {
            step.to = self.table.number(covered, boards);
        }
    }

    /// Drops the boards, from this number on, with regions that are no multiples of five, and numbers the others anew.
    pub fn sift(&mut self, first: usize, boards: &mut Vec<Cells>) {
        self.sieve.judge(&boards[first..]);
        self.numbers.clear();
        let mut kept = first;
        for (place, is_kept) in (first..).zip(self.sieve.verdicts()) {
            self.numbers.push(if is_kept { kept as u32 } else { DROPPED });
            boards[kept] = boards[place];
            kept += usize::from(is_kept);
        }
        boards.truncate(kept);
        self.drop_steps_to_dropped_boards(first);
    }

    /// Each step is moved up to behind those kept before it.
    fn drop_steps_to_dropped_boards(&mut self, first: usize) {
        let mut kept = 0;
        for place in 0..self.steps.len() {
            let step = self.steps[place];
            let to = self.numbers[step.to as usize - first];
            self.steps[kept] = Step { to, ..step };
            kept += usize::from(to != DROPPED);
        }
        self.steps.truncate(kept);
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// The steps, in the order of the boards from which they go.
    pub fn iter(&self) -> impl Iterator<Item = Step> {
        self.steps.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::puzzles::meteor::model::{pieces::Placement, problem::Problem, state::State};

    proptest! {
        #[test]
        fn the_steps_kept_are_those_to_boards_whose_regions_are_fives(boards in proptest::collection::vec((0..50_u32, any::<u64>()), 0..20)) {
            let fits = Fits::new(&Problem::new(&State::default()).unwrap());
            let level = boards.into_iter().map(|(first, later)| Cells::on_board(later >> 40 << first | !(u64::MAX << first)));
            let level: Vec<Cells> = level.filter(|board| (!*board).len().is_multiple_of(5)).collect();

            let covers_lowest = |board: Cells, placement: &Placement| {
                (!board).covers(placement.cells) && placement.cells.first() == (!board).first()
            };
            let leaves_fives = |covered: Cells| (!covered).regions_are_fives();
            let plainly = (1..).zip(&level).flat_map(|(from, &board)| {
                let fitting = Placement::all().iter().filter(move |placement| covers_lowest(board, placement));
                let kept = fitting.filter(move |placement| leaves_fives(placement.cells) && leaves_fives(board | placement.cells));
                kept.map(move |placement| (board | placement.cells, from, placement.piece))
            });

            let mut boards = vec![Cells::NONE];
            boards.extend(&level);
            let next = boards.len();
            let mut steps = Steps::default();
            steps.add(1, &level, &fits, &mut boards);
            steps.sift(next, &mut boards);
            let kept: Vec<_> = steps.iter().map(|step| (boards[step.to as usize], step.from, step.piece)).collect();
            prop_assert_eq!(kept, plainly.collect::<Vec<_>>());
            let distinct: std::collections::HashSet<Cells> = boards[next..].iter().copied().collect();
            prop_assert_eq!(distinct.len(), boards.len() - next, "no board comes twice");
        }
    }
}
