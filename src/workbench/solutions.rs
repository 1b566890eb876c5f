//! The list of solutions, with an exact count and bounded memory.

use std::{
    mem,
    ops::{Deref, DerefMut},
    sync::Arc,
    thread,
};

/// The maximum number of solutions that a list keeps.
pub const CAPACITY: usize = 100_000;

/// More solutions than this take a noticeable part of a frame to move or to free.
const MANY: usize = 1000;

/// The solutions of a search, as far as they fit: the best ranks first, equal ranks in the order found.
///
/// When the list is full, the worst ranks are dropped. If all solutions have the same rank, they are thinned to an even sample.
#[derive(Clone, Debug)]
pub struct Solutions<A: Clone + Send + Sync + 'static> {
    kept: Shelf<A>,
    count: u64,
    capacity: usize,
    thinned: Option<Thinned>,
}

/// Many solutions, shared with readers on other threads. The last owner frees them on a thread of its own.
#[derive(Clone, Debug)]
pub struct Shelf<A: Send + Sync + 'static>(Arc<Vec<A>>);

impl<A: Send + Sync + 'static> Drop for Shelf<A> {
    fn drop(&mut self) {
        Arc::get_mut(&mut self.0).map(mem::take).into_iter().for_each(free);
    }
}

impl<A: Send + Sync + 'static> Deref for Shelf<A> {
    type Target = Vec<A>;

    fn deref(&self) -> &Vec<A> {
        &self.0
    }
}

impl<A: Clone + Send + Sync + 'static> DerefMut for Shelf<A> {
    fn deref_mut(&mut self) -> &mut Vec<A> {
        Arc::make_mut(&mut self.0)
    }
}

/// The solutions of this rank are thinned: one in `stride` is kept.
#[derive(Clone, Copy, Debug)]
struct Thinned {
    rank: f64,
    stride: u64,
    /// The number of solutions found with this rank.
    found: u64,
}

/// What adding solutions did to the indexes of those kept before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Places {
    /// All are the same.
    Kept,
    /// Some have changed, or their solutions were dropped.
    Changed,
}

impl<A: Clone + Send + Sync + 'static> Default for Solutions<A> {
    fn default() -> Self {
        Self::with_capacity(CAPACITY)
    }
}

impl<A: Clone + Send + Sync + 'static> Solutions<A> {
    /// Creates an empty list that keeps at most this many solutions.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { kept: Shelf(Arc::default()), count: 0, capacity, thinned: None }
    }

    /// Creates a list of this many solutions, none of which is kept.
    pub fn counted(count: u64) -> Self {
        Self { count, ..Self::default() }
    }

    /// Creates a list of this many solutions, of which these are kept.
    pub fn sampled(kept: Vec<A>, count: u64, rank: impl Fn(&A) -> f64) -> Self {
        let mut solutions = Self::default();
        solutions.extend(kept, rank);
        Self { count, ..solutions }
    }

    /// Returns at most this many of the solutions that are kept, evenly spread over the `first` ones that were found.
    pub fn sample(&self, first: u64, most: usize) -> Vec<A> {
        let share = if self.is_thinned() { first as f64 / self.count as f64 } else { 1.0 };
        let kept = (share * self.kept.len() as f64).round() as usize;
        let kept = &self.kept[..kept.min(self.kept.len()).min(usize::try_from(first).unwrap_or(usize::MAX))];
        let stride = kept.len().div_ceil(most.max(1)).max(1);
        kept.iter().step_by(stride).take(most).cloned().collect()
    }

    /// Returns the solutions that are kept, in the order of the list.
    pub fn kept(&self) -> &[A] {
        &self.kept
    }

    /// Returns all solutions found, if all of them are kept.
    pub fn all(&self) -> Option<Shelf<A>> {
        (!self.is_thinned()).then(|| self.kept.clone())
    }

    /// Returns the number of solutions found.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns whether some of the solutions found aren't kept.
    pub fn is_thinned(&self) -> bool {
        (self.kept.len() as u64) < self.count
    }

    /// Adds solutions.
    pub fn extend(&mut self, batch: impl IntoIterator<Item = A>, rank: impl Fn(&A) -> f64) -> Places {
        let before = self.kept.len();
        if MANY < before && self.kept.capacity() < self.capacity {
            // All at once: a list that grows moves all its solutions again and again, which takes too long for a frame of the window.
            let room = self.capacity + self.capacity / 8 - before;
            self.kept.reserve_exact(room);
        }
        for solution in batch {
            self.count += 1;
            if self.is_sampled(rank(&solution)) {
                self.kept.push(solution);
            }
        }
        let mut places = Places::Kept;
        if !self.kept[before.saturating_sub(1)..].is_sorted_by(|a, b| rank(a) <= rank(b)) {
            self.kept.sort_by(|a, b| rank(a).total_cmp(&rank(b)));
            places = Places::Changed;
        }
        while self.kept.len() > self.capacity {
            self.shrink(&rank);
            places = Places::Changed;
        }
        places
    }

    /// Returns whether a solution of this rank found now is part of the sample.
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
            return free(self.kept.split_off(self.capacity));
        }
        let all = Thinned { rank: best, stride: 1, found: self.kept.len() as u64 };
        let thinned = match &mut self.thinned {
            Some(thinned) if thinned.rank == best => thinned,
            // The rank thinned before was dropped for better ones.
            other => other.insert(all),
        };
        thinned.stride *= 2;
        // Every other one moves to the front, in its order: the window waits for this, and a new list would take new memory.
        let remaining = self.kept.len().div_ceil(2);
        let kept = &mut *self.kept;
        (1..remaining).for_each(|index| kept.swap(index, 2 * index));
        free(kept.split_off(remaining));
    }
}

/// Frees the memory of these solutions; if they are many, on a thread of its own, since the window waits for this.
pub(super) fn free<A: Send + 'static>(solutions: Vec<A>) {
    if MANY < solutions.len() {
        // If the system refuses the thread, this frees them at once.
        let _ = thread::Builder::new().name("freed solutions".to_owned()).spawn(move || drop(solutions));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn a_long_list_is_freed_on_another_thread_by_its_last_owner() {
        /// Says on which thread it is dropped.
        #[derive(Clone)]
        struct Item(mpsc::Sender<thread::ThreadId>);
        impl Drop for Item {
            fn drop(&mut self) {
                self.0.send(thread::current().id()).ok();
            }
        }
        let (sender, dropped) = mpsc::channel();
        let mut solutions = Solutions::with_capacity(5000);
        solutions.extend((0..2000).map(|_| Item(sender.clone())), |_| 0.0);
        let reader = solutions.clone();
        drop(solutions);
        assert!(dropped.try_recv().is_err(), "another owner has it");
        drop((reader, sender));
        let threads: Vec<thread::ThreadId> = dropped.iter().collect();
        assert!(threads.len() == 2000 && threads.iter().all(|&id| id != thread::current().id()));
    }

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
    fn a_better_rank_is_thinned_as_evenly() {
        let mut solutions = Solutions::with_capacity(100);
        solutions.extend(0..5000, |&solution| f64::from(u8::from(solution < 1000)));
        assert_eq!(solutions.kept()[0], 1000, "worse ranks were dropped");
        let gaps: Vec<i32> = solutions.kept().windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(50 <= solutions.kept().len() && gaps.iter().all(|&gap| gap == gaps[0]), "{gaps:?}");
    }

    #[test]
    fn the_best_ranks_are_kept_and_come_first() {
        let mut solutions = Solutions::with_capacity(10);
        // 7 and 1000 have no common factor, so this visits every number once.
        for batch in 0..100_u32 {
            solutions.extend((0..10).map(|i| (batch * 10 + i) * 7 % 1000), |&solution| f64::from(solution / 2));
        }
        assert_eq!(solutions.count(), 1000);
        assert_eq!(solutions.kept().iter().map(|solution| solution / 2).collect::<Vec<_>>(), [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]);
    }

    #[test]
    fn a_better_rank_is_never_thinned_out() {
        let mut solutions = Solutions::with_capacity(10);
        solutions.extend(vec![5.0; 1001], |&rank| rank);
        solutions.extend([1.0, 5.0, 2.0], |&rank| rank);
        solutions.extend([1.0, 1.0, 1.0], |&rank| rank);
        assert_eq!(solutions.kept()[..5], [1.0, 1.0, 1.0, 1.0, 2.0]);
    }

    #[test]
    fn a_sample_of_the_first_solutions_can_be_continued() {
        let mut solutions = Solutions::default();
        solutions.extend(0..1000, |_| 0.0);
        assert_eq!(solutions.sample(1000, 2000), (0..1000).collect::<Vec<_>>());
        assert_eq!(solutions.sample(5, 2000), [0, 1, 2, 3, 4], "the search had found no more at that time");
        assert_eq!(solutions.sample(1000, 4), [0, 250, 500, 750]);
        assert!(solutions.sample(1000, 0).is_empty());
        let mut sampled = Solutions::sampled(vec![0, 250, 500, 750], 1000, |_| 0.0);
        assert_eq!((sampled.count(), sampled.sample(1000, 2000)), (1000, vec![0, 250, 500, 750]));
        sampled.extend([1000], |_| 0.0);
        assert_eq!((sampled.count(), sampled.kept()), (1001, &[0, 250, 500, 750, 1000][..]));
    }

    #[test]
    fn changed_indexes_are_reported() {
        let mut solutions = Solutions::with_capacity(4);
        let rank = |&solution: &i32| f64::from(solution / 10);
        assert_eq!(solutions.extend([11, 12], rank), Places::Kept);
        assert_eq!(solutions.extend([13], rank), Places::Kept);
        assert_eq!(solutions.extend([5], rank), Places::Changed);
        assert_eq!(solutions.kept(), [5, 11, 12, 13]);
        assert_eq!(solutions.extend([14], rank), Places::Changed, "a solution was dropped");
    }
}
