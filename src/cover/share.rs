//! The share of a search's total work that each part has, from which its progress is computed.

/// A contiguous part of the work, relative to the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Share {
    /// Where it starts, from 0 to 1.
    pub from: f64,
    /// Its size, from 0 to 1.
    pub size: f64,
}

impl Share {
    /// All of the work.
    pub const WHOLE: Self = Self { from: 0.0, size: 1.0 };

    /// How much of all work is done once this much of the share is, if it is done in order.
    pub fn at(self, done: f32) -> f32 {
        self.from as f32 + self.size as f32 * done
    }

    /// Cuts the share into `of` equal slices and returns those from `first` to before `last`.
    pub fn slice(self, first: usize, last: usize, of: usize) -> Self {
        let piece = self.size / of.max(1) as f64;
        Self { from: self.from + piece * first as f64, size: piece * (last - first) as f64 }
    }

    /// Cuts the share into `of` equal slices and returns the one at this index.
    pub fn nth(self, index: usize, of: usize) -> Self {
        self.slice(index, index + 1, of)
    }

    /// Cuts the share in proportion to the weights, or equally if all of them are 0.
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
    fn cuts_are_adjacent_and_proportional() {
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
