//! Pieces that must be in certain places, or cover certain cells, in a listed solution or in one that it stands for.
//!
//! A solution stands for all its images under the symmetries of the figure. Instead of turning each solution to see whether an image has
//! the pieces where they are required, the requirements are turned, once for all solutions.

use std::sync::Arc;

use glam::IVec3;

use crate::model::{
    problem::{self, Problem},
    solution::Solution,
    state::State,
    symmetry::{Counting, Orbit, Symmetry},
};
use base::board::Form;

/// A piece and cells that it must cover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Its name; an equal piece will do.
    pub piece: char,
    /// The cells, of which there is at least one.
    pub cells: Vec<IVec3>,
    /// Whether it covers no others.
    pub is_exact: bool,
}

/// Requirements, prepared for a position.
#[derive(Clone, Debug)]
pub struct Required {
    state: State,
    requirements: Vec<Requirement>,
    /// The problem, unless the position has a flaw; then there are no solutions.
    problem: Option<Problem>,
    /// The requirements as they look from each symmetry, the identity first; those that look the same only once.
    views: Vec<Seen>,
}

/// Requirements as they look from some symmetries.
#[derive(Clone, Debug)]
struct Seen {
    parts: Vec<Part>,
    /// The first of these symmetries; none if it is the identity.
    symmetry: Option<Arc<Symmetry>>,
    /// How many they are.
    count: u32,
}

/// A requirement as it looks from a symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Part {
    /// The names of the pieces that will do.
    names: Vec<char>,
    /// The cells, by their index in the box.
    cells: Vec<usize>,
    is_exact: bool,
}

impl PartialEq for Required {
    fn eq(&self, other: &Self) -> bool {
        self.is_of(&other.state, &other.requirements)
    }
}

impl Eq for Required {}

impl Required {
    /// Prepares these requirements for this position.
    pub fn new(state: &State, requirements: Vec<Requirement>) -> Self {
        let problem = problem::check(state).ok();
        let mut views: Vec<Seen> = Vec::new();
        let symmetries = problem.as_ref().map_or(&[][..], |problem| match problem.symmetries.counting {
            Counting::Each | Counting::Images => &[],
            Counting::Classes => &problem.symmetries.all,
        });
        let from_all = symmetries.iter().map(|symmetry| (Some(symmetry), 1));
        let identity = symmetries.is_empty().then_some((None, 1));
        for (number, (symmetry, count)) in identity.into_iter().chain(from_all).enumerate() {
            let parts = requirements.iter().map(|requirement| seen_from(state, problem.as_ref(), symmetry, requirement)).collect();
            match views.iter_mut().find(|view| view.parts == parts) {
                Some(view) => view.count += count,
                None => views.push(Seen { parts, symmetry: symmetry.filter(|_| number > 0).cloned(), count }),
            }
        }
        Self { state: state.clone(), requirements, problem, views }
    }

    /// Whether these requirements were prepared for this position.
    pub fn is_of(&self, state: &State, requirements: &[Requirement]) -> bool {
        self.state == *state && self.requirements == requirements
    }

    /// The forms of a solution that have the pieces where they are required: none if it has them itself.
    pub fn forms(&self, solution: &Solution) -> impl Iterator<Item = Option<Solution>> {
        self.passing(solution).filter_map(|view| {
            let Some(symmetry) = &view.symmetry else { return Some(None) };
            Some(Some(self.problem.as_ref()?.image_of(solution, symmetry)))
        })
    }

    /// Whether some solutions stand for several.
    pub fn has_images(&self) -> bool {
        1 < self.views.iter().map(|view| view.count).sum::<u32>()
    }

    /// How many of the solutions that this one stands for have the pieces where they are required.
    pub fn count(&self, solution: &Solution) -> u64 {
        let (passing, all) = (self.passing(solution), self.views.iter().map(|view| view.count).sum::<u32>());
        let images = solution.orbit.map_or(1, |Orbit { solutions, .. }| solutions);
        // Each image comes from as many symmetries.
        u64::from(passing.map(|view| view.count).sum::<u32>() * images / all.max(1))
    }

    /// The solution in the first of its forms that passes, and how many pass.
    pub fn form(&self, solution: &Solution, passes: impl Fn(&Solution) -> bool) -> Form<Solution> {
        let listed = self.forms(solution).find(|form| passes(form.as_ref().unwrap_or(solution)));
        Form { listed: listed.flatten(), passing: self.count(solution) }
    }

    fn passing(&self, solution: &Solution) -> impl Iterator<Item = &Seen> {
        let is_met = |part: &Part| {
            let mark = part.cells.first().and_then(|&cell| solution.mark(cell)).filter(|mark| part.names.contains(mark));
            mark.is_some_and(|mark| {
                part.cells.iter().all(|&cell| solution.mark(cell) == Some(mark))
                    && (!part.is_exact || solution.marks.matches(mark).count() == part.cells.len())
            })
        };
        self.views.iter().filter(move |view| view.parts.iter().all(is_met))
    }
}

/// A requirement as it looks from this symmetry: an image meets the requirement if the solution itself meets this.
fn seen_from(state: &State, problem: Option<&Problem>, symmetry: Option<&Arc<Symmetry>>, requirement: &Requirement) -> Part {
    let (pieces, extent) = (state.set_pieces(), state.grid().extent);
    let shape = pieces.iter().find(|piece| piece.mark == requirement.piece).map(|piece| piece.canonical());
    let will_do = |name: char| pieces.iter().any(|piece| piece.mark == name && Some(piece.canonical()) == shape);
    let is_exact = requirement.is_exact;
    let (Some(problem), Some(symmetry)) = (problem, symmetry) else {
        let names = pieces.iter().map(|piece| piece.mark).filter(|&name| will_do(name)).collect();
        return Part { names, cells: requirement.cells.iter().filter_map(|&cell| extent.index(cell)).collect(), is_exact };
    };
    let becomes = |piece: usize| problem.pieces[symmetry.becomes(piece)].mark;
    let names = (0..problem.pieces.len()).filter(|&piece| will_do(becomes(piece))).map(|piece| problem.pieces[piece].mark);
    let source = |cell: &IVec3| {
        let number = problem.cells.iter().position(|other| other == cell)?;
        let source = (0..problem.cells.len()).find(|&source| symmetry.target(source) == number)?;
        extent.index(problem.cells[source])
    };
    let mut cells: Vec<usize> = requirement.cells.iter().filter_map(source).collect();
    cells.sort_unstable();
    Part { names: if cells.len() == requirement.cells.len() { names.collect() } else { Vec::new() }, cells, is_exact }
}
