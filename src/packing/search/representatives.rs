//! Symmetry before the search: a piece is restricted to one placement of each orbit, its *representative*, so that the search finds fewer
//! images of each solution.
//!
//! *Why one solution of each class is listed.* Let G be the symmetries of the figure, and P a piece that is its own mirror image, has no
//! equal and is in every solution. If a solution has P on m, its image under g has P on g(m). Let r be the representative of the orbit of
//! m. Some g maps m to r, so some image has P on r. Two images that both have P on r are images of each other under a symmetry that fixes
//! r. So for each class the search finds exactly the images under the stabilizer of r, the symmetries that fix it; of these,
//! `Problem::emit` reports the smallest.
//!
//! If r is the only representative, the stabilizer of r can take the role of G, and another piece is restricted to one placement of each of
//! *its* orbits. The argument is the same for solutions that have P on r.
//!
//! *Example.* In the cube T lies along an edge. The 24 such placements are all images of one another, so T is restricted to one of them,
//! and the two symmetries that fix it distinguish the placements of the next piece.
//!
//! The choice of the representative must not depend on the version of the program, since a saved search may be resumed by a later one: it
//! is the first placement in the order of lists of cells.

use std::sync::Arc;

use crate::model::{problem::Problem, symmetry::Symmetry};
use base::bits::{Bits, Word};

/// The placements that a search tries, for each piece by its index in the problem.
pub type Lists<W> = Vec<Vec<Bits<W>>>;

/// The restricted pieces: none, one, or a second one if the first has a single representative.
#[derive(Clone, Debug)]
pub struct Representatives<W: Word> {
    /// Their indices in the problem, in the order in which they were chosen.
    pub pieces: Vec<usize>,
    /// The representatives of the last of these pieces, each with its stabilizer: the symmetries that fix all restricted pieces.
    placements: Vec<(Bits<W>, Vec<Arc<Symmetry>>)>,
    /// All symmetries, for when no piece is restricted.
    all: Vec<Arc<Symmetry>>,
}

impl<W: Word> Representatives<W> {
    /// Restricts the piece with the fewest representatives, if there are symmetries and a piece that can be restricted. If it has only one
    /// representative, also restricts another piece under the remaining symmetries. Shortens the lists.
    ///
    /// The lists must be as symmetric as the problem.
    pub fn choose(problem: &Problem, slack: u32, lists: &mut Lists<W>) -> Self {
        let mut representatives = Self::none(problem);
        while let Some(piece) = representatives.next(problem, slack, lists) {
            representatives.restrict(piece, lists);
        }
        representatives
    }

    /// Restricts exactly these pieces; returns `None` if they cannot be restricted.
    pub fn of_pieces(problem: &Problem, slack: u32, lists: &mut Lists<W>, pieces: &[usize]) -> Option<Self> {
        let mut representatives = Self::none(problem);
        for &piece in pieces {
            if !representatives.can_restrict(problem, slack, piece) {
                return None;
            }
            representatives.restrict(piece, lists);
        }
        Some(representatives)
    }

    fn none(problem: &Problem) -> Self {
        Self { pieces: Vec::new(), placements: Vec::new(), all: problem.symmetries.all.clone() }
    }

    /// Returns the remaining symmetries, if there are any and the pieces restricted so far have one representative each.
    fn remaining(&self) -> Option<&[Arc<Symmetry>]> {
        let remaining = match &self.placements[..] {
            [] if self.pieces.is_empty() => &self.all,
            [(_, stabilizer)] => stabilizer,
            _ => return None,
        };
        (self.pieces.len() < 2 && 1 < remaining.len()).then_some(remaining)
    }

    /// To be restricted, a piece must be in every solution and must be its own mirror image; otherwise the mirror image of a solution could
    /// have its twin in its place. It must also have no equal, as it would be undefined which of them is restricted.
    fn can_restrict(&self, problem: &Problem, slack: u32, piece: usize) -> bool {
        let is_in_every_solution = problem.pieces[piece].cells.len() > slack as usize || problem.copies[piece].least > 0;
        let is_its_own_image = |remaining: &[Arc<Symmetry>]| remaining.iter().all(|symmetry| symmetry.keeps_piece(piece));
        is_in_every_solution
            && problem.symmetries.equal_pieces.count(piece) == 1
            && self.remaining().is_some_and(is_its_own_image)
            && !self.pieces.contains(&piece)
    }

    /// Returns the piece to restrict next.
    fn next(&self, problem: &Problem, slack: u32, lists: &Lists<W>) -> Option<usize> {
        let remaining = self.remaining()?;
        let mut pieces: Vec<usize> =
            (0..lists.len()).filter(|&piece| 1 < lists[piece].len() && self.can_restrict(problem, slack, piece)).collect();
        pieces.sort_by_key(|&piece| lists[piece].len());
        let mut best: Option<(usize, usize)> = None;
        for piece in pieces {
            // The size of an orbit is at most the number of symmetries.
            if best.is_some_and(|(fewest, _)| fewest * remaining.len() <= lists[piece].len()) {
                break;
            }
            let count = lists[piece].iter().filter(|&&mask| is_canonical(mask, remaining)).count();
            if best.is_none_or(|(fewest, _)| count < fewest) {
                best = Some((count, piece));
            }
        }
        best.map(|(_, piece)| piece)
    }

    fn restrict(&mut self, piece: usize, lists: &mut Lists<W>) {
        let remaining = self.remaining().unwrap_or_default();
        lists[piece].retain(|&mask| is_canonical(mask, remaining));
        let stabilizer = |mask: Bits<W>| remaining.iter().filter(|symmetry| symmetry.image_of_mask(mask) == mask).cloned().collect();
        let placements = lists[piece].iter().map(|&mask| (mask, stabilizer(mask))).collect();
        self.placements = placements;
        self.pieces.push(piece);
    }

    /// Returns the symmetries that fix the restricted pieces of a solution.
    pub fn stabilizer(&self, solution: &[(u8, Bits<W>)]) -> &[Arc<Symmetry>] {
        let Some(&piece) = self.pieces.last() else { return &self.all };
        let chosen = solution.iter().find(|&&(other, _)| usize::from(other) == piece);
        let placement = chosen.and_then(|&(_, chosen)| self.placements.iter().find(|&&(mask, _)| mask == chosen));
        placement.map_or(&[], |(_, stabilizer)| stabilizer)
    }
}

/// Whether the placement is the canonical one of its orbit: no image comes before it.
fn is_canonical<W: Word>(mask: Bits<W>, symmetries: &[Arc<Symmetry>]) -> bool {
    symmetries.iter().all(|symmetry| {
        let image = symmetry.image_of_mask(mask);
        image == mask || mask.precedes(image)
    })
}
