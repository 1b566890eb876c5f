//! A solid body as data: the triangles of its surface, for 3D printing. `export` writes it as a file.

use std::path::{Path, PathBuf};

pub use glam::Vec3;

/// The closed surfaces of one or several solids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The corners of each triangle in millimetres, counterclockwise when seen from outside.
    pub triangles: Vec<[Vec3; 3]>,
}

/// A body that is written to a file of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What distinguishes the name of its file from those of others; empty if there are none.
    pub name: String,
    /// The body.
    pub mesh: Mesh,
}

impl Model {
    /// The name of the file of a model with this name, given that for all of them: `burr-plate-1.stl` for `burr.stl`.
    pub fn path(name: &str, path: &Path) -> PathBuf {
        if name.is_empty() {
            return path.to_owned();
        }
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let extension = path.extension().map_or_else(String::new, |extension| format!(".{}", extension.to_string_lossy()));
        path.with_file_name(format!("{stem}-{name}{extension}"))
    }
}

/// Dimensions and arrangement of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrintSettings {
    /// The side of a cell, in millimetres.
    pub cell_mm: f32,
    /// The gap between the surfaces of neighbouring pieces, in millimetres, so that printed pieces can be assembled.
    pub gap_mm: f32,
    /// Where the pieces are.
    pub arrangement: Arrangement,
    /// The width and the depth of the printer's bed, in millimetres.
    pub bed_mm: [f32; 2],
}

/// Where the pieces of a body are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// In their places in the solution.
    #[default]
    Assembled,
    /// Side by side on the ground, which is best for printing.
    Apart,
    /// Each in a file of its own; copies in one.
    EachPiece,
    /// Side by side on as many beds as they need, each in a file of its own.
    OnBeds,
}

impl Default for PrintSettings {
    fn default() -> Self {
        Self { cell_mm: 20.0, gap_mm: 0.2, arrangement: Arrangement::Assembled, bed_mm: [220.0, 220.0] }
    }
}

impl PrintSettings {
    /// The largest gap is the length of a cell divided by this: half of each cell remains at least.
    const LARGEST_GAP: f32 = 2.0;
    /// The smallest gap other than 0 is the length of a cell divided by this. In the numbers of a file, which have seven digits, a smaller
    /// one would vanish in the longest figure.
    const SMALLEST_GAP: f32 = 5000.0;

    /// Checks that the gap fits the cells.
    ///
    /// # Errors
    /// What is wrong with it, and the gaps that fit: a sentence without the full stop.
    pub fn check(&self) -> Result<(), String> {
        let Self { cell_mm, gap_mm, .. } = *self;
        let (smallest, largest) = (cell_mm / Self::SMALLEST_GAP, cell_mm / Self::LARGEST_GAP);
        if largest < gap_mm {
            return Err(format!("a gap of {gap_mm} mm is too large for cells of {cell_mm} mm; the largest that fits is {largest} mm"));
        }
        if 0.0 < gap_mm && gap_mm < smallest {
            return Err(format!("a gap of {gap_mm} mm is too small for cells of {cell_mm} mm; use 0 or at least {smallest} mm"));
        }
        Ok(())
    }
}

impl Mesh {
    /// The enclosed volume in cubic millimetres; negative if the surfaces are inside out.
    pub fn volume(&self) -> f32 {
        self.triangles.iter().map(|[a, b, c]| a.dot(b.cross(*c))).sum::<f32>() / 6.0
    }
}
