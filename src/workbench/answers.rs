//! The list of answers: exact in its count, bounded in its memory.

/// At most this many answers are kept to be looked at.
pub const CAPACITY: usize = 100_000;

/// What a search found, as far as it fits: the best ranks first, and of equal ranks an even sample in the order of finding.
#[derive(Clone, Debug)]
pub struct Answers<A> {
    kept: Vec<A>,
    count: u64,
    capacity: usize,
    /// Of the answers that share one rank, while all do, one in so many is kept.
    stride: u64,
}

impl<A> Default for Answers<A> {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl<A> Answers<A> {
    fn with_capacity(capacity: usize) -> Self {
        Self { kept: Vec::new(), count: 0, capacity, stride: 1 }
    }

    /// The answers that are kept, in the order of the list.
    pub fn kept(&self) -> &[A] {
        &self.kept
    }

    /// How many were found.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether some of the answers found are not kept.
    pub fn is_thinned(&self) -> bool {
        (self.kept.len() as u64) < self.count
    }

    /// Takes in more answers.
    pub fn extend(&mut self, batch: impl IntoIterator<Item = A>, rank: impl Fn(&A) -> f64) {
        let sorted_until = self.kept.len();
        for answer in batch {
            let is_sampled_out =
                !self.count.is_multiple_of(self.stride) && self.kept.first().is_some_and(|first| rank(first) == rank(&answer));
            self.count += 1;
            if !is_sampled_out {
                self.kept.push(answer);
            }
        }
        if !self.kept[sorted_until.saturating_sub(1)..].is_sorted_by(|a, b| rank(a) <= rank(b)) {
            self.kept.sort_by(|a, b| rank(a).total_cmp(&rank(b)));
        }
        while self.kept.len() > self.capacity {
            self.shrink(&rank);
        }
    }

    fn shrink(&mut self, rank: impl Fn(&A) -> f64) {
        let [first, .., last] = self.kept.as_slice() else { return };
        if rank(first) < rank(last) {
            self.kept.truncate(self.capacity);
        } else {
            self.stride *= 2;
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ranks_are_sampled_evenly() {
        let mut answers = Answers::with_capacity(100);
        for batch in 0..1000_u32 {
            answers.extend(batch * 7..batch * 7 + 7, |_| 0.0);
        }
        assert_eq!(answers.count(), 7000);
        assert!(answers.is_thinned());
        let gaps: Vec<u32> = answers.kept().windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(50 <= answers.kept().len() && answers.kept().len() <= 100);
        assert_eq!(answers.kept()[0], 0);
        assert!(gaps.iter().all(|&gap| gap == gaps[0]), "{gaps:?}");
    }

    #[test]
    fn the_best_ranks_are_kept_and_come_first() {
        let mut answers = Answers::with_capacity(10);
        // 7 has no common factor with 1000, so this visits every number once.
        for batch in 0..100_u32 {
            answers.extend((0..10).map(|i| (batch * 10 + i) * 7 % 1000), |&answer| f64::from(answer / 2));
        }
        assert_eq!(answers.count(), 1000);
        assert_eq!(answers.kept().iter().map(|answer| answer / 2).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
    }

    #[test]
    fn a_better_rank_is_never_sampled_out() {
        let mut answers = Answers::with_capacity(10);
        answers.extend(vec![5.0; 1001], |&rank| rank);
        answers.extend([1.0, 5.0, 2.0], |&rank| rank);
        assert_eq!(answers.kept()[..2], [1.0, 2.0]);
    }
}
