//! Symmetry before the search: one piece is held to one placement of each orbit, so that fewer images are found at all.

use super::{
    problem::{Mask, Problem},
    symmetry::Symmetry,
};

/// The placements of each piece of a problem that a search tries, by the piece's place in the problem.
pub type Lists = Vec<Vec<Mask>>;

/// A piece that is held.
#[derive(Clone, Debug)]
pub struct Held {
    /// Its place in the problem.
    pub piece: usize,
    /// The placements that it is held to, each with the symmetries that leave it where it is.
    pub forms: Vec<(Mask, Vec<Symmetry>)>,
}

impl Held {
    /// Holds the piece that then has the fewest placements, if there are symmetries and a piece that can be held.
    ///
    /// It must be its own mirror image, or else the mirror image of a solution could come with its twin in its place, and
    /// it must be in every solution. The lists must be as symmetric as the problem.
    pub fn choose(problem: &Problem, lists: &Lists) -> Option<Self> {
        let slack = problem.slack().filter(|_| problem.symmetries.all.len() > 1)?;
        let candidates = (0..lists.len()).filter(|&piece| {
            problem.pieces[piece].size > slack && problem.symmetries.all.iter().all(|symmetry| symmetry.keeps_piece(piece))
        });
        let held = candidates.map(|piece| (piece, representatives(problem, &lists[piece])));
        let (piece, masks) = held.min_by_key(|(_, masks)| masks.len())?;
        let keeping = |mask: Mask| problem.symmetries.all.iter().filter(|symmetry| symmetry.fixes(piece, mask)).cloned().collect();
        Some(Self { piece, forms: masks.into_iter().map(|mask| (mask, keeping(mask))).collect() })
    }

    /// The symmetries that keep the held piece of a solution in its place.
    pub fn keeping(&self, solution: &[(u8, Mask)]) -> &[Symmetry] {
        let is_chosen = |mask: Mask| solution.iter().any(|&(piece, chosen)| usize::from(piece) == self.piece && chosen == mask);
        self.forms.iter().find(|&&(mask, _)| is_chosen(mask)).map_or(&[], |(_, keeping)| keeping)
    }
}

/// The first placement of each orbit.
fn representatives(problem: &Problem, masks: &[Mask]) -> Vec<Mask> {
    let mut known: Vec<Mask> = Vec::new();
    for &mask in masks {
        let is_new = problem.symmetries.all.iter().all(|symmetry| !known.contains(&symmetry.image_of_mask(mask)));
        if is_new {
            known.push(mask);
        }
    }
    known
}
