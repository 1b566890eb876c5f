//! The ways to search a hand, and what they have in common. Each has a file; none knows of the others, except that the
//! lists of combinations are described once.

use std::ops::ControlFlow;

use crate::{
    puzzle::Technique,
    puzzles::set::{Set, model::solution::Solution},
    search::{Observer, Tally},
};

pub mod combinations;
pub mod precomputed;
pub mod sums;
pub mod lines;
pub mod completion;
pub mod published;

const UNTRACED: &str = "no search of SET records a trace";

/// All techniques, fastest first on a usual hand of twelve.
pub static TECHNIQUES: [Technique<Set>; 5] = [
    Technique {
        key: "completion",
        title: "completing card",
        idea: "Two cards fix the third. A table tells it, and another where it lies on the table, if it does.",
        source: "folklore; stored without a branch here",
        explored: "completing cards looked up",
        kept: "found on the table",
        search: completion::search,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    },
    Technique {
        key: "sums",
        title: "packed sums",
        idea: "The four values of a card lie in the four bytes of a number. Numbers are added, and each byte of the sum must be a multiple of 3.",
        source: "packing the article's features",
        explored: "combinations tested",
        kept: "found",
        search: sums::search,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    },
    Technique {
        key: "lines",
        title: "line masks",
        idea: "The deck has 1080 SETs, the lines of a space with 81 points. Each is a mask of 81 bits that is held against the hand: always the same work, whatever the number of cards.",
        source: "the affine space over three elements",
        explored: "masks tested",
        kept: "found",
        search: lines::search,
        trace: Err(UNTRACED),
        tasks: None,
        published: None,
    },
    Technique {
        key: "precomputed",
        title: "listed combinations",
        idea: "Which positions to combine depends only on how many cards there are. The list is made once and kept.",
        source: "the closing remark of the APL solution on comp.lang.apl, with COMBIN by Gary Bergquist",
        explored: "combinations tested",
        kept: "found",
        search: precomputed::search,
        trace: Err(UNTRACED),
        tasks: None,
        published: Some(published::published),
    },
    Technique {
        key: "combinations",
        title: "all combinations",
        idea: "All combinations of the cards, as bit matrices with a row for each feature. Column sums tell: their maximum is 1 or 3 in every row.",
        source: "the APL solution on comp.lang.apl to a programming puzzle by Roger Hui",
        explored: "combinations tested",
        kept: "found",
        search: combinations::search,
        trace: Err(UNTRACED),
        tasks: None,
        published: Some(published::published),
    },
];

/// So many units of work take well under a millisecond with every technique.
const INTERVAL: u64 = 4096;

/// Counts the work of a search and tells of it every so often.
struct Account<'a> {
    observer: &'a mut dyn Observer<Solution>,
    tally: Tally,
    /// The work that the search will have done at its end.
    total: u64,
    /// What was explored and kept when it was last told of.
    told: u64,
}

impl<'a> Account<'a> {
    fn new(observer: &'a mut dyn Observer<Solution>, total: u64) -> Self {
        Self { observer, tally: Tally::default(), total, told: 0 }
    }

    /// So much more was explored.
    fn explored(&mut self, more: u64) -> ControlFlow<()> {
        self.tally.explored += more;
        self.tell_if_due()
    }

    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        self.tally.kept += 1;
        self.observer.found(solution)?;
        self.tell_if_due()
    }

    fn tell_if_due(&mut self) -> ControlFlow<()> {
        let work = self.tally.explored + self.tally.kept;
        if work - self.told < INTERVAL {
            return ControlFlow::Continue(());
        }
        self.told = work;
        let share = self.tally.explored as f64 / self.total.max(1) as f64;
        self.observer.progress(share.min(1.0) as f32, &self.tally)
    }

    fn close(self) -> ControlFlow<()> {
        self.observer.progress(1.0, &self.tally)
    }
}

/// How many ways there are to choose `chosen` of `from` things.
pub(super) fn binomial(from: usize, chosen: usize) -> u64 {
    let Some(left) = from.checked_sub(chosen) else { return 0 };
    // To choose some is to leave the others; going by the fewer keeps the products small. Each division is exact: after it the product
    // is the binomial of `step + 1`.
    (0..chosen.min(left) as u64).fold(1, |product, step| product * (from as u64 - step) / (step + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn binomials() {
        let rows = [(0, 0, 1), (12, 3, 220), (2, 3, 0), (81, 3, 85_320), (81, 6, 324_540_216), (81, 69, 70_724_320_184_700), (81, 81, 1)];
        for (from, chosen, ways) in rows {
            assert_eq!(binomial(from, chosen), ways, "{chosen} of {from}");
        }
    }
}
