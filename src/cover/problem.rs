//! What is to be covered, and by what.

use super::cells::CellSet;

/// A way to lay a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement<M> {
    /// The number of the piece.
    pub piece: usize,
    /// The cells that it covers.
    pub cells: M,
}

/// Cells, each of which is to be covered once, and pieces, each of which may be used once.
#[derive(Clone, Debug)]
pub struct Problem<M> {
    /// The cells that are to be covered.
    pub free: M,
    /// How many cells each piece has; at most 64 pieces.
    pub sizes: Vec<usize>,
    /// Every way to lay a piece on free cells, in the order in which they are tried. They are known by their places here.
    pub placements: Vec<Placement<M>>,
}

/// Something that a solution has exactly once: a cell, or a piece where none can be spared.
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
        self.sizes.iter().sum::<usize>().checked_sub(self.free.len())
    }

    /// Whether the piece is part of every solution: without it, the others are too few.
    pub fn is_needed(&self, piece: usize) -> bool {
        self.slack().is_none_or(|slack| self.sizes[piece] > slack)
    }

    /// All pieces.
    pub fn pieces(&self) -> Pieces {
        Pieces::first(self.sizes.len())
    }

    /// Cells and needed pieces: what every solution has exactly once.
    pub fn items(&self) -> impl Iterator<Item = Item> {
        let pieces = (0..self.sizes.len()).filter(|&piece| self.is_needed(piece)).map(Item::Piece);
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

    /// What is left to do when this placement lies. Its pieces keep their numbers.
    #[must_use]
    pub fn after(&self, placement: usize) -> Self {
        let Placement { piece, cells } = self.placements[placement];
        let goes_with = |other: &&Placement<M>| other.piece != piece && !other.cells.meets(cells);
        let mut sizes = self.sizes.clone();
        sizes[piece] = 0;
        Self { free: self.free.without(cells), sizes, placements: self.placements.iter().filter(goes_with).copied().collect() }
    }

    /// What nothing fits any more, if there is such a thing; a cell rather than a piece.
    pub fn starved(&self) -> Option<Item> {
        let covered = self.placements.iter().fold(M::NONE, |all, placement| all.or(placement.cells));
        let laid = self.placements.iter().fold(Pieces::NONE, |all, placement| all.with(placement.piece));
        let cell = self.free.without(covered).first().map(Item::Cell);
        let is_starved = |&piece: &usize| self.sizes[piece] > 0 && self.is_needed(piece) && !laid.contains(piece);
        cell.or_else(|| (0..self.sizes.len()).find(is_starved).map(Item::Piece))
    }
}

/// A set of pieces, which are numbers below 64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces(u64);

impl Pieces {
    /// No piece.
    pub const NONE: Self = Self(0);

    /// The first so many pieces.
    pub fn first(count: usize) -> Self {
        Self(u64::MAX.checked_shr(u64::BITS.saturating_sub(count as u32)).unwrap_or(0))
    }

    /// Whether the piece is one of them.
    pub fn contains(self, piece: usize) -> bool {
        self.0 >> piece & 1 == 1
    }

    /// Also this piece.
    #[must_use]
    pub fn with(self, piece: usize) -> Self {
        Self(self.0 | 1 << piece)
    }

    /// Not this piece.
    #[must_use]
    pub fn without(self, piece: usize) -> Self {
        Self(self.0 & !(1 << piece))
    }
}
