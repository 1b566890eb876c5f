//! The data of a tab, which is neither undone nor saved.

use super::listing::Filter;
use crate::puzzles::virus_war::model::turn::Turn;

/// The data of a tab.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// What a click on a cell does.
    pub mode: Mode,
    /// Which turns are listed.
    pub filter: Filter,
    /// Expected turns that are drawn on the board, the mover's first.
    pub expected: Vec<Turn>,
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
