//! A solid body as data: the triangles of its surface, for 3D printing. `export` writes it as a file.

pub use glam::Vec3;

/// The closed surfaces of one or several solids.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The corners of each triangle in millimetres, counterclockwise when seen from outside.
    pub triangles: Vec<[Vec3; 3]>,
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
}

/// Where the pieces of a body are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// In their places in the solution.
    #[default]
    Assembled,
    /// Side by side on the ground, which is best for printing.
    Apart,
}

impl Default for PrintSettings {
    fn default() -> Self {
        Self { cell_mm: 20.0, gap_mm: 0.2, arrangement: Arrangement::Assembled }
    }
}

impl Mesh {
    /// The enclosed volume in cubic millimetres; negative if the surfaces are inside out.
    pub fn volume(&self) -> f32 {
        self.triangles.iter().map(|[a, b, c]| a.dot(b.cross(*c))).sum::<f32>() / 6.0
    }
}
