//! How many solutions have each placement: what the piece in hand keeps, wherever it is put down.

use std::{collections::HashMap, sync::Arc};

use glam::IVec3;

use crate::puzzles::soma::model::{
    geometry::{Extent, reading_order},
    problem::Problem,
    symmetry::Cover,
};

/// The cells of a placement by their places in the box, in reading order.
pub type Places = Vec<u16>;

/// For each placement how many solutions have it; those that are in none are not listed. Equal pieces have the same counts, since a
/// solution has a shape somewhere, whichever piece that is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    extent: Extent,
    /// For each piece the place of its shape in `by`.
    shapes: HashMap<char, usize>,
    by: Arc<Vec<HashMap<Places, u64>>>,
}

impl Kept {
    /// These counts in a box, of pieces that all differ.
    pub fn new(extent: Extent, counts: impl IntoIterator<Item = (char, Places, u64)>) -> Self {
        let mut shapes = HashMap::new();
        let mut by: Vec<HashMap<Places, u64>> = Vec::new();
        for (piece, places, count) in counts {
            let shape = *shapes.entry(piece).or_insert(by.len());
            if shape == by.len() {
                by.push(HashMap::new());
            }
            by[shape].insert(places, count);
        }
        Self { extent, shapes, by: Arc::new(by) }
    }

    /// How many solutions have the piece, or one equal to it, on these cells.
    pub fn by(&self, piece: char, cells: &[IVec3]) -> u64 {
        let mut cells = cells.to_vec();
        cells.sort_unstable_by_key(reading_order);
        let places: Option<Places> = cells.iter().map(|&cell| self.extent.index(cell).map(|place| place as u16)).collect();
        places.and_then(|places| self.by[*self.shapes.get(&piece)?].get(&places).copied()).unwrap_or(0)
    }

    /// The counts of all placements together, those of equal pieces once.
    pub fn total(&self) -> u64 {
        self.by.iter().flat_map(HashMap::values).sum()
    }
}

/// Counts placements, solution by solution.
#[derive(Clone, Debug)]
pub struct Counts {
    extent: Extent,
    /// For each piece its name and the first piece of its shape.
    pieces: Vec<(char, usize)>,
    /// For each cell that is to be covered, its place in the box.
    places: Vec<u16>,
    /// For the first piece of each shape.
    by: Vec<HashMap<Places, u64>>,
    /// What a piece of the solution at hand covers; kept to spare memory.
    covered: Vec<Places>,
}

impl Counts {
    /// None yet.
    pub fn new(problem: &Problem) -> Self {
        let extent = problem.grid.extent;
        let pieces = problem.pieces.len();
        let equals = &problem.symmetries.equals;
        Self {
            extent,
            pieces: problem.pieces.iter().enumerate().map(|(number, piece)| (piece.name, equals.first(number))).collect(),
            places: problem.places(),
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
        for (&(_, shape), places) in self.pieces.iter().zip(&self.covered).filter(|(_, places)| !places.is_empty()) {
            let counts = &mut self.by[shape];
            match counts.get_mut(places.as_slice()) {
                Some(count) => *count += 1,
                None => drop(counts.insert(places.clone(), 1)),
            }
        }
    }

    /// What was counted.
    pub fn into_kept(self) -> Kept {
        Kept { extent: self.extent, shapes: self.pieces.into_iter().collect(), by: Arc::new(self.by) }
    }
}
