//! How much of a search's work lies where: the share of the whole that its progress tells.

/// A stretch of the work, as parts of the whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Where it begins, from 0 to 1.
    pub from: f64,
    /// How much it is.
    pub size: f64,
}

impl Share {
    /// All of the work.
    pub const WHOLE: Self = Self { from: 0.0, size: 1.0 };

    /// Of the stretch cut into so many equal pieces, those from the first to before the last.
    pub fn pieces(self, first: usize, last: usize, of: usize) -> Self {
        let piece = self.size / of.max(1) as f64;
        Self { from: self.from + piece * first as f64, size: piece * (last - first) as f64 }
    }

    /// Of the stretch cut into so many equal pieces, one.
    pub fn piece(self, place: usize, of: usize) -> Self {
        self.pieces(place, place + 1, of)
    }
}
