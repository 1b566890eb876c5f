//! What a search finds, and what all answers come to together.

use std::ops::ControlFlow;

use serde::{Serialize, Serializer};

use super::{
    geometry::Extent,
    problem::{MOST_CELLS, Mask, Problem},
    state::{FREE, Grid},
    symmetry::{Counting, Cover, NO_PIECE, Orbit, Symmetry},
};
use crate::{board::Caption, search::Observer};

/// A filled figure. Written as its marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The box.
    pub extent: Extent,
    /// The piece on each cell, `#` outside, in reading order; all ASCII.
    pub marks: String,
    /// The pieces that the search placed, by their lowest cells; the others were pinned.
    pub placed: String,
    /// For how many it stands; none where every solution counts by itself.
    pub orbit: Option<Orbit>,
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.marks)
    }
}

impl Answer {
    /// The answer as cells.
    pub fn grid(&self) -> Grid {
        Grid { extent: self.extent, marks: self.marks.chars().collect() }
    }

    /// Its top layer, and for how many solutions it stands.
    pub fn caption(&self) -> Caption {
        let marks: Vec<char> = self.marks.chars().collect();
        let top = marks.rchunks(self.extent.x * self.extent.y).next().unwrap_or_default();
        let rows: Vec<String> = top.chunks(self.extent.x).map(|row| row.iter().collect()).collect();
        let detail = match self.orbit {
            Some(Orbit { solutions, .. }) if solutions > 1 => format!("stands for {solutions} solutions"),
            _ => String::new(),
        };
        Caption { title: rows.join(" "), detail }
    }
}

/// How many answers there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Solutions, however they lie.
    pub raw: u64,
    /// Solutions up to rotation; none with pinned pieces, which stay where they are.
    pub rotations: Option<u64>,
    /// Solutions up to rotation and reflection; none with pinned pieces.
    pub classes: Option<u64>,
}

impl Default for Summary {
    fn default() -> Self {
        Self { raw: 0, rotations: Some(0), classes: Some(0) }
    }
}

impl Summary {
    /// Takes one more answer in.
    pub fn add(&mut self, answer: &Answer) {
        let Some(orbit) = answer.orbit else {
            *self = Self { raw: self.raw + 1, rotations: None, classes: None };
            return;
        };
        self.raw += u64::from(orbit.solutions);
        self.rotations = self.rotations.map(|count| count + u64::from(orbit.up_to_rotation));
        self.classes = self.classes.map(|count| count + 1);
    }
}

impl Problem {
    /// Tells the observer of a solution, given as pieces with their cells, unless one of its images stands for it.
    ///
    /// `Among` says which images the search finds, too.
    pub fn tell(&self, chosen: &[(u8, Mask)], among: Among<'_>, observer: &mut dyn Observer<Answer>) -> ControlFlow<()> {
        let cover = cover_of(chosen);
        let rivals = match among {
            Among::AllImages => &self.symmetries.all,
            Among::ImagesUnder(symmetries) => symmetries,
        };
        if rivals.iter().any(|symmetry| symmetry.compare_image(&cover).is_lt()) {
            return ControlFlow::Continue(());
        }
        match among {
            Among::AllImages => observer.found(self.answer(&cover)),
            Among::ImagesUnder(_) => observer.found(self.answer(&self.symmetries.smallest_image(&cover))),
        }
    }

    fn answer(&self, cover: &Cover) -> Answer {
        let mut grid = self.grid.clone();
        let mut placed = String::new();
        for (&cell, &piece) in self.cells.iter().zip(cover) {
            if let Some(piece) = self.pieces.get(usize::from(piece)) {
                grid.set(cell, piece.name);
                if !placed.contains(piece.name) {
                    placed.push(piece.name);
                }
            }
        }
        let orbit = match self.symmetries.counting {
            Counting::Each => None,
            Counting::Classes => Some(self.symmetries.orbit(cover)),
        };
        debug_assert!(!grid.marks.contains(&FREE), "an answer fills the figure");
        Answer { extent: grid.extent, marks: grid.marks.into_iter().collect(), placed, orbit }
    }
}

/// Which images of a solution a search finds besides it.
#[derive(Clone, Copy, Debug)]
pub enum Among<'a> {
    /// Every one.
    AllImages,
    /// Those under these symmetries, since it placed one piece in one way of each orbit only, and these keep it there.
    ImagesUnder(&'a [Symmetry]),
}

fn cover_of(chosen: &[(u8, Mask)]) -> Cover {
    let mut cover = [NO_PIECE; MOST_CELLS];
    for &(piece, mask) in chosen {
        for cell in bits(mask) {
            cover[cell] = piece;
        }
    }
    cover
}

/// The places of the bits that are set, from the lowest.
pub fn bits(mut mask: Mask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros() as usize)?;
        mask &= mask - 1;
        Some(lowest)
    })
}
