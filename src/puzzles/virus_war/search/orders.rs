//! Every sequence of moves by the letter of the rules, and turns as what is left of them without duplicates.
//!
//! This is how a program begins: make the moves of a turn one after the other, then see which turns are the same. It
//! judges [`super::once`], which knows better.

use std::{
    collections::HashSet,
    ops::ControlFlow::{self, Continue},
};

use super::triples::{Seen, Technique};
use crate::puzzles::virus_war::model::{
    cells::{CELLS, Cell, CellSet},
    position::{Player, Position},
    turn::MOST_MOVES,
};

/// A sequence of moves that has just been made.
#[derive(Clone, Copy, Debug)]
pub struct Sequence<'a> {
    /// The cells in the order of the moves.
    pub order: &'a [Cell],
    /// What was accessible before each move.
    accessible: &'a [CellSet],
    /// The share of all sequences that have been made, roughly.
    pub done: f32,
}

impl Sequence<'_> {
    /// Whether this is the first legal order of its cells, as cells are ordered: so of each turn's sequences, just one is.
    ///
    /// It is, if no move was passed over for a later one when it could already have been made.
    pub fn is_first_order(&self) -> bool {
        let passed_over =
            |i: usize, cell: &Cell| self.order[i + 1..].iter().any(|later| later < cell && self.accessible[i].contains(*later));
        !self.order.iter().enumerate().any(|(i, cell)| passed_over(i, cell))
    }

    /// The cells without their order.
    pub fn set(&self) -> CellSet {
        self.order.iter().copied().collect()
    }
}

/// Tells each sequence of so many moves, from 1 to [`MOST_MOVES`], in the order of their cells.
pub fn each_sequence(
    position: &Position,
    player: Player,
    moves: u8,
    tell: &mut impl FnMut(Sequence<'_>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut walk =
        Walk { player, moves: usize::from(moves), made: Vec::with_capacity(MOST_MOVES), accessible: Vec::with_capacity(MOST_MOVES), tell };
    walk.go_on(position, 0.0, 1.0)
}

/// The sequence of moves that is being made.
struct Walk<'a, F> {
    player: Player,
    moves: usize,
    made: Vec<Cell>,
    accessible: Vec<CellSet>,
    tell: &'a mut F,
}

impl<F: FnMut(Sequence<'_>) -> ControlFlow<()>> Walk<'_, F> {
    /// Makes every next move; all that comes of it is this share of the work, after what is done.
    fn go_on(&mut self, position: &Position, done: f32, share: f32) -> ControlFlow<()> {
        let accessible = position.accessible(self.player);
        let share = share / accessible.len() as f32;
        let is_last_move = self.made.len() + 1 == self.moves;
        self.accessible.push(accessible);
        for (i, cell) in accessible.into_iter().enumerate() {
            let done = done + i as f32 * share;
            self.made.push(cell);
            if is_last_move {
                (self.tell)(Sequence { order: &self.made, accessible: &self.accessible, done })?;
            } else {
                self.go_on(&position.after(self.player, cell.into()), done, share)?;
            }
            self.made.pop();
        }
        self.accessible.pop();
        Continue(())
    }
}

/// Tells each sequence of so many moves, and whether it is the first of its turn by what was `seen`.
pub fn each_new_sequence(
    position: &Position,
    player: Player,
    moves: u8,
    seen: &mut SeenTurns,
    tell: &mut impl FnMut(Sequence<'_>, Novelty) -> ControlFlow<()>,
) -> ControlFlow<()> {
    each_sequence(position, player, moves, &mut |sequence| {
        let novelty = if seen.is_new(&sequence) { Novelty::New } else { Novelty::Seen };
        tell(sequence, novelty)
    })
}

/// A memory of turns, whatever their order.
///
/// The keys of the article are made of three numbers. So turns of another number of moves are told apart by their
/// sets of cells instead.
pub struct SeenTurns {
    triples: Box<dyn Seen>,
    sets: HashSet<CellSet>,
}

impl SeenTurns {
    /// Remembers turns of three moves by this technique.
    pub fn by(technique: &Technique) -> Self {
        Self { triples: (technique.fresh)(CELLS as u8), sets: HashSet::new() }
    }

    /// How many bytes it takes.
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

/// Whether a turn was made before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Novelty {
    /// It was not.
    New,
    /// It was, in another order.
    Seen,
}
