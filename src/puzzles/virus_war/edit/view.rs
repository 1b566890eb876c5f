//! What lives as long as a tab: what a press means, and which turns are listed.

use super::listing::Filter;

/// What lives as long as a tab.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// What a press on a cell means.
    pub mode: Mode,
    /// Which turns are listed.
    pub filter: Filter,
}

/// What a press on a cell means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// A move of the game, or taking it back.
    #[default]
    Play,
    /// Another thing on the cell: none, live O, live X, killed O, killed X, and around again.
    Edit,
}
