//! Symmetry before the search: one piece is held to one placement of each orbit, so that fewer images are found at all.

use std::collections::HashSet;

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
    /// The placements that it is held to, each with the symmetries that leave all held pieces where they are.
    pub forms: Vec<(Mask, Vec<Symmetry>)>,
}

/// Holds the piece that then has the fewest placements, if there are symmetries and a piece that can be held; if it has one
/// only, then also another piece to what tells apart the symmetries that are left. Shortens the lists and gives what was
/// held last.
///
/// The lists must be as symmetric as the problem.
pub fn hold(problem: &Problem, lists: &mut Lists) -> Option<Held> {
    let first = Held::choose(problem, lists, &problem.symmetries.all)?;
    first.shorten(lists);
    let second = match &first.forms[..] {
        [(_, keeping)] => Held::choose(problem, lists, keeping),
        _ => None,
    };
    if let Some(second) = &second {
        second.shorten(lists);
    }
    second.or(Some(first))
}

impl Held {
    /// A piece to hold must be its own mirror image, or else the mirror image of a solution could come with its twin in its
    /// place, and it must be in every solution.
    fn choose(problem: &Problem, lists: &Lists, symmetries: &[Symmetry]) -> Option<Self> {
        let slack = problem.slack().filter(|_| symmetries.len() > 1)?;
        let may_be_held = |&piece: &usize| {
            let is_in_every_solution = problem.pieces[piece].size > slack;
            is_in_every_solution && lists[piece].len() > 1 && symmetries.iter().all(|symmetry| symmetry.keeps_piece(piece))
        };
        let held = (0..lists.len()).filter(may_be_held).map(|piece| (piece, representatives(symmetries, &lists[piece])));
        let (piece, masks) = held.min_by_key(|(_, masks)| masks.len())?;
        let keeping = |mask: Mask| symmetries.iter().filter(|symmetry| symmetry.fixes(piece, mask)).cloned().collect();
        Some(Self { piece, forms: masks.into_iter().map(|mask| (mask, keeping(mask))).collect() })
    }

    fn shorten(&self, lists: &mut Lists) {
        lists[self.piece] = self.forms.iter().map(|&(mask, _)| mask).collect();
    }

    /// The symmetries that keep the held pieces of a solution in their places.
    pub fn keeping(&self, solution: &[(u8, Mask)]) -> &[Symmetry] {
        let is_chosen = |mask: Mask| solution.iter().any(|&(piece, chosen)| usize::from(piece) == self.piece && chosen == mask);
        self.forms.iter().find(|&&(mask, _)| is_chosen(mask)).map_or(&[], |(_, keeping)| keeping)
    }
}

/// The first placement of each orbit.
fn representatives(symmetries: &[Symmetry], masks: &[Mask]) -> Vec<Mask> {
    let mut firsts = Vec::new();
    let mut known = HashSet::new();
    for &mask in masks {
        if !known.contains(&mask) {
            firsts.push(mask);
            known.extend(symmetries.iter().map(|symmetry| symmetry.image_of_mask(mask)));
        }
    }
    firsts
}
