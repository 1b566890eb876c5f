//! The list of solutions: exact in its count, bounded in its memory.

use std::sync::Arc;

/// At most this many solutions are kept to be looked at.
pub const CAPACITY: usize = 100_000;

/// What a search found, as far as it fits: the best ranks first, equal ranks in the order of finding.
///
/// When it no longer fits, solutions that all have one rank are thinned to an even sample; of several ranks the worst go.
#[derive(Clone, Debug)]
pub struct Solutions<A> {
    /// Shared with those who only read it.
    kept: Arc<Vec<A>>,
    count: u64,
    capacity: usize,
    thinned: Option<Thinned>,
}

/// Of the solutions of this rank, one in `stride` is kept.
#[derive(Clone, Copy, Debug)]
struct Thinned {
    rank: f64,
    stride: u64,
    /// How many of this rank were found.
    found: u64,
}

/// What taking in more solutions did to those that were kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// Each is where it was.
    Kept,
    /// Some are elsewhere, or gone.
    Changed,
}

impl<A: Clone> Default for Solutions<A> {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl<A: Clone> Solutions<A> {
    /// An empty list that keeps at most so many solutions.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { kept: Arc::default(), count: 0, capacity, thinned: None }
    }

    /// A list of so many solutions, of which none is kept.
    pub fn counted(count: u64) -> Self {
        Self { count, ..Self::default() }
    }

    /// The solutions that are kept, in the order of the list.
    pub fn kept(&self) -> &[A] {
        &self.kept
    }

    /// All that were found, if all of them are kept.
    pub fn all(&self) -> Option<Arc<Vec<A>>> {
        (!self.is_thinned()).then(|| self.kept.clone())
    }

    /// How many were found.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether some of the solutions found are not kept.
    pub fn is_thinned(&self) -> bool {
        (self.kept.len() as u64) < self.count
    }

    /// Takes in more solutions.
    pub fn extend(&mut self, batch: impl IntoIterator<Item = A>, rank: impl Fn(&A) -> f64) -> Places {
        let before = self.kept.len();
        for solution in batch {
            self.count += 1;
            if self.is_sampled(rank(&solution)) {
                Arc::make_mut(&mut self.kept).push(solution);
            }
        }
        let mut places = Places::Kept;
        if !self.kept[before.saturating_sub(1)..].is_sorted_by(|a, b| rank(a) <= rank(b)) {
            Arc::make_mut(&mut self.kept).sort_by(|a, b| rank(a).total_cmp(&rank(b)));
            places = Places::Changed;
        }
        while self.kept.len() > self.capacity {
            self.shrink(&rank);
            places = Places::Changed;
        }
        places
    }

    /// Whether a solution of this rank, found now, belongs to the sample.
    fn is_sampled(&mut self, rank: f64) -> bool {
        match &mut self.thinned {
            Some(thinned) if thinned.rank == rank => {
                thinned.found += 1;
                (thinned.found - 1).is_multiple_of(thinned.stride)
            }
            _ => true,
        }
    }

    fn shrink(&mut self, rank: impl Fn(&A) -> f64) {
        let [first, .., last] = self.kept.as_slice() else { return };
        let best = rank(first);
        if best < rank(last) {
            Arc::make_mut(&mut self.kept).truncate(self.capacity);
            return;
        }
        let all = Thinned { rank: best, stride: 1, found: self.kept.len() as u64 };
        let thinned = match &mut self.thinned {
            Some(thinned) if thinned.rank == best => thinned,
            // What was thinned before has had to go for better ones.
            other => other.insert(all),
        };
        thinned.stride *= 2;
        let mut index = 0;
        Arc::make_mut(&mut self.kept).retain(|_| {
            index += 1;
            index % 2 == 1
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_ranks_are_sampled_evenly() {
        let mut solutions = Solutions::with_capacity(100);
        for batch in 0..1000_u32 {
            solutions.extend(batch * 7..batch * 7 + 7, |_| 0.0);
        }
        assert_eq!(solutions.count(), 7000);
        assert!(solutions.is_thinned());
        let gaps: Vec<u32> = solutions.kept().windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(50 <= solutions.kept().len() && solutions.kept().len() <= 100);
        assert_eq!(solutions.kept()[0], 0);
        assert!(gaps.iter().all(|&gap| gap == gaps[0]), "{gaps:?}");
    }

    #[test]
    fn a_better_rank_is_sampled_as_evenly_as_the_one_before() {
        let mut solutions = Solutions::with_capacity(100);
        solutions.extend(0..5000, |&solution| f64::from(u8::from(solution < 1000)));
        assert_eq!(solutions.kept()[0], 1000, "the others had to go");
        let gaps: Vec<i32> = solutions.kept().windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(50 <= solutions.kept().len() && gaps.iter().all(|&gap| gap == gaps[0]), "{gaps:?}");
    }

    #[test]
    fn the_best_ranks_are_kept_and_come_first() {
        let mut solutions = Solutions::with_capacity(10);
        // 7 has no common factor with 1000, so this visits every number once.
        for batch in 0..100_u32 {
            solutions.extend((0..10).map(|i| (batch * 10 + i) * 7 % 1000), |&solution| f64::from(solution / 2));
        }
        assert_eq!(solutions.count(), 1000);
        assert_eq!(solutions.kept().iter().map(|solution| solution / 2).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
    }

    #[test]
    fn a_better_rank_is_never_sampled_out() {
        let mut solutions = Solutions::with_capacity(10);
        solutions.extend(vec![5.0; 1001], |&rank| rank);
        solutions.extend([1.0, 5.0, 2.0], |&rank| rank);
        solutions.extend([1.0, 1.0, 1.0], |&rank| rank);
        assert_eq!(solutions.kept()[..5], [1.0, 1.0, 1.0, 1.0, 2.0]);
    }

    #[test]
    fn moved_places_are_told() {
        let mut solutions = Solutions::with_capacity(4);
        let rank = |&solution: &i32| f64::from(solution / 10);
        assert_eq!(solutions.extend([11, 12], rank), Places::Kept);
        assert_eq!(solutions.extend([13], rank), Places::Kept);
        assert_eq!(solutions.extend([5], rank), Places::Changed);
        assert_eq!(solutions.kept(), [5, 11, 12, 13]);
        assert_eq!(solutions.extend([14], rank), Places::Changed, "one had to go");
    }
}
