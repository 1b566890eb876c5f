//! Every sequence of moves by the letter of the rules, and turns as what is left of them without duplicates.
//!
//! This is how a program begins: make the moves of a turn one after the other, then see which turns are the same. It
//! judges [`super::once`], which knows better.

use std::{
    collections::HashSet,
    ops::ControlFlow::{self, Continue},
};

use super::{
    cells::{Cell, CellSet},
    position::{Player, Position},
    triples::Seen,
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

/// Tells the first sequence of each turn; what was `seen` is asked of sequences of three moves.
///
/// The keys of the article are made of three numbers. So turns of another number of moves are told apart by their
/// sets of cells instead.
pub fn each_new_sequence(
    position: &Position,
    player: Player,
    moves: u8,
    seen: &mut (impl Seen + ?Sized),
    tell: &mut impl FnMut(Sequence<'_>, Novelty) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut sets = HashSet::new();
    each_sequence(position, player, moves, &mut |sequence| {
        let is_new = match sequence.order {
            &[a, b, c] => seen.is_new([a, b, c].map(Cell::number)),
            _ => sets.insert(sequence.set()),
        };
        tell(sequence, if is_new { Novelty::New } else { Novelty::Seen })
    })
}

/// Whether a turn was made before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Novelty {
    /// It was not.
    New,
    /// It was, in another order.
    Seen,
}
