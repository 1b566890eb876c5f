//! The techniques, and the progress reports that they share. Each has a file and uses no other, except for the enumeration in
//! [`combinations`].

use std::ops::ControlFlow;

use crate::{
    puzzle::Technique,
    puzzles::set::{Set, model::solution::Solution, words},
    search::{Observer, Tally},
};

pub mod combinations;
pub mod precomputed;
pub mod sums;
pub mod lines;
pub mod completion;
pub mod first;
pub mod published;

/// All techniques, fastest first for a usual hand of twelve cards.
pub static TECHNIQUES: [Technique<Set>; 5] = [
    Technique {
        key: "completion",
        title: words::COMPLETION_TITLE,
        idea: words::COMPLETION_IDEA,
        source: words::COMPLETION_SOURCE,
        explored: words::COMPLETION_EXPLORED,
        kept: words::COMPLETION_KEPT,
        search: completion::search,
        trace: Err(words::NO_TRACE),
        tasks: None,
        published: None,
    },
    Technique {
        key: "sums",
        title: words::SUMS_TITLE,
        idea: words::SUMS_IDEA,
        source: words::SUMS_SOURCE,
        explored: words::COMBINATIONS_TESTED,
        kept: words::FOUND,
        search: sums::search,
        trace: Err(words::NO_TRACE),
        tasks: None,
        published: None,
    },
    Technique {
        key: "lines",
        title: words::LINES_TITLE,
        idea: words::LINES_IDEA,
        source: words::LINES_SOURCE,
        explored: words::LINES_EXPLORED,
        kept: words::FOUND,
        search: lines::search,
        trace: Err(words::NO_TRACE),
        tasks: None,
        published: None,
    },
    Technique {
        key: "precomputed",
        title: words::PRECOMPUTED_TITLE,
        idea: words::PRECOMPUTED_IDEA,
        source: words::PRECOMPUTED_SOURCE,
        explored: words::COMBINATIONS_TESTED,
        kept: words::FOUND,
        search: precomputed::search,
        trace: Err(words::NO_TRACE),
        tasks: None,
        published: Some(published::published),
    },
    Technique {
        key: "combinations",
        title: words::COMBINATIONS_TITLE,
        idea: words::COMBINATIONS_IDEA,
        source: words::COMBINATIONS_SOURCE,
        explored: words::COMBINATIONS_TESTED,
        kept: words::FOUND,
        search: combinations::search,
        trace: Err(words::NO_TRACE),
        tasks: None,
        published: Some(published::published),
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
