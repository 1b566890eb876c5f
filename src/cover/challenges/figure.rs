//! A figure with the pieces that may fill it, and what a person sees in it: which cells touch, and how it is symmetric.

use std::{cmp::Ordering, ops::ControlFlow};

use crate::{KeepGoing, Placement, Problem};
use base::bits::{Bits, Word};

/// A figure to fill, without given pieces.
#[derive(Clone, Debug)]
pub struct Figure<W: Word> {
    /// The cells and the pieces.
    pub problem: Problem<W>,
    /// For each cell, the cells that touch it.
    pub neighbours: Vec<Bits<W>>,
    /// The symmetries that map the problem to itself, without the identity.
    pub symmetries: Vec<Symmetry>,
}

/// A map of a figure onto itself that maps solutions to solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// For each cell, the cell to which it moves.
    pub cells: Vec<u16>,
    /// For each piece, the piece that it becomes: in a mirror, possibly another one.
    pub pieces: Vec<usize>,
}

impl Symmetry {
    /// Returns the image of a placement.
    pub fn image<W: Word>(&self, placement: Placement<W>) -> Placement<W> {
        let cells = placement.cells.iter().map(|cell| usize::from(self.cells[cell])).collect();
        Placement { piece: self.pieces[placement.piece], cells }
    }

    /// Whether it maps this set of placements to itself.
    pub fn keeps<W: Word>(&self, placements: &[Placement<W>]) -> bool {
        placements.iter().all(|&placement| placements.contains(&self.image(placement)))
    }
}

impl<W: Word> Figure<W> {
    /// Returns the figure with its placements in an order that depends on nothing but the figure: by piece, then by their lists of cells.
    /// Equal seeds give equal challenges only if placements are in this order.
    pub fn sorted(mut self, keep_going: KeepGoing<'_>) -> ControlFlow<(), Self> {
        self.problem.placements.sort_by_key(|placement| placement.piece);
        for of_piece in self.problem.placements.chunk_by_mut(|one, other| one.piece == other.piece) {
            keep_going()?;
            of_piece.sort_by(|one, other| compare(one.cells, other.cells));
        }
        ControlFlow::Continue(self)
    }

    /// Returns the symmetries that map these placements to themselves.
    pub fn symmetries_of(&self, placements: &[Placement<W>]) -> Vec<&Symmetry> {
        self.symmetries.iter().filter(|symmetry| symmetry.keeps(placements)).collect()
    }
}

/// Compares the sorted lists of cells of two sets of equal size: the set with the lowest cell that only one of them has comes first.
fn compare<W: Word>(one: Bits<W>, other: Bits<W>) -> Ordering {
    let lowest = |cells: Bits<W>| cells.first().unwrap_or(usize::MAX);
    lowest(one - other).cmp(&lowest(other - one))
}
