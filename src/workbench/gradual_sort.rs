//! A stable sort that can be done a little at a time, since the window can't wait for a long list.

use std::{cmp::Ordering, mem, time::Instant};

/// This many items are put in order at once, before there is anything to merge.
const RUN: usize = 32;

/// A merge sort of the numbers from 0 that stops between any two of its steps.
#[derive(Clone, Debug, Default)]
pub struct GradualSort {
    /// The items; sorted within each run of `width`.
    items: Vec<u32>,
    /// Sorted runs of twice the width, as far as they are merged.
    merged: Vec<u32>,
    /// How long the sorted runs are; 0 before there are any.
    width: usize,
    /// The next items of the two runs that are being merged.
    next: [usize; 2],
}

impl GradualSort {
    /// Nothing is sorted yet.
    pub fn new(count: usize) -> Self {
        Self { items: (0..count as u32).collect(), ..Self::default() }
    }

    /// Does small steps until all is done or the time is up, at least one. Returns the sorted numbers once all is done.
    pub fn run_until(&mut self, deadline: Instant, compare: impl Fn(u32, u32) -> Ordering) -> Option<Vec<u32>> {
        loop {
            let sorted = self.step(&compare);
            if sorted.is_some() || deadline <= Instant::now() {
                return sorted;
            }
        }
    }

    /// Does a small step: places at most a few hundred items. Returns the sorted numbers once all is done, and then no more steps may
    /// follow.
    fn step(&mut self, compare: impl Fn(u32, u32) -> Ordering) -> Option<Vec<u32>> {
        const ITEMS: usize = 256;
        let count = self.items.len();
        if self.width == 0 {
            let end = (self.merged.len() + ITEMS).min(count);
            let mut runs = self.items[self.merged.len()..end].to_vec();
            runs.chunks_mut(RUN).for_each(|run| run.sort_by(|&one, &other| compare(one, other)));
            self.merged.extend(runs);
        } else {
            for _ in 0..ITEMS.min(count - self.merged.len()) {
                self.merge_one(&compare);
            }
        }
        if self.merged.len() < count {
            return None;
        }
        self.items = mem::take(&mut self.merged);
        self.width = if self.width == 0 { RUN } else { 2 * self.width };
        (count <= self.width).then(|| mem::take(&mut self.items))
    }

    /// Merges one more item of the pair of runs that ends after the merged ones.
    fn merge_one(&mut self, compare: &impl Fn(u32, u32) -> Ordering) {
        let (count, width) = (self.items.len(), self.width);
        let pair = self.merged.len() / (2 * width) * (2 * width);
        if self.merged.len() == pair {
            self.next = [pair, (pair + width).min(count)];
        }
        let [left, right] = self.next;
        let (middle, end) = ((pair + width).min(count), (pair + 2 * width).min(count));
        // Of equal items the left one comes first: that makes the sort stable.
        let takes_left = left < middle && (right == end || compare(self.items[left], self.items[right]).is_le());
        let from = usize::from(!takes_left);
        self.merged.push(self.items[self.next[from]]);
        self.next[from] += 1;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_sorts_as_a_stable_sort_does(keys in prop::collection::vec(0_u8..20, 0..2000)) {
            let compare = |one: u32, other: u32| keys[one as usize].cmp(&keys[other as usize]);
            let mut sort = GradualSort::new(keys.len());
            let mut steps = 0;
            let sorted = loop {
                steps += 1;
                if let Some(sorted) = sort.step(compare) {
                    break sorted;
                }
            };
            let mut expected: Vec<u32> = (0..keys.len() as u32).collect();
            expected.sort_by(|&one, &other| compare(one, other));
            prop_assert_eq!(sorted, expected);
            prop_assert!(keys.len() / 256 <= steps, "it takes small steps");
        }
    }
}
