//! The data of a tab, which is neither undone nor saved.

use super::listing::Filter;
use crate::puzzles::virus_war::{
    model::{cells::Cell, turn::Turn},
    play::battle::Battle,
};

/// The data of a tab.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// What a click on a cell does.
    pub mode: Mode,
    /// Which turns are listed.
    pub filter: Filter,
    /// Expected turns that are drawn on the board, the mover's first.
    pub expected: Vec<Turn>,
    /// A mistake of the game that is marked on the board.
    pub mistake: Option<Mistake>,
    /// A comment that isn't written to its turn yet.
    pub draft: Option<Draft>,
    /// The game of a day that is played against the computer.
    pub battle: Option<Battle>,
}

/// A turn that lost much, and a better one.
#[derive(Clone, Debug, PartialEq)]
pub struct Mistake {
    /// The cells of the turn that was played.
    pub played: Vec<Cell>,
    /// The cells of the better turn.
    pub better: Vec<Cell>,
    /// The chance of winning that it lost, from 0 to 1.
    pub loss: f64,
}

/// A comment while it is typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The turns up to the one that it is about, each with its moves.
    pub line: Vec<Vec<Cell>>,
    /// The comment.
    pub comment: String,
    /// When it was changed last, in seconds on the window's clock.
    pub typed_at: f64,
    /// Whether the user was still typing in the last frame.
    pub is_typed: bool,
}

/// What a click on a cell does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Makes a move of the game, or takes it back.
    #[default]
    Play,
    /// Changes the cell: empty, live O, live X, killed O, killed X, and around again.
    Edit,
}
