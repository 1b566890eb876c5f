//! Symmetry before the search: a piece is held to one placement of each orbit, so that fewer images are found at all.
//!
//! *Why one solution of each class is listed.* Let G be the symmetries of the figure, and P a piece that is its own mirror image, has no
//! equal and is in every solution. If a solution has P on m, its image under g has P on g(m). Let r be the placement that is held in the
//! orbit of m. Some g brings m to r, so some image has P on r. Two images that both have P on r are images of one another under a
//! symmetry that leaves r in its place. So of each class the search finds all images under the symmetries that keep r, and no others; of
//! these, `Problem::tell` lists the smallest.
//!
//! If r is the only placement that is held, the symmetries that keep r can take the part of G, and another piece is held to one placement
//! of each of *their* orbits. The argument is the same for solutions that have P on r.
//!
//! *Example.* In the cube T lies along an edge, which has 24 placements that are all images of one another: T is held to one of them, and
//! the two symmetries that keep it tell apart the placements of the next piece.
//!
//! Which placement that is must not depend on the version of the program, since a saved search goes on in a later one: it is the first in
//! the order of lists of cells.

use std::sync::Arc;

use crate::puzzles::soma::model::{cells::Cells, problem::Problem, symmetry::Symmetry};

/// The placements of each piece of a problem that a search tries, by the piece's place in the problem.
pub type Lists<C> = Vec<Vec<C>>;

/// The pieces that are held: none, one, or a second one where the first has one placement only.
#[derive(Clone, Debug)]
pub struct Held<C> {
    /// Their places in the problem, in the order in which they were chosen.
    pub pieces: Vec<usize>,
    /// The placements that the last of them is held to, each with the symmetries that leave all held pieces where they are.
    forms: Vec<(C, Vec<Arc<Symmetry>>)>,
    /// The symmetries, where no piece is held.
    all: Vec<Arc<Symmetry>>,
}

impl<C: Cells> Held<C> {
    /// Holds the piece that then has the fewest placements, if there are symmetries and a piece that can be held; if it has one
    /// only, then also another piece to what tells apart the symmetries that are left. Shortens the lists.
    ///
    /// The lists must be as symmetric as the problem.
    pub fn choose(problem: &Problem, slack: u32, lists: &mut Lists<C>) -> Self {
        let mut held = Self::none(problem);
        while let Some(piece) = held.next(problem, slack, lists) {
            held.hold(piece, lists);
        }
        held
    }

    /// Holds these pieces and no others; none if they cannot be held.
    pub fn these(problem: &Problem, slack: u32, lists: &mut Lists<C>, pieces: &[usize]) -> Option<Self> {
        let mut held = Self::none(problem);
        for &piece in pieces {
            if !held.may_hold(problem, slack, piece) {
                return None;
            }
            held.hold(piece, lists);
        }
        Some(held)
    }

    fn none(problem: &Problem) -> Self {
        Self { pieces: Vec::new(), forms: Vec::new(), all: problem.symmetries.all.clone() }
    }

    /// The symmetries that are left, if there are any and the pieces held so far have one placement each.
    fn left(&self) -> Option<&[Arc<Symmetry>]> {
        let left = match &self.forms[..] {
            [] if self.pieces.is_empty() => &self.all,
            [(_, keeping)] => keeping,
            _ => return None,
        };
        (self.pieces.len() < 2 && 1 < left.len()).then_some(left)
    }

    /// A piece to hold must be its own mirror image, or else the mirror image of a solution could come with its twin in its
    /// place, and it must be in every solution. It must also have no equal, or else it would not be said which of them is held.
    fn may_hold(&self, problem: &Problem, slack: u32, piece: usize) -> bool {
        let is_in_every_solution = problem.pieces[piece].cells.len() > slack as usize;
        let is_its_own_image = |left: &[Arc<Symmetry>]| left.iter().all(|symmetry| symmetry.keeps_piece(piece));
        is_in_every_solution
            && problem.symmetries.equals.count(piece) == 1
            && self.left().is_some_and(is_its_own_image)
            && !self.pieces.contains(&piece)
    }

    /// The piece to hold next.
    fn next(&self, problem: &Problem, slack: u32, lists: &Lists<C>) -> Option<usize> {
        let left = self.left()?;
        let mut pieces: Vec<usize> =
            (0..lists.len()).filter(|&piece| 1 < lists[piece].len() && self.may_hold(problem, slack, piece)).collect();
        pieces.sort_by_key(|&piece| lists[piece].len());
        let mut best: Option<(usize, usize)> = None;
        for piece in pieces {
            // An orbit has no more placements than there are symmetries.
            if best.is_some_and(|(fewest, _)| fewest * left.len() <= lists[piece].len()) {
                break;
            }
            let count = lists[piece].iter().filter(|&&mask| is_first(mask, left)).count();
            if best.is_none_or(|(fewest, _)| count < fewest) {
                best = Some((count, piece));
            }
        }
        best.map(|(_, piece)| piece)
    }

    fn hold(&mut self, piece: usize, lists: &mut Lists<C>) {
        let left = self.left().unwrap_or_default();
        lists[piece].retain(|&mask| is_first(mask, left));
        let keeping = |mask: C| left.iter().filter(|symmetry| symmetry.image_of_mask(mask) == mask).cloned().collect();
        let forms = lists[piece].iter().map(|&mask| (mask, keeping(mask))).collect();
        self.forms = forms;
        self.pieces.push(piece);
    }

    /// The symmetries that keep the held pieces of a solution in their places.
    pub fn keeping(&self, solution: &[(u8, C)]) -> &[Arc<Symmetry>] {
        let Some(&piece) = self.pieces.last() else { return &self.all };
        let chosen = solution.iter().find(|&&(other, _)| usize::from(other) == piece);
        let form = chosen.and_then(|&(_, chosen)| self.forms.iter().find(|&&(mask, _)| mask == chosen));
        form.map_or(&[], |(_, keeping)| keeping)
    }
}

/// Whether none of its images comes before the placement.
fn is_first<C: Cells>(mask: C, symmetries: &[Arc<Symmetry>]) -> bool {
    symmetries.iter().all(|symmetry| {
        let image = symmetry.image_of_mask(mask);
        image == mask || mask.precedes(image)
    })
}
