//! Makes every sequence of moves by playing it, and turns by removing the duplicates from these.
//!
//! This is the obvious program: make the moves of a turn in every order, then see which turns are the same. Tests
//! check the faster [`super::once`] against it.

use std::{
    collections::HashSet,
    ops::ControlFlow::{self, Continue},
};

use super::triples::{Seen, Technique};
use crate::model::{
    cells::{CELL_COUNT, Cell, CellSet},
    position::{Player, Position},
    turn::MAX_MOVES,
};

/// A sequence of moves that was just made.
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'a> {
    /// The cells in the order of the moves.
    pub order: &'a [Cell],
    /// The cells that were accessible before each move.
    accessible: &'a [CellSet],
    /// The approximate share of all sequences that have been made.
    pub done: f32,
}

impl Sequence<'_> {
    /// Whether this is the first legal order of its cells, comparing cells from the first move on. Exactly one sequence of each turn is.
    ///
    /// It is the first if no move passed over a smaller cell that was already accessible and comes later in the sequence.
    pub fn is_first_order(&self) -> bool {
        let passed_over =
            |i: usize, cell: &Cell| self.order[i + 1..].iter().any(|later| later < cell && self.accessible[i].contains(*later));
        !self.order.iter().enumerate().any(|(i, cell)| passed_over(i, cell))
    }

    /// The cells as a set.
    pub fn set(&self) -> CellSet {
        self.order.iter().copied().collect()
    }
}

/// Emits each sequence of this many moves, from 1 to [`MAX_MOVES`], in the order of their cells.
pub fn each_sequence(
    position: &Position,
    player: Player,
    moves: u8,
    emit: &mut impl FnMut(Sequence<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut walk =
        Walk { player, moves: usize::from(moves), made: Vec::with_capacity(MAX_MOVES), accessible: Vec::with_capacity(MAX_MOVES), emit };
    walk.extend(position, 0.0, 1.0)
}

/// The depth-first walk through all sequences.
struct Walk<'a, F> {
    player: Player,
    moves: usize,
    made: Vec<Cell>,
    accessible: Vec<CellSet>,
    emit: &'a mut F,
}

impl<F: FnMut(Sequence<'_>) -> ControlFlow<()>> Walk<'_, F> {
    /// Makes every possible next move and extends the turn from there. All of this is `share` of the work, and `done` is done already.
    fn extend(&mut self, position: &Position, done: f32, share: f32) -> ControlFlow<()> {
        let accessible = position.accessible(self.player);
        let share = share / accessible.len() as f32;
        let is_last_move = self.made.len() + 1 == self.moves;
        self.accessible.push(accessible);
        for (i, cell) in accessible.into_iter().enumerate() {
            let done = done + i as f32 * share;
            self.made.push(cell);
            if is_last_move {
                (self.emit)(Sequence { order: &self.made, accessible: &self.accessible, done })?;
            } else {
                self.extend(&position.after(self.player, cell.into()), done, share)?;
            }
            self.made.pop();
        }
        self.accessible.pop();
        Continue(())
    }
}

/// Emits each sequence of this many moves, and whether its turn is new to `seen`.
pub fn each_new_sequence(
    position: &Position,
    player: Player,
    moves: u8,
    seen: &mut SeenTurns,
    emit: &mut impl FnMut(Sequence<'_>, Novelty) -> ControlFlow<()>,
) -> ControlFlow<()> {
    each_sequence(position, player, moves, &mut |sequence| {
        let novelty = if seen.is_new(&sequence) { Novelty::New } else { Novelty::Seen };
        emit(sequence, novelty)
    })
}

/// The turns seen so far, whatever their order.
///
/// The article's keys are made of three numbers, so turns of other lengths are compared as sets of cells.
pub struct SeenTurns {
    triples: Box<dyn Seen>,
    sets: HashSet<CellSet>,
}

impl SeenTurns {
    /// Compares turns of three moves by this technique.
    pub fn with_technique(technique: &Technique) -> Self {
        Self { triples: (technique.new_seen)(CELL_COUNT as u8), sets: HashSet::new() }
    }

    /// The number of bytes it uses.
    pub fn bytes(&self) -> usize {
        self.triples.bytes() + self.sets.len() * size_of::<CellSet>()
    }

    fn is_new(&mut self, sequence: &Sequence<'_>) -> bool {
        match sequence.order {
            &[a, b, c] => self.triples.is_new([a, b, c].map(Cell::number)),
            _ => self.sets.insert(sequence.set()),
        }
    }
}

/// Whether a turn came up before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Novelty {
    /// The turn is new.
    New,
    /// The turn came up before, in another order.
    Seen,
}
