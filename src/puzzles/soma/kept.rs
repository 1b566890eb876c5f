//! How many solutions have each placement: what the piece in hand keeps, wherever it is put down.

use std::{collections::HashMap, sync::Arc};

use glam::IVec3;

use super::{
    geometry::{Extent, reading_order},
    problem::Problem,
    symmetry::Cover,
};

/// The cells of a placement by their places in the box, in reading order.
pub type Places = Vec<u16>;

/// For each placement how many solutions have it; those that are in none are not listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    extent: Extent,
    by: Arc<HashMap<char, HashMap<Places, u64>>>,
}

impl Kept {
    /// These counts in a box.
    pub fn new(extent: Extent, counts: impl IntoIterator<Item = (char, Places, u64)>) -> Self {
        let mut by: HashMap<char, HashMap<Places, u64>> = HashMap::new();
        for (piece, places, count) in counts {
            by.entry(piece).or_default().insert(places, count);
        }
        Self { extent, by: Arc::new(by) }
    }

    /// How many solutions have the piece on these cells.
    pub fn by(&self, piece: char, cells: &[IVec3]) -> u64 {
        let mut cells = cells.to_vec();
        cells.sort_unstable_by_key(reading_order);
        let places: Option<Places> = cells.iter().map(|&cell| self.extent.index(cell).map(|place| place as u16)).collect();
        places.and_then(|places| self.by.get(&piece)?.get(&places).copied()).unwrap_or(0)
    }

    /// The counts of all placements together.
    pub fn total(&self) -> u64 {
        self.by.values().flat_map(HashMap::values).sum()
    }
}

/// Counts placements, solution by solution.
#[derive(Clone, Debug)]
pub struct Counts {
    extent: Extent,
    names: Vec<char>,
    /// For each cell that is to be covered, its place in the box.
    places: Vec<u16>,
    by: Vec<HashMap<Places, u64>>,
    /// What a piece of the solution at hand covers; kept to spare memory.
    covered: Vec<Places>,
}

impl Counts {
    /// None yet.
    pub fn new(problem: &Problem) -> Self {
        let extent = problem.grid.extent;
        let pieces = problem.pieces.len();
        Self {
            extent,
            names: problem.pieces.iter().map(|piece| piece.name).collect(),
            places: places_of(problem),
            by: vec![HashMap::new(); pieces],
            covered: vec![Places::new(); pieces],
        }
    }

    /// Counts the placements of one more solution.
    pub fn add(&mut self, cover: &Cover) {
        self.covered.iter_mut().for_each(Vec::clear);
        for (&piece, &place) in cover.iter().zip(&self.places) {
            self.covered[usize::from(piece)].push(place);
        }
        for (counts, places) in self.by.iter_mut().zip(&self.covered).filter(|(_, places)| !places.is_empty()) {
            match counts.get_mut(places.as_slice()) {
                Some(count) => *count += 1,
                None => drop(counts.insert(places.clone(), 1)),
            }
        }
    }

    /// What was counted.
    pub fn into_kept(self) -> Kept {
        Kept { extent: self.extent, by: Arc::new(self.names.into_iter().zip(self.by).collect()) }
    }
}

/// For each cell that is to be covered, its place in the box.
pub fn places_of(problem: &Problem) -> Vec<u16> {
    problem.cells.iter().filter_map(|&cell| problem.grid.extent.index(cell)).map(|place| place as u16).collect()
}
