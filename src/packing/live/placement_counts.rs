//! How many solutions have each placement: what the piece in hand keeps at each place.

use std::{collections::HashMap, sync::Arc};

use glam::IVec3;

use crate::model::{
    equal_pieces::NO_PIECE,
    geometry::Extent,
    isometry::{normalized, reading_order},
    problem::Problem,
    symmetry::Cover,
};

/// The cells of a placement by their index in the box, in reading order.
pub type CellIndices = Vec<u16>;

/// For each placement, the number of solutions that have it; placements in no solution are not listed. Equal pieces have the same counts,
/// since it does not matter which of them is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacementCounts {
    extent: Extent,
    /// For each piece, the index of its shape in `by_shape`.
    shapes: HashMap<char, usize>,
    by_shape: Arc<Vec<HashMap<CellIndices, u64>>>,
}

impl PlacementCounts {
    /// Creates the table from counts for the first piece of each shape, by its number in the problem.
    pub fn new(problem: &Problem, counts: impl IntoIterator<Item = (usize, CellIndices, u64)>) -> Self {
        let equal_pieces = &problem.symmetries.equal_pieces;
        let mut by_shape = vec![HashMap::new(); problem.pieces.len()];
        for (piece, places, count) in counts {
            by_shape[piece].insert(places, count);
        }
        let shapes = problem.pieces.iter().enumerate().map(|(number, piece)| (piece.mark, equal_pieces.first(number))).collect();
        Self { extent: problem.grid.extent, shapes, by_shape: Arc::new(by_shape) }
    }

    /// Returns how many solutions have the piece, or an equal one, on these cells.
    pub fn solutions_with(&self, piece: char, cells: &[IVec3]) -> u64 {
        let mut cells = cells.to_vec();
        cells.sort_unstable_by_key(reading_order);
        let places: Option<CellIndices> = cells.iter().map(|&cell| self.extent.index(cell).map(|place| place as u16)).collect();
        places.and_then(|places| self.by_shape[*self.shapes.get(&piece)?].get(&places).copied()).unwrap_or(0)
    }

    /// Returns how many solutions have the piece, or an equal one, in each of these orientations.
    pub fn by_orientation(&self, piece: char, orientations: &[Vec<IVec3>]) -> Vec<u64> {
        let mut counts = vec![0; orientations.len()];
        for (places, count) in self.shapes.get(&piece).into_iter().flat_map(|&shape| &self.by_shape[shape]) {
            let cells = normalized(places.iter().map(|&place| self.extent.cell(usize::from(place))).collect());
            if let Some(orientation) = orientations.iter().position(|known| *known == cells) {
                counts[orientation] += count;
            }
        }
        counts
    }

    /// The sum of the counts of all placements; equal pieces count once.
    pub fn total(&self) -> u64 {
        self.by_shape.iter().flat_map(HashMap::values).sum()
    }
}

/// Counts placements solution by solution.
#[derive(Clone, Debug)]
pub struct PlacementCounter {
    extent: Extent,
    /// For each piece, its mark and the first piece of its shape.
    pieces: Vec<(char, usize)>,
    /// For each cell to be covered, its index in the box.
    places: Vec<u16>,
    /// The counts of the first piece of each shape.
    by_shape: Vec<HashMap<CellIndices, u64>>,
    /// The cells of each piece in the current solution; reused to save memory.
    covered: Vec<CellIndices>,
}

impl PlacementCounter {
    /// Starts with no solutions.
    pub fn new(problem: &Problem) -> Self {
        let extent = problem.grid.extent;
        let pieces = problem.pieces.len();
        let equal_pieces = &problem.symmetries.equal_pieces;
        Self {
            extent,
            pieces: problem.pieces.iter().enumerate().map(|(number, piece)| (piece.mark, equal_pieces.first(number))).collect(),
            places: problem.box_indices(),
            by_shape: vec![HashMap::new(); pieces],
            covered: vec![CellIndices::new(); pieces],
        }
    }

    /// Counts the placements of one more solution.
    pub fn add(&mut self, cover: &Cover) {
        self.covered.iter_mut().for_each(Vec::clear);
        for (&piece, &place) in cover.iter().zip(&self.places).filter(|&(&piece, _)| piece != NO_PIECE) {
            self.covered[usize::from(piece)].push(place);
        }
        for (&(_, shape), places) in self.pieces.iter().zip(&self.covered).filter(|(_, places)| !places.is_empty()) {
            let counts = &mut self.by_shape[shape];
            match counts.get_mut(places.as_slice()) {
                Some(count) => *count += 1,
                None => drop(counts.insert(places.clone(), 1)),
            }
        }
    }

    /// Returns the counts.
    pub fn into_counts(self) -> PlacementCounts {
        PlacementCounts { extent: self.extent, shapes: self.pieces.into_iter().collect(), by_shape: Arc::new(self.by_shape) }
    }
}
