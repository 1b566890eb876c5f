//! The moves from one level of boards to the next, while the next level is being built.

use std::ops::Range;

use super::{board_table::BoardTable, placement_tables::PlacementTables, sieve::Sieve};
use crate::model::{geometry::Cells, pieces::Piece};
use base::bits::Element;

/// A move: the piece that is placed, and the number of the board after the move, among all boards. Both are in one word, since a search
/// spends much of its time on memory that it touches for the first time.
#[derive(Clone, Copy)]
pub struct Move(u32);

/// The bits of the piece.
const PIECE_BITS: u32 = 4;

impl Move {
    /// The move that places this piece and leads to this board.
    #[inline]
    pub fn new(piece: Piece, to: u32) -> Self {
        Self(to << PIECE_BITS | piece.number())
    }

    /// The piece that is placed.
    #[inline]
    pub fn piece(self) -> Piece {
        Piece::numbered(self.0 % (1 << PIECE_BITS))
    }

    /// The number of the board after the move.
    #[inline]
    pub fn to(self) -> usize {
        (self.0 >> PIECE_BITS) as usize
    }
}

/// A move from one board to another.
#[derive(Clone, Copy)]
pub struct NewMove {
    /// The number of the board before the move, among all boards.
    pub from: u32,
    /// The move.
    pub made: Move,
}

/// The moves to a level. From the empty board down there are 67,000, of which 44,000 are kept; but they lead to only 26,000 boards, so
/// duplicates are merged first and boards are sifted afterwards.
#[derive(Default)]
pub struct NewMoves {
    moves: Vec<NewMove>,
    /// The covered cells after each move of a batch.
    covered: Vec<Cells>,
    table: BoardTable,
    sieve: Sieve,
    /// For each board of the level, its number among the boards that are kept.
    numbers: Vec<u32>,
}

/// The number of a board that was dropped.
const DROPPED: u32 = u32::MAX;
/// The number of boards that are sifted together: enough for plain loops, and few enough for the processor's nearest cache.
const SIFTED_AT_ONCE: usize = 1024;

impl NewMoves {
    /// Takes the memory for this many moves.
    pub fn reserve(&mut self, moves: usize) {
        self.moves.reserve(moves);
    }

    /// Forgets the previous level.
    pub fn clear(&mut self) {
        self.moves.clear();
        self.table.clear();
    }

    /// Adds all moves from the boards with these numbers, and adds the boards they lead to.
    pub fn add(&mut self, level: Range<usize>, tables: &PlacementTables, boards: &mut Vec<Cells>) {
        let before = self.moves.len();
        self.covered.clear();
        for (from, &covered) in (level.start as u32..).zip(&boards[level]) {
            tables.for_each_fitting(covered, |first_cell, shape| {
                self.covered.push(covered | shape.cells(first_cell));
                self.moves.push(NewMove { from, made: Move::new(shape.piece, 0) });
            });
        }
        for (NewMove { made, .. }, &covered) in self.moves[before..].iter_mut().zip(&self.covered) {
            *made = Move::new(made.piece(), self.table.intern(covered, boards));
        }
    }

    /// Drops the boards, from number `first` on, that have a region whose size isn't a multiple of five, and renumbers the others.
    pub fn sift(&mut self, first: usize, boards: &mut Vec<Cells>) {
        self.numbers.clear();
        let (mut kept, end) = (first, boards.len());
        for start in (first..end).step_by(SIFTED_AT_ONCE) {
            let batch = start..end.min(start + SIFTED_AT_ONCE);
            self.sieve.check(&boards[batch.clone()]);
            for (place, is_kept) in batch.zip(self.sieve.kept_boards()) {
                self.numbers.push(if is_kept { kept as u32 } else { DROPPED });
                boards[kept] = boards[place];
                kept += usize::from(is_kept);
            }
        }
        boards.truncate(kept);
        self.drop_moves_to_dropped_boards(first);
    }

    /// Each move that is kept moves up behind those before it.
    fn drop_moves_to_dropped_boards(&mut self, first: usize) {
        let mut kept = 0;
        for place in 0..self.moves.len() {
            let NewMove { from, made } = self.moves[place];
            let to = self.numbers[made.to() - first];
            self.moves[kept] = NewMove { from, made: Move::new(made.piece(), to) };
            kept += usize::from(to != DROPPED);
        }
        self.moves.truncate(kept);
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The moves, in the order of the boards they start from.
    pub fn iter(&self) -> impl Iterator<Item = NewMove> {
        self.moves.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::geometry::OnBoard;
    use crate::{model::pieces::Placement, tests::contest};

    proptest! {
        #[test]
        fn moves_are_kept_if_all_regions_are_multiples_of_five(boards in proptest::collection::vec((0..50_u32, any::<u64>()), 0..20)) {
            let tables = PlacementTables::new(&contest());
            let level = boards.into_iter().map(|(first, later)| Cells::on_board(later >> 40 << first | !(u64::MAX << first)));
            let level: Vec<Cells> = level.filter(|board| (!*board).len().is_multiple_of(5)).collect();

            let covers_first = |board: Cells, placement: &Placement| {
                (!board).covers(placement.cells) && placement.cells.first() == (!board).first()
            };
            let leaves_multiples_of_five = |covered: Cells| (!covered).regions_are_multiples_of_five();
            let expected = (1..).zip(&level).flat_map(|(from, &board)| {
                let fitting = Placement::all().iter().filter(move |placement| covers_first(board, placement));
                let kept = fitting.filter(move |placement| leaves_multiples_of_five(placement.cells) && leaves_multiples_of_five(board | placement.cells));
                kept.map(move |placement| (board | placement.cells, from, placement.piece))
            });

            let mut boards = vec![Cells::NONE];
            boards.extend(&level);
            let next = boards.len();
            let mut moves = NewMoves::default();
            moves.add(1..next, &tables, &mut boards);
            moves.sift(next, &mut boards);
            let kept: Vec<_> = moves.iter().map(|NewMove { from, made }| (boards[made.to()], from, made.piece())).collect();
            prop_assert_eq!(kept, expected.collect::<Vec<_>>());
            let distinct: std::collections::HashSet<Cells> = boards[next..].iter().copied().collect();
            prop_assert_eq!(distinct.len(), boards.len() - next, "all boards are distinct");
        }
    }
}
