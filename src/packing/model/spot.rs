//! The spots on the board that inputs, flaws and hints refer to.

/// A spot on the board; cells are numbered in the reading order of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A cell in the flat layers.
    Cell(u16),
    /// A face of a cell's cube in the 3D view.
    Face(u16),
    /// The background of the 3D view; dragging it rotates the view.
    Turntable,
}

impl Spot {
    /// Returns the index of its cell in the box, if it has one.
    pub fn index(self) -> Option<usize> {
        match self {
            Self::Cell(index) | Self::Face(index) => Some(index.into()),
            Self::Turntable => None,
        }
    }
}
