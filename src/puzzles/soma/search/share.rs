//! How much of a search's work lies where: the share of the whole that its progress tells.

/// A stretch of the work, as parts of the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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

    /// Cuts the stretch in proportion to the weights; equally if they are all 0.
    pub fn cut(self, weights: impl ExactSizeIterator<Item = f64> + Clone) -> impl Iterator<Item = Self> {
        let total: f64 = weights.clone().sum();
        let (unit, equal) = if total > 0.0 { (self.size / total, 0.0) } else { (0.0, self.size / weights.len().max(1) as f64) };
        weights.scan(self.from, move |from, weight| {
            let size = weight * unit + equal;
            let share = Self { from: *from, size };
            *from += size;
            Some(share)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_join_and_are_in_proportion() {
        let whole = Share { from: 0.25, size: 0.5 };
        let sizes = |weights: &[f64]| -> Vec<f64> {
            let shares: Vec<Share> = whole.cut(weights.iter().copied()).collect();
            assert!(shares.windows(2).all(|pair| pair[0].from + pair[0].size == pair[1].from));
            shares.iter().map(|share| share.size).collect()
        };
        assert_eq!(sizes(&[1.0, 3.0, 0.0]), [0.125, 0.375, 0.0]);
        assert_eq!(sizes(&[0.0, 0.0]), [0.25, 0.25]);
        assert_eq!(sizes(&[]), [0.0; 0]);
    }
}
