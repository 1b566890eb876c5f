//! The problem: cells to cover, and pieces to cover them with.

use std::sync::Arc;

use base::bits::{Bits, Word};

/// One way to place a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement<W: Word> {
    /// The number of the piece; equal pieces share one.
    pub piece: usize,
    /// The cells that it covers.
    pub cells: Bits<W>,
}

impl<W: Word> Placement<W> {
    /// Whether it covers the cell or is of the piece.
    pub fn is_of(&self, item: Item) -> bool {
        match item {
            Item::Cell(cell) => self.cells.contains(cell),
            Item::Piece(piece) => self.piece == piece,
        }
    }
}

/// Cells to cover, and pieces to cover them with.
///
/// A solution is a set of placements that share no cell, cover every required cell, and use each piece as often as it may be used. Copies
/// of a piece aren't told apart.
#[derive(Clone, Debug)]
pub struct Problem<W: Word> {
    /// The cells that must be covered.
    pub required: Bits<W>,
    /// The other cells that may be covered; they may also stay empty.
    pub optional: Bits<W>,
    /// The number of cells of each piece.
    pub sizes: Vec<usize>,
    /// How often each piece may be used.
    pub copies: Vec<Copies>,
    /// All placements on these cells, in the order they are tried. A placement's number is its index here.
    pub placements: Vec<Placement<W>>,
    /// Which pieces may not touch, if any.
    pub apart: Option<Arc<Apart<W>>>,
}

/// Pieces that may not touch one another: those of one colour.
///
/// In terms of exact cover, each pair of cells that touch is an item for each colour, which may be covered once: by the placement of that
/// colour that has one of the cells and not the other. Two placements share such an item if, and only if, they touch. So instead of all
/// items, of which there may be more than a set of cells has room for, the cells around a placement are enough.
#[derive(Clone, Debug)]
pub struct Apart<W: Word> {
    /// For each cell, the cells that touch it.
    pub touching: Vec<Bits<W>>,
    /// For each piece, its colour; none if it may touch every piece.
    pub colors: Vec<Option<char>>,
}

impl<W: Word> Apart<W> {
    /// Whether copies of these pieces may not touch.
    pub fn are_apart(&self, piece: usize, other: usize) -> bool {
        self.colors[piece].is_some() && self.colors[piece] == self.colors[other]
    }

    /// The cells that touch these ones.
    pub fn around(&self, cells: Bits<W>) -> Bits<W> {
        cells.iter().fold(Bits::NONE, |around, cell| around | self.touching[cell]) - cells
    }

    /// Returns what a placement on these cells takes from another piece: its cells, and for a piece of the same colour those around it.
    pub fn taken(&self, piece: usize, cells: Bits<W>, other: usize) -> Bits<W> {
        if self.are_apart(piece, other) { cells | self.around(cells) } else { cells }
    }
}

/// How often a piece may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copies {
    /// At least this often.
    pub least: usize,
    /// At most this often; 0 if it may not be used.
    pub most: usize,
}

impl Copies {
    /// Any number of copies up to this one.
    pub fn up_to(most: usize) -> Self {
        Self { least: 0, most }
    }

    /// How often the piece may be used beside one copy, which must be allowed.
    #[must_use]
    pub fn without_one(self) -> Self {
        Self { least: self.least.saturating_sub(1), most: self.most - 1 }
    }
}

/// Something that every solution has: a cell, which it covers once, or a piece that it needs.
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

/// For each number up to `most`, whether pieces of these sizes, each used as often as it may be, can have exactly this many cells.
///
/// The frozen rater uses it, so what it returns must not change.
pub fn volumes(sizes: &[usize], copies: &[Copies], most: usize) -> Vec<bool> {
    let least: usize = sizes.iter().zip(copies).map(|(size, copies)| size * copies.least).sum();
    let mut volumes = vec![false; most + 1];
    if let Some(volume) = volumes.get_mut(least) {
        *volume = true;
    }
    for (&size, copies) in sizes.iter().zip(copies) {
        for _ in copies.least..copies.most.min(most / size.max(1)) {
            for volume in (size..=most).rev() {
                volumes[volume] |= volumes[volume - size];
            }
        }
    }
    volumes
}

impl<W: Word> Problem<W> {
    /// All cells that may be covered.
    pub fn cells(&self) -> Bits<W> {
        self.required | self.optional
    }

    /// Whether no placement is a solution, since nothing has to be covered or used.
    pub fn is_done(&self) -> bool {
        self.required.is_empty() && self.copies.iter().all(|copies| copies.least == 0)
    }

    /// The number of surplus cells: of all copies together, less the cells that must be covered. `None` if there are too few pieces.
    pub fn slack(&self) -> Option<usize> {
        let volume: usize = self.sizes.iter().zip(&self.copies).map(|(size, copies)| size * copies.most).sum();
        volume.checked_sub(self.required.len())
    }

    /// For each number up to that of all cells, whether the pieces, each used as often as it may be, can have exactly this many cells.
    pub fn volumes(&self) -> Vec<bool> {
        volumes(&self.sizes, &self.copies, self.cells().len())
    }

    /// Whether the numbers of cells allow a solution.
    pub fn has_volume(&self) -> bool {
        self.volumes()[self.required.len()..].contains(&true)
    }

    /// For each piece, how many copies every solution has at least: without them, the other pieces have too few cells, or it isn't used as
    /// often as it must be.
    pub fn needed(&self) -> Vec<usize> {
        let slack = self.slack();
        let needed = |(&size, copies): (&usize, &Copies)| {
            let left_out = slack.map_or(0, |slack| slack / size.max(1));
            copies.least.max(copies.most.saturating_sub(left_out))
        };
        self.sizes.iter().zip(&self.copies).map(needed).collect()
    }

    /// What every solution has: the cells that must be covered, and the needed pieces. A piece with several copies is only an item if no
    /// cell has to be covered, since it has several options in a solution.
    pub fn items(&self) -> impl Iterator<Item = Item> {
        let is_item = |&(piece, needed): &(usize, usize)| needed > 0 && (self.copies[piece].most == 1 || self.required.is_empty());
        let pieces = self.needed().into_iter().enumerate().filter(is_item).map(|(piece, _)| Item::Piece(piece));
        self.required.iter().map(Item::Cell).chain(pieces)
    }

    /// Whether a solution can have both placements.
    pub fn is_compatible(&self, first: Placement<W>, second: Placement<W>) -> bool {
        (first.piece != second.piece || self.copies[first.piece].most > 1) && !self.taken(first, second.piece).meets(second.cells)
    }

    /// The cells that a placement takes from another piece, or from another copy of its own.
    pub fn taken(&self, placement: Placement<W>, from: usize) -> Bits<W> {
        let Placement { piece, cells } = placement;
        self.apart.as_ref().map_or(cells, |apart| apart.taken(piece, cells, from))
    }
}
