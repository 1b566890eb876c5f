//! Solutions on cubes as assemblies, which [`burr`] takes apart.

use std::{collections::BTreeMap, ops::ControlFlow};

use glam::IVec3;

use super::{prepared::Prepared, row_list};
use crate::model::{
    isometry::{Isometry, Kind, normalized},
    problem::Problem,
    solution::Solution,
    state::{OUTSIDE, State},
};
use base::search::{Observer, Tally};
use burr::{Assembly, Group, Groups};

/// An assembly, and how many it stands for.
#[derive(Clone, Debug)]
pub struct Assembled {
    /// The assembly.
    pub assembly: Assembly,
    /// How many assemblies are rotations or mirror images of it, itself included.
    pub raw: u64,
    /// How many of these aren't rotations of each other. With pinned pieces each assembly counts by itself.
    pub rotations: u64,
}

/// Finds all assemblies of a position: one of those that are rotations or mirror images of each other. Pieces with different names are
/// different, even if they have the same shape.
pub fn search(problem: Problem, observer: &mut dyn Observer<Assembled>) -> ControlFlow<()> {
    let prepared = Prepared::from(problem.telling_names_apart());
    let frame = Frame::of(&prepared.problem);
    row_list::search(&prepared, &mut Turning { frame, observer })
}

/// Turns solutions into assemblies.
struct Turning<'a> {
    frame: Frame,
    observer: &'a mut dyn Observer<Assembled>,
}

impl Observer<Solution> for Turning<'_> {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        let (raw, rotations) = solution.orbit.map_or((1, 1), |orbit| (orbit.solutions.into(), orbit.up_to_rotation.into()));
        self.observer.found(Assembled { assembly: self.frame.assembly(&solution), raw, rotations })
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }
}

/// How assemblies are turned before they are taken apart: as BurrTools does, since the level can depend on the order of the directions. The
/// piece with the fewest symmetries lies as it is drawn, as far as the figure can be turned so.
pub struct Frame {
    /// For each mark of a piece, its place in the list of pieces, and its name.
    pieces: BTreeMap<char, (usize, char)>,
    /// The rotations that map the figure to itself.
    rotations: Vec<Isometry>,
    /// The name of that piece.
    fixed: char,
    /// Its orientations, the one that is drawn first.
    orientations: Vec<Vec<IVec3>>,
    /// The groups of the custom shapes by their names, if there are any.
    groups: Vec<(char, Vec<Group>)>,
}

impl Frame {
    /// The frame of a problem on cubes.
    pub fn of(problem: &Problem) -> Self {
        let State { lattice, ref shapes, .. } = problem.state;
        let grid = &problem.grid;
        let cells = |is_optional: bool| -> Vec<IVec3> {
            grid.extent.cells().filter(|&cell| grid.mark(cell) != Some(OUTSIDE) && grid.is_optional(cell) == is_optional).collect()
        };
        // Both kinds of cells together, so that they are turned about the same point.
        let (required, all) = (cells(false), [cells(false), cells(true)].concat());
        let shifted = |isometry: &Isometry, cells: &[IVec3]| -> Vec<IVec3> {
            let corner = all.iter().map(|&cell| isometry.apply(cell)).reduce(IVec3::min).unwrap_or_default();
            let mut turned: Vec<[i32; 3]> = cells.iter().map(|&cell| (isometry.apply(cell) - corner).to_array()).collect();
            turned.sort_unstable();
            turned.into_iter().map(IVec3::from_array).collect()
        };
        let identity = lattice.isometries[0];
        let keeps = |isometry: &&Isometry| [&required, &all].iter().all(|cells| shifted(isometry, cells) == shifted(&identity, cells));
        let is_free = grid.pinned().next().is_none();
        let symmetries: Vec<Isometry> = lattice.isometries.iter().filter(|isometry| is_free && keeps(isometry)).copied().collect();
        let set_pieces = problem.state.set_pieces();
        let distinct = problem.state.distinct_pieces();
        let in_common =
            |cells: &[IVec3]| symmetries.iter().filter(|isometry| isometry.apply_all(cells) == normalized(cells.to_vec())).count();
        let fixed = distinct.iter().filter(|piece| problem.state.allows(piece)).min_by_key(|piece| in_common(&piece.cells));
        let rotations: Vec<Isometry> = symmetries.iter().filter(|isometry| isometry.kind() == Kind::Rotation).copied().collect();
        let oriented = |cells: &[IVec3]| lattice.rotations().map(|rotation| rotation.apply_all(cells)).collect();
        Self {
            pieces: set_pieces.iter().enumerate().map(|(place, piece)| (piece.mark, (place, piece.name))).collect(),
            rotations: if rotations.is_empty() { vec![identity] } else { rotations },
            fixed: fixed.map_or(' ', |piece| piece.name),
            orientations: fixed.map_or_else(Vec::new, |piece| oriented(&piece.cells)),
            groups: match shapes.iter().any(|shape| !shape.groups.is_empty()) {
                true => shapes.iter().map(|shape| (shape.name, shape.groups.clone())).collect(),
                false => Vec::new(),
            },
        }
    }

    /// The assembly of a solution of the problem.
    pub fn assembly(&self, solution: &Solution) -> Assembly {
        let (names, pieces) = self.pieces(solution).map(|(_, name, cells)| (name, cells)).unzip();
        self.turned(names, pieces).1
    }

    /// The pieces of a solution in their order, each as its mark, its name and its cells.
    pub fn pieces(&self, solution: &Solution) -> impl Iterator<Item = (char, char, Vec<IVec3>)> + use<> {
        let mut used: BTreeMap<usize, (char, char, Vec<IVec3>)> = BTreeMap::new();
        for (cell, mark) in solution.extent.cells().zip(solution.marks.chars()) {
            if let Some(&(place, name)) = self.pieces.get(&mark) {
                used.entry(place).or_insert_with(|| (mark, name, Vec::new())).2.push(cell);
            }
        }
        used.into_values()
    }

    /// How an assembly of these pieces, with these names, is turned, and the turned assembly.
    pub fn turned(&self, names: Vec<char>, mut pieces: Vec<Vec<IVec3>>) -> (Isometry, Assembly) {
        let rotation = self.rotation(&names, &pieces);
        pieces.iter_mut().flatten().for_each(|cell| *cell = rotation.apply(*cell));
        (rotation, Assembly { groups: self.groups(&names), pieces, names })
    }

    /// The groups of pieces with these names.
    pub fn groups(&self, names: &[char]) -> Groups {
        let kind = |name: &char| self.groups.iter().position(|(other, _)| other == name);
        Groups { kinds: names.iter().filter_map(kind).collect(), of_kind: self.groups.iter().map(|(_, groups)| groups.clone()).collect() }
    }

    fn rotation(&self, names: &[char], pieces: &[Vec<IVec3>]) -> Isometry {
        let number = |rotation: &&Isometry| {
            let fixed = names.iter().position(|&name| name == self.fixed)?;
            let cells = rotation.apply_all(&pieces[fixed]);
            self.orientations.iter().position(|orientation| *orientation == cells)
        };
        // The first is the identity.
        self.rotations.iter().min_by_key(number).copied().unwrap_or(self.rotations[0])
    }
}
