//! The graph of boards: who can become what by which piece.

use std::ops::{ControlFlow, Range};

use super::{
    Watch,
    fits::Fits,
    moves::{Step, Steps},
    piece_sets::PieceSets,
};
use crate::{
    puzzles::meteor::{
        model::{
            geometry::Cells,
            pieces::{PIECES, Piece, Placement},
            problem::Problem,
        },
        search::half_turn::lies_low,
    },
    search::{Stage, Tally},
};

/// So many boards are done between two looks at whether to stop: some tens of microseconds.
const BOARDS_PER_LOOK: usize = 128;

/// Boards, level by level, and the moves from each level to the next. Its first board is its root; a graph without any
/// board belongs to a position that cannot be filled, as its number of free cells shows.
///
/// A level is a number of pieces placed. All boards of a level have the same number of covered cells, so that no board is
/// on two levels. A board's moves cover its lowest free cell, which some piece has to cover in the end: no solution is lost.
#[derive(Default)]
pub struct Graph {
    /// The covered cells of each board.
    boards: Vec<Cells>,
    moves: Vec<Move>,
    /// Where the moves of each board end in `moves`; they begin where those of the board before end.
    ends: Vec<u32>,
    levels: Vec<Level>,
    /// All moves once more, by piece, as the boards that they go from and to; in the order of the levels.
    by_piece: [Vec<(u32, u32)>; PIECES],
    /// The steps to the level that is being built.
    steps: Steps,
    /// Moves and boards, by level.
    pub tally: Tally,
}

/// The piece that is placed, and the number of the board that it leads to.
pub type Move = (Piece, u32);

/// Where a level begins.
#[derive(Clone)]
struct Level {
    first_board: usize,
    /// For each piece the first of its moves from this level, in `by_piece`.
    first_moves: [usize; PIECES],
}

impl Graph {
    /// Becomes the graph of all boards that may be filled by so many pieces and whose regions are multiples of five. Of the
    /// moves of the telling piece, if one is given, it has only those that lie low.
    pub fn build(&mut self, problem: &Problem, levels: usize, telling: Option<Piece>, watch: Watch<'_>) -> ControlFlow<()> {
        let fits = Fits::new(problem);
        self.clear();
        self.boards.push(!problem.free());
        self.begin_level(0);
        self.count_level(0, 1);
        for level in 0..levels {
            self.add_level(&fits, telling, &mut |done, tally| watch((level as f32 + done) / levels as f32, tally))?;
        }
        self.ends.resize(self.boards.len(), self.moves.len() as u32);
        ControlFlow::Continue(())
    }

    /// Becomes the graph without any board.
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

    /// What a move from the board places.
    #[inline]
    pub fn placement(&self, from: usize, (piece, to): Move) -> Placement {
        Placement { piece, cells: self.boards[to as usize] - self.boards[from] }
    }

    /// For each board the sets of pieces that fill its rest. Nothing fills the rest of a full board; and any board's rest is
    /// filled by a move's piece with a set, without that piece, that fills what is left after the move.
    ///
    /// The moves are taken by piece, since to put the same piece into many sets takes a loop without branches.
    pub fn learn_rests(&self, rests: &mut Vec<PieceSets>, watch: Watch<'_>) -> ControlFlow<()> {
        rests.clear();
        rests.resize(self.boards.len(), PieceSets::NONE);
        let full = self.levels.last().map_or(0, |last| last.first_board);
        rests[full..].fill(PieceSets::EMPTY_SET);
        for (to_fill, level) in self.levels.windows(2).rev().enumerate() {
            let [level, next] = level else { continue };
            watch(to_fill as f32 / self.levels.len() as f32, &self.tally)?;
            let (before, after) = rests.split_at_mut(next.first_board);
            for piece in Piece::all() {
                let moves = self.by_piece[piece.index()][level.moves_until(next, piece)].iter();
                let pairs = moves.map(|&(from, to)| (from, to - next.first_board as u32));
                PieceSets::put_into_each(piece, to_fill, pairs, before, after);
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the moves of the last level's boards and the boards they lead to.
    fn add_level(&mut self, fits: &Fits, telling: Option<Piece>, watch: Watch<'_>) -> ControlFlow<()> {
        let level = self.boards[self.ends.len()..].to_vec();
        let next = self.boards.len();
        self.begin_level(next);
        self.steps.clear();
        for (number, batch) in level.chunks(BOARDS_PER_LOOK).enumerate() {
            let done = number * BOARDS_PER_LOOK;
            watch(done as f32 / level.len() as f32, &self.tally)?;
            self.steps.add(self.ends.len() + done, batch, fits, &mut self.boards);
        }
        self.steps.sift(next, &mut self.boards);
        let moves = self.add_moves(level.len(), telling);
        if let Some(level) = self.levels.last_mut() {
            level.first_moves = std::array::from_fn(|piece| self.by_piece[piece].len());
        }
        self.count_level(moves, self.boards.len() - next);
        ControlFlow::Continue(())
    }

    /// Adds the steps, which come in the order of the boards from which they go, as the moves of so many boards. Returns how
    /// many there are with those that the telling piece saves.
    fn add_moves(&mut self, boards: usize, telling: Option<Piece>) -> usize {
        let first = self.ends.len();
        self.ends.resize(first + boards, 0);
        for Step { from, piece, to } in self.steps.iter() {
            let cells = self.boards[to as usize] - self.boards[from as usize];
            if telling == Some(piece) && !lies_low(&Placement { piece, cells }) {
                continue;
            }
            self.moves.push((piece, to));
            self.by_piece[piece.index()].push((from, to));
            self.ends[from as usize] = self.moves.len() as u32;
        }
        self.close_boards_without_moves(first);
        self.steps.len()
    }

    /// Lets boards without moves, from this one on, end where those before them end.
    fn close_boards_without_moves(&mut self, first: usize) {
        let mut end = first.checked_sub(1).map_or(0, |before| self.ends[before]);
        for board_end in &mut self.ends[first..] {
            end = end.max(*board_end);
            *board_end = end;
        }
    }

    fn begin_level(&mut self, first_board: usize) {
        self.levels.push(Level { first_board, first_moves: [0; PIECES] });
    }

    /// Takes note of a level with so many boards and moves to them.
    fn count_level(&mut self, moves: usize, boards: usize) {
        let stage = Stage { explored: moves as u64, kept: boards as u64 };
        self.tally.explored += stage.explored;
        self.tally.kept += stage.kept;
        self.tally.stages.push(stage);
    }
}

impl Level {
    /// The moves of a piece from this level to the next.
    fn moves_until(&self, next: &Self, piece: Piece) -> Range<usize> {
        self.first_moves[piece.index()]..next.first_moves[piece.index()]
    }
}
