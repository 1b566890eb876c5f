//! What is to be covered, and by what.

use super::cells::CellSet;
use crate::bits::Bits;

/// A way to lay a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement<M> {
    /// The number of the piece; of equal pieces, the number that they share.
    pub piece: usize,
    /// The cells that it covers.
    pub cells: M,
}

/// Cells, each of which must be covered once, and pieces, each of which may be used as often as there are copies of it.
#[derive(Clone, Debug)]
pub struct Problem<M> {
    /// The cells that are to be covered.
    pub free: M,
    /// How many cells each piece has; at most 64 pieces.
    pub sizes: Vec<usize>,
    /// How many copies there are of each piece; 0 of a piece that may not be used.
    pub copies: Vec<usize>,
    /// Every way to lay a piece on free cells, in the order in which they are tried. They are known by their places here.
    pub placements: Vec<Placement<M>>,
}

/// Something that a solution has exactly once: a cell, or a piece of which there is one copy and which can't be spared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Item {
    /// A cell that is to be covered.
    Cell(usize),
    /// A piece that is to be laid.
    Piece(usize),
}

/// Why no solution can come of what lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason<M> {
    /// Nothing that is left fits this item: no piece covers the cell, or the piece fits nowhere.
    Starved(Item),
    /// Pieces cannot fill these free cells, which touch no others.
    Hole(M),
}

impl<M: CellSet> Problem<M> {
    /// How many cells of pieces are left over in a solution; none if the pieces are too few for one.
    pub fn slack(&self) -> Option<usize> {
        self.volume().checked_sub(self.free.len())
    }

    /// How many cells all pieces have together.
    pub fn volume(&self) -> usize {
        self.sizes.iter().zip(&self.copies).map(|(size, copies)| size * copies).sum()
    }

    /// Whether all copies of the piece are part of every solution: without one of them, the others are too few.
    pub fn is_needed(&self, piece: usize) -> bool {
        self.copies[piece] > 0 && self.slack().is_none_or(|slack| self.sizes[piece] > slack)
    }

    /// All pieces.
    pub fn pieces(&self) -> Pieces {
        (0..self.sizes.len()).collect()
    }

    /// Cells, and needed pieces without a second copy: what every solution has exactly once.
    pub fn items(&self) -> impl Iterator<Item = Item> {
        let is_item = |&piece: &usize| self.copies[piece] == 1 && self.is_needed(piece);
        let pieces = (0..self.sizes.len()).filter(is_item).map(Item::Piece);
        self.free.iter().map(Item::Cell).chain(pieces)
    }

    /// Whether the placement covers the cell or lays the piece.
    pub fn has(&self, placement: usize, item: Item) -> bool {
        let Placement { piece, cells } = self.placements[placement];
        match item {
            Item::Cell(cell) => cells.contains(cell),
            Item::Piece(wanted) => piece == wanted,
        }
    }

    /// Whether the second placement can still be made when the first one is.
    pub fn goes_with(&self, first: Placement<M>, second: Placement<M>) -> bool {
        (first.piece != second.piece || self.copies[first.piece] > 1) && !first.cells.meets(second.cells)
    }
}

/// A set of pieces, which are numbers below 64.
pub type Pieces = Bits<u64>;
