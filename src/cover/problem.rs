//! The problem: cells to cover, and pieces to cover them with.

use crate::bits::{Bits, Word};

/// One way to place a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement<W: Word> {
    /// The number of the piece; equal pieces share one.
    pub piece: usize,
    /// The cells that it covers.
    pub cells: Bits<W>,
}

/// Cells that must each be covered once, and pieces that may each be used once per copy.
#[derive(Clone, Debug)]
pub struct Problem<W: Word> {
    /// The cells to cover.
    pub free: Bits<W>,
    /// The number of cells of each piece; at most 64 pieces.
    pub sizes: Vec<usize>,
    /// The number of copies of each piece; 0 if it may not be used.
    pub copies: Vec<usize>,
    /// All placements on free cells, in the order they are tried. A placement's number is its index here.
    pub placements: Vec<Placement<W>>,
}

/// Something that every solution has exactly once: a cell, or a piece with a single copy that every solution needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// A cell to cover.
    Cell(usize),
    /// A piece to place.
    Piece(usize),
}

/// Why a position is a dead end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason<W: Word> {
    /// The item has no options: no piece can cover the cell, or the piece fits nowhere.
    NoOptions(Item),
    /// No pieces can fill these free cells, which touch no other free cells.
    Gap(Bits<W>),
}

impl<W: Word> Problem<W> {
    /// The number of surplus cells: of all pieces together, less the cells to cover. `None` if there are too few pieces.
    pub fn slack(&self) -> Option<usize> {
        self.volume().checked_sub(self.free.len())
    }

    /// The number of cells of all pieces together.
    pub fn volume(&self) -> usize {
        self.sizes.iter().zip(&self.copies).map(|(size, copies)| size * copies).sum()
    }

    /// Whether every solution needs all copies of the piece: without one of them, the others have too few cells.
    pub fn is_needed(&self, piece: usize) -> bool {
        self.copies[piece] > 0 && self.slack().is_none_or(|slack| self.sizes[piece] > slack)
    }

    /// All pieces.
    pub fn pieces(&self) -> Pieces {
        (0..self.sizes.len()).collect()
    }

    /// What every solution has exactly once: all cells, and the needed pieces with a single copy.
    pub fn items(&self) -> impl Iterator<Item = Item> {
        let is_item = |&piece: &usize| self.copies[piece] == 1 && self.is_needed(piece);
        let pieces = (0..self.sizes.len()).filter(is_item).map(Item::Piece);
        self.free.iter().map(Item::Cell).chain(pieces)
    }

    /// Whether the placement covers the cell or is of the piece.
    pub fn has(&self, placement: usize, item: Item) -> bool {
        let Placement { piece, cells } = self.placements[placement];
        match item {
            Item::Cell(cell) => cells.contains(cell),
            Item::Piece(wanted) => piece == wanted,
        }
    }

    /// Whether a solution can have both placements.
    pub fn is_compatible(&self, first: Placement<W>, second: Placement<W>) -> bool {
        (first.piece != second.piece || self.copies[first.piece] > 1) && !first.cells.meets(second.cells)
    }
}

/// A set of pieces, which are numbers below 64.
pub type Pieces = Bits<u64>;
