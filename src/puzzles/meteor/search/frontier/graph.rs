//! The graph of boards: which board leads to which by which piece.

use std::ops::{ControlFlow, Range};

use super::{
    ProgressCallback,
    moves::{NewMove, NewMoves},
    piece_sets::PieceSets,
    placement_tables::PlacementTables,
};
use crate::{
    model::{
        geometry::Cells,
        pieces::{PIECES, Piece, Placement},
        problem::Problem,
    },
    search::half_turn::is_canonical,
};
use base::search::{Stage, Tally};

/// The number of boards between two progress reports: a few tens of microseconds.
const BOARDS_PER_CALL: usize = 128;

/// The empty board leads to 13,856 boards, by 43,747 moves.
const MANY_BOARDS: usize = 1 << 15;
const MANY_MOVES: usize = 1 << 16;

/// Boards, level by level, and the moves from each level to the next. The first board is the root; a graph without boards belongs to a
/// position whose number of free cells rules out every solution.
///
/// A level is a number of pieces placed. All boards of a level have the same number of covered cells, so no board is on two levels. Moves
/// cover the first free cell, which some piece has to cover in the end, so no solution is lost.
#[derive(Default)]
pub struct Graph {
    /// The covered cells of each board.
    boards: Vec<Cells>,
    moves: Vec<Move>,
    /// The end of the moves of each board in `moves`, which is the start of those of the next.
    ends: Vec<u32>,
    levels: Vec<Level>,
    /// All moves again, by piece, as the boards before and after; in the order of the levels.
    by_piece: [Vec<(u32, u32)>; PIECES],
    /// The moves to the level that is being built.
    new_moves: NewMoves,
    /// The numbers of moves and boards, by level.
    pub tally: Tally,
}

/// The piece that is placed, and the number of the board after the move.
pub type Move = (Piece, u32);

/// The start of a level.
#[derive(Clone)]
struct Level {
    first_board: usize,
    /// For each piece, the index in `by_piece` of its first move from this level.
    first_moves: [usize; PIECES],
}

impl Graph {
    /// Builds the graph of all boards that may be completed with `levels` pieces and whose regions all have a multiple of five cells. Of
    /// the moves of the symmetry-breaking piece, if there is one, only the canonical ones are included.
    pub fn build(
        &mut self,
        problem: &Problem,
        levels: usize,
        symmetry_breaker: Option<Piece>,
        progress: ProgressCallback<'_>,
    ) -> ControlFlow<()> {
        let placement_tables = PlacementTables::new(problem);
        self.clear();
        self.reserve();
        self.boards.push(!problem.free);
        self.begin_level(0);
        self.count_level(0, 1);
        for level in 0..levels {
            self.add_level(&placement_tables, symmetry_breaker, &mut |done, tally| progress((level as f32 + done) / levels as f32, tally))?;
        }
        self.ends.resize(self.boards.len(), self.moves.len() as u32);
        ControlFlow::Continue(())
    }

    /// Takes the memory that the empty board needs. Pages that stay empty cost nothing, while a list that grows is copied to fresh ones.
    fn reserve(&mut self) {
        self.boards.reserve(MANY_BOARDS);
        self.ends.reserve(MANY_BOARDS);
        self.moves.reserve(MANY_MOVES);
        self.by_piece.iter_mut().for_each(|moves| moves.reserve(MANY_MOVES / PIECES));
        self.new_moves.reserve(MANY_BOARDS);
    }

    /// Removes all boards.
    pub fn clear(&mut self) {
        self.boards.clear();
        self.moves.clear();
        self.ends.clear();
        self.levels.clear();
        self.by_piece.iter_mut().for_each(Vec::clear);
        self.tally = Tally::default();
    }

    /// The moves from a board.
    #[inline]
    pub fn moves(&self, board: usize) -> &[Move] {
        let start = board.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.moves[start as usize..self.ends[board] as usize]
    }

    /// The placement of a move from this board.
    #[inline]
    pub fn placement(&self, from: usize, (piece, to): Move) -> Placement {
        Placement { piece, cells: self.boards[to as usize] - self.boards[from] }
    }

    /// Finds the sets of pieces that complete each board. Only the empty set completes a full board. Any other board is completed by the
    /// piece of a move together with a set, without that piece, that completes the board after the move.
    ///
    /// The moves are handled by piece, since adding the same piece to many sets takes a loop without branches.
    pub fn find_completions(&self, completions: &mut Vec<PieceSets>, progress: ProgressCallback<'_>) -> ControlFlow<()> {
        completions.clear();
        completions.resize(self.boards.len(), PieceSets::NONE);
        let full = self.levels.last().map_or(0, |last| last.first_board);
        completions[full..].fill(PieceSets::ONLY_EMPTY_SET);
        for (pieces_placed_later, level) in self.levels.windows(2).rev().enumerate() {
            let [level, next] = level else { continue };
            progress(pieces_placed_later as f32 / self.levels.len() as f32, &self.tally)?;
            let (before, after) = completions.split_at_mut(next.first_board);
            for piece in Piece::all() {
                let moves = self.by_piece[piece.index()][level.moves_to(next, piece)].iter();
                let pairs = moves.map(|&(from, to)| (from, to - next.first_board as u32));
                PieceSets::add_to_each(piece, pieces_placed_later, pairs, before, after);
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the moves from the last level, and the boards they lead to.
    fn add_level(
        &mut self,
        placement_tables: &PlacementTables,
        symmetry_breaker: Option<Piece>,
        progress: ProgressCallback<'_>,
    ) -> ControlFlow<()> {
        let level = self.boards[self.ends.len()..].to_vec();
        let next = self.boards.len();
        self.begin_level(next);
        self.new_moves.clear();
        for (number, batch) in level.chunks(BOARDS_PER_CALL).enumerate() {
            let done = number * BOARDS_PER_CALL;
            progress(done as f32 / level.len() as f32, &self.tally)?;
            self.new_moves.add(self.ends.len() + done, batch, placement_tables, &mut self.boards);
        }
        self.new_moves.sift(next, &mut self.boards);
        let moves = self.add_moves(level.len(), symmetry_breaker);
        if let Some(level) = self.levels.last_mut() {
            level.first_moves = std::array::from_fn(|piece| self.by_piece[piece].len());
        }
        self.count_level(moves, self.boards.len() - next);
        ControlFlow::Continue(())
    }

    /// Adds the new moves, which are in the order of the boards they start from, as the moves of `boards` boards. Returns the number of
    /// moves, including those that are left out as not canonical.
    fn add_moves(&mut self, boards: usize, symmetry_breaker: Option<Piece>) -> usize {
        let first = self.ends.len();
        self.ends.resize(first + boards, 0);
        for NewMove { from, piece, to } in self.new_moves.iter() {
            let cells = self.boards[to as usize] - self.boards[from as usize];
            if symmetry_breaker == Some(piece) && !is_canonical(&Placement { piece, cells }) {
                continue;
            }
            self.moves.push((piece, to));
            self.by_piece[piece.index()].push((from, to));
            self.ends[from as usize] = self.moves.len() as u32;
        }
        self.end_boards_without_moves(first);
        self.new_moves.len()
    }

    /// Sets the ends of boards without moves, from `first` on, to the end of those before them.
    fn end_boards_without_moves(&mut self, first: usize) {
        let mut end = first.checked_sub(1).map_or(0, |before| self.ends[before]);
        for board_end in &mut self.ends[first..] {
            end = end.max(*board_end);
            *board_end = end;
        }
    }

    fn begin_level(&mut self, first_board: usize) {
        self.levels.push(Level { first_board, first_moves: [0; PIECES] });
    }

    /// Counts a level with this many boards and moves to them.
    fn count_level(&mut self, moves: usize, boards: usize) {
        let stage = Stage { explored: moves as u64, kept: boards as u64 };
        self.tally.explored += stage.explored;
        self.tally.kept += stage.kept;
        self.tally.stages.push(stage);
    }
}

impl Level {
    /// The moves of a piece from this level to the next.
    fn moves_to(&self, next: &Self, piece: Piece) -> Range<usize> {
        self.first_moves[piece.index()]..next.first_moves[piece.index()]
    }
}
