//! The techniques, and the progress reports that they share. Each has a file and uses no other, except for the enumeration in
//! [`combinations`].

use std::ops::ControlFlow;

use crate::{Set, model::solution::Solution};
use base::{
    puzzle::Technique,
    search::{Observer, Tally},
};

pub mod combinations;
pub mod precomputed;
pub mod sums;
pub mod lines;
pub mod completion;
pub mod first;
pub mod published;

const NO_TRACE: &str = "SET searches aren't recorded";
const COMBINATIONS_TESTED: &str = "combinations tested";
const FOUND: &str = "found";

/// All techniques, fastest first for a usual hand of twelve cards.
pub static TECHNIQUES: [Technique<Set>; 5] = [
    Technique {
        key: "completion",
        title: "completing card",
        idea: "Two cards determine the third. One table gives that card, another one its position in the hand, if it has one.",
        source: "folklore; made branch-free here",
        explored: "completing cards looked up",
        kept: "found on the table",
        search: &completion::search,
        trace: Err(NO_TRACE),
        tasks: None,
        published: None,
    },
    Technique {
        key: "sums",
        title: "packed sums",
        idea: "A card is a number with one byte per feature, and cards are added as numbers. The cards are a SET if every byte of the \
               sum is a multiple of 3.",
        source: "the sums of the APL solution, with each feature packed into a byte",
        explored: COMBINATIONS_TESTED,
        kept: FOUND,
        search: &sums::search,
        trace: Err(NO_TRACE),
        tasks: None,
        published: None,
    },
    Technique {
        key: "lines",
        title: "line masks",
        idea: "The 1,080 SETs of the deck are the lines of a space of 81 points, each stored as an 81-bit mask. Every mask is compared \
               with the hand, so the work is the same for any number of cards.",
        source: "the affine space over three elements",
        explored: "masks tested",
        kept: FOUND,
        search: &lines::search,
        trace: Err(NO_TRACE),
        tasks: None,
        published: None,
    },
    Technique {
        key: "precomputed",
        title: "precomputed combinations",
        idea: "Which positions to combine depends only on the number of cards, so the list is made once and reused.",
        source: "the closing remark of the APL solution on comp.lang.apl, with COMBIN by Gary Bergquist",
        explored: COMBINATIONS_TESTED,
        kept: FOUND,
        search: &precomputed::search,
        trace: Err(NO_TRACE),
        tasks: None,
        published: Some(&published::published),
    },
    Technique {
        key: "combinations",
        title: "all combinations",
        idea: "Adds the bit matrices of every three cards, with a row for each feature. They are a SET if the largest number in every \
               row of the sum is 1 or 3.",
        source: "the APL solution on comp.lang.apl to a programming puzzle by Roger Hui",
        explored: COMBINATIONS_TESTED,
        kept: FOUND,
        search: &combinations::search,
        trace: Err(NO_TRACE),
        tasks: None,
        published: Some(&published::published),
    },
];

/// The work between two reports, in units of the tally. It takes well under a millisecond with every technique.
const INTERVAL: u64 = 4096;

/// Counts the work of a search and reports progress and solutions to the observer.
struct Reporter<'a> {
    observer: &'a mut dyn Observer<Solution>,
    tally: Tally,
    /// What the whole search explores.
    total: u64,
    /// What was explored and kept at the last report.
    last_report: u64,
}

impl<'a> Reporter<'a> {
    fn new(observer: &'a mut dyn Observer<Solution>, total: u64) -> Self {
        Self { observer, tally: Tally::default(), total, last_report: 0 }
    }

    /// Counts more work.
    fn explored(&mut self, more: u64) -> ControlFlow<()> {
        self.tally.explored += more;
        self.report_if_due()
    }

    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        self.tally.kept += 1;
        self.observer.found(solution)?;
        self.report_if_due()
    }

    fn report_if_due(&mut self) -> ControlFlow<()> {
        let work = self.tally.explored + self.tally.kept;
        if work - self.last_report < INTERVAL {
            return ControlFlow::Continue(());
        }
        self.last_report = work;
        let share = self.tally.explored as f64 / self.total.max(1) as f64;
        self.observer.progress(share.min(1.0) as f32, &self.tally)
    }

    fn finish(self) -> ControlFlow<()> {
        self.observer.progress(1.0, &self.tally)
    }
}

/// Returns the number of ways to choose `k` of `n` things.
pub(super) fn binomial(n: usize, k: usize) -> u64 {
    let Some(others) = n.checked_sub(k) else { return 0 };
    // Choosing k is the same as choosing the n - k others; the smaller number keeps the products small. Each division is exact: its
    // result is the binomial of n and `step + 1`.
    (0..k.min(others) as u64).fold(1, |product, step| product * (n as u64 - step) / (step + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials_are_exact() {
        let rows = [(0, 0, 1), (12, 3, 220), (2, 3, 0), (81, 3, 85_320), (81, 6, 324_540_216), (81, 69, 70_724_320_184_700), (81, 81, 1)];
        for (n, k, ways) in rows {
            assert_eq!(binomial(n, k), ways, "{k} of {n}");
        }
    }
}
