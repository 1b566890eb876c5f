//! The graph of boards: which board leads to which by which piece.

use std::ops::ControlFlow;

use super::{
    ProgressCallback,
    moves::{Move, NewMove, NewMoves},
    piece_sets::{Pair, PieceSets},
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
    /// The first board of each level.
    levels: Vec<usize>,
    /// The moves of one level by piece.
    by_piece: [Vec<Pair>; PIECES],
    /// The moves to the level that is being built.
    new_moves: NewMoves,
    /// The numbers of moves and boards, by level.
    pub tally: Tally,
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
        self.levels.push(0);
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
        self.new_moves.reserve(MANY_BOARDS);
    }

    /// Removes all boards.
    pub fn clear(&mut self) {
        self.boards.clear();
        self.moves.clear();
        self.ends.clear();
        self.levels.clear();
        self.tally = Tally::default();
    }

    /// The moves from a board.
    #[inline]
    pub fn moves(&self, board: usize) -> &[Move] {
        moves_from(board, &self.moves, &self.ends)
    }

    /// The placement of a move from this board.
    #[inline]
    pub fn placement(&self, from: usize, made: Move) -> Placement {
        Placement { piece: made.piece(), cells: self.boards[made.to()] - self.boards[from] }
    }

    /// Finds the sets of pieces that complete each board. Only the empty set completes a full board. Any other board is completed by the
    /// piece of a move together with a set, without that piece, that completes the board after the move.
    ///
    /// The moves are handled by piece, since adding the same piece to many sets takes a loop without branches.
    pub fn find_completions(&mut self, completions: &mut Vec<PieceSets>, progress: ProgressCallback<'_>) -> ControlFlow<()> {
        completions.clear();
        completions.resize(self.boards.len(), PieceSets::NONE);
        let full = self.levels.last().copied().unwrap_or(0);
        completions[full..].fill(PieceSets::ONLY_EMPTY_SET);
        for (pieces_placed_later, level) in self.levels.windows(2).rev().enumerate() {
            let &[level, next] = level else { continue };
            progress(pieces_placed_later as f32 / self.levels.len() as f32, &self.tally)?;
            self.by_piece.iter_mut().for_each(Vec::clear);
            for board in level..next {
                for made in moves_from(board, &self.moves, &self.ends) {
                    self.by_piece[made.piece().index()].push((board as u32, (made.to() - next) as u32));
                }
            }
            let (before, after) = completions.split_at_mut(next);
            for (piece, pairs) in Piece::all().zip(&self.by_piece) {
                PieceSets::add_to_each(piece, pieces_placed_later, pairs.iter().copied(), before, after);
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
        let (level, next) = (self.ends.len(), self.boards.len());
        self.levels.push(next);
        self.new_moves.clear();
        for first in (level..next).step_by(BOARDS_PER_CALL) {
            progress((first - level) as f32 / (next - level) as f32, &self.tally)?;
            self.new_moves.add(first..next.min(first + BOARDS_PER_CALL), placement_tables, &mut self.boards);
        }
        self.new_moves.sift(next, &mut self.boards);
        let moves = self.add_moves(next - level, symmetry_breaker);
        self.count_level(moves, self.boards.len() - next);
        ControlFlow::Continue(())
    }

    /// Adds the new moves, which are in the order of the boards they start from, as the moves of `boards` boards. Returns the number of
    /// moves, including those that are left out as not canonical.
    fn add_moves(&mut self, boards: usize, symmetry_breaker: Option<Piece>) -> usize {
        let first = self.ends.len();
        self.ends.resize(first + boards, 0);
        for NewMove { from, made } in self.new_moves.iter() {
            if symmetry_breaker == Some(made.piece()) && !is_canonical(&self.placement(from as usize, made)) {
                continue;
            }
            self.moves.push(made);
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

    /// Counts a level with this many boards and moves to them.
    fn count_level(&mut self, moves: usize, boards: usize) {
        let stage = Stage { explored: moves as u64, kept: boards as u64 };
        self.tally.explored += stage.explored;
        self.tally.kept += stage.kept;
        self.tally.stages.push(stage);
    }
}

/// The moves from a board, given all moves and where those of each board end.
#[inline]
fn moves_from<'a>(board: usize, moves: &'a [Move], ends: &[u32]) -> &'a [Move] {
    let start = board.checked_sub(1).map_or(0, |before| ends[before]);
    &moves[start as usize..ends[board] as usize]
}
