//! The places on the board that inputs, flaws and hints are about.

/// A place on the board; cells count in reading order of the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A cell in the flat layers.
    Cell(u16),
    /// The faces of a cell's cube in the solid view.
    Face(u16),
    /// What lies behind the solid view and turns it.
    Turntable,
}

impl Spot {
    /// The place of its cell in the box, if it has one.
    pub fn place(self) -> Option<usize> {
        match self {
            Self::Cell(place) | Self::Face(place) => Some(place.into()),
            Self::Turntable => None,
        }
    }
}
