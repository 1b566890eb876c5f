//! A body as data: the triangles of its surface, to be printed in three dimensions. Nothing here knows how that is done.

pub use glam::Vec3;

/// Closed surfaces, of one solid or of several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// The corners of each triangle in millimetres, counterclockwise as seen from outside.
    pub triangles: Vec<[Vec3; 3]>,
}

/// How a body is to be made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Making {
    /// The side of a cell, in millimetres.
    pub cell_mm: f32,
    /// How far apart the surfaces of neighbouring pieces are, in millimetres: pieces that are to be put together need some room.
    pub gap_mm: f32,
    /// How the pieces lie.
    pub arrangement: Arrangement,
}

/// How the pieces of a body lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// As in the solution.
    #[default]
    Assembled,
    /// Each by itself on the ground, as they are best printed.
    Apart,
}

impl Default for Making {
    fn default() -> Self {
        Self { cell_mm: 20.0, gap_mm: 0.2, arrangement: Arrangement::Assembled }
    }
}

impl Mesh {
    /// The volume that it encloses, in cubic millimetres; negative if it is inside out.
    pub fn volume(&self) -> f32 {
        self.triangles.iter().map(|[a, b, c]| a.dot(b.cross(*c))).sum::<f32>() / 6.0
    }
}
