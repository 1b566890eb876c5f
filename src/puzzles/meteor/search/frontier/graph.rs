//! The graph of boards: who can become what by which piece.

use std::ops::ControlFlow;

use super::{
    super::super::{geometry::Cells, pieces::Piece, problem::Problem},
    Watch,
    board_table::BoardTable,
    candidates::{Candidates, Origin},
    fits::Fits,
    piece_sets::PieceSets,
};
use crate::search::{Stage, Tally};

/// So many boards are done between two looks at whether to stop: some tens of microseconds.
const BOARDS_PER_LOOK: usize = 64;

/// Boards, level by level, and the moves from each level to the next. Its first board is its root; a graph without any
/// board belongs to a position that cannot be filled, as its number of free cells shows.
///
/// A level is a number of pieces placed. All boards of a level have the same number of covered cells, so that no board is
/// on two levels. A board's moves cover its lowest free cell, which some piece has to cover in the end: no answer is lost.
#[derive(Default)]
pub struct Graph {
    /// The covered cells of each board.
    boards: Vec<Cells>,
    moves: Vec<Move>,
    /// Where the moves of each board end in `moves`; they begin where those of the board before end.
    ends: Vec<usize>,
    /// Moves and boards, by level.
    pub tally: Tally,
}

/// The piece that is placed, and the number of the board that it leads to.
pub type Move = (Piece, u32);

impl Graph {
    /// Builds the graph of all boards that may be filled by so many pieces and whose regions are multiples of five.
    pub fn new(problem: &Problem, levels: usize, watch: Watch<'_>) -> ControlFlow<(), Self> {
        let fits = Fits::new(problem);
        let mut graph = Self { boards: vec![!problem.free()], ..Self::default() };
        graph.count_level(0, 0);
        let mut table = BoardTable::default();
        for level in 0..levels {
            table.clear();
            graph.add_level(&fits, &mut table, &mut |done, tally| watch((level as f32 + done) / levels as f32, tally))?;
        }
        let last_level = graph.boards.len() - graph.ends.len();
        graph.ends.extend(std::iter::repeat_n(graph.moves.len(), last_level));
        ControlFlow::Continue(graph)
    }

    /// The moves from a board.
    pub fn moves(&self, board: usize) -> &[Move] {
        let start = board.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.moves[start..self.ends[board]]
    }

    /// The cells that a move from one board to the other covers.
    pub fn covered_between(&self, from: usize, to: usize) -> Cells {
        self.boards[to] - self.boards[from]
    }

    /// For each board the sets of pieces that fill its rest. Nothing fills the rest of a full board; and any board's rest is
    /// filled by a move's piece with a set, without that piece, that fills what is left after the move.
    pub fn rests(&self, watch: Watch<'_>) -> ControlFlow<(), Vec<PieceSets>> {
        let mut rests = vec![PieceSets::NONE; self.boards.len()];
        for board in (0..self.boards.len()).rev() {
            let mut rest = if self.boards[board] == Cells::ALL { PieceSets::EMPTY_SET } else { PieceSets::NONE };
            for &(piece, to) in self.moves(board) {
                rest.add_with(piece, &rests[to as usize]);
            }
            rests[board] = rest;
            if board % BOARDS_PER_LOOK == 0 {
                watch(1.0 - board as f32 / self.boards.len() as f32, &self.tally)?;
            }
        }
        ControlFlow::Continue(rests)
    }

    /// Adds the moves of the last level's boards and the boards they lead to.
    fn add_level(&mut self, fits: &Fits, table: &mut BoardTable, watch: Watch<'_>) -> ControlFlow<()> {
        let level = self.boards[self.ends.len()..].to_vec();
        let (moves_before, boards_before) = (self.moves.len(), self.boards.len());
        let mut candidates = Candidates::default();
        for (number, batch) in level.chunks(BOARDS_PER_LOOK).enumerate() {
            watch((number * BOARDS_PER_LOOK) as f32 / level.len() as f32, &self.tally)?;
            self.add_moves(batch.len(), candidates.made_from(batch, fits), table);
        }
        self.count_level(self.moves.len() - moves_before, boards_before);
        ControlFlow::Continue(())
    }

    /// Adds the moves of a batch of boards, which come in the order of the boards.
    fn add_moves(&mut self, boards: usize, moves: impl Iterator<Item = (Cells, Origin)>, table: &mut BoardTable) {
        let first = self.ends.len();
        self.ends.resize(first + boards, 0);
        for (covered, origin) in moves {
            let number = table.number(covered, self.boards.len() as u32);
            if number as usize == self.boards.len() {
                self.boards.push(covered);
            }
            self.moves.push((origin.piece, number));
            self.ends[first + origin.from as usize] = self.moves.len();
        }
        self.close_boards_without_moves(first);
    }

    /// Lets boards without moves, from this one on, end where those before them end.
    fn close_boards_without_moves(&mut self, first: usize) {
        let mut end = first.checked_sub(1).map_or(0, |before| self.ends[before]);
        for board_end in &mut self.ends[first..] {
            end = end.max(*board_end);
            *board_end = end;
        }
    }

    /// Takes note of a level with these moves, whose boards begin here.
    fn count_level(&mut self, moves: usize, first_board: usize) {
        let stage = Stage { explored: moves as u64, kept: (self.boards.len() - first_board) as u64 };
        self.tally.explored += stage.explored;
        self.tally.kept += stage.kept;
        self.tally.stages.push(stage);
    }
}
