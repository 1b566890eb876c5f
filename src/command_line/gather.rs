//! Runs searches and analyses on the command's own thread, in bounded memory and until a deadline.

use std::{
    cmp::Ordering,
    collections::BinaryHeap,
    ops::ControlFlow,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::{Duration, Instant},
};

use super::{Interrupt, Status, meter::Meter};
use base::{
    erased::{Erased, Insight, Kind, Problem, Solution, Summary},
    puzzle::Technique,
    search::{Observer, Tally, first},
};
use workbench::threads::{Lending, NamedThreads, processors};

/// When a command stops before it is done. The default is never, and then Ctrl+C ends the program at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deadline {
    end: Option<Instant>,
    interrupted: Option<&'static AtomicBool>,
}

impl Deadline {
    /// This time from now or never, or as soon as Ctrl+C is pressed.
    pub fn after(time: Option<Duration>, interrupt: Interrupt) -> Self {
        // A time too far ahead for the clock is never.
        let end = time.and_then(|time| Instant::now().checked_add(time));
        Self { end, interrupted: Some(interrupt()) }
    }

    /// Whether the deadline has passed.
    pub fn has_passed(self) -> bool {
        self.was_interrupted() || self.end.is_some_and(|end| end <= Instant::now())
    }

    /// The status of a command, after printing what was found.
    pub fn status(self, is_complete: bool) -> Status {
        match is_complete {
            true => Status::Done,
            false if self.was_interrupted() => Status::Interrupted,
            false => Status::TimeUp,
        }
    }

    fn was_interrupted(self) -> bool {
        self.interrupted.is_some_and(|flag| flag.load(Relaxed))
    }
}

/// The result of a search.
pub struct Gathered {
    /// Whether the search was completed, rather than stopped.
    pub is_complete: bool,
    /// The number of solutions found.
    pub count: u64,
    /// The best solutions, by rank and then in the order found.
    pub solutions: Vec<Solution>,
    /// The summary of all solutions found.
    pub summary: Summary,
    /// The work of the search.
    pub tally: Tally,
    /// How long the search took.
    pub elapsed: Duration,
}

/// Searches the problem. Counts all solutions and keeps the best `limit`.
pub fn search(
    kind: &'static Kind,
    problem: &Problem,
    technique: &Technique<Erased>,
    limit: usize,
    deadline: Deadline,
    meter: Meter,
) -> Gathered {
    let mut gatherer = Gatherer::new(kind, limit, deadline, meter);
    let threads = || NamedThreads { name: format!("{} search", kind.key), count: processors() };
    let start = Instant::now();
    let flow = (technique.search)(problem, &mut Lending { observer: &mut gatherer, threads });
    let elapsed = start.elapsed();
    let tally = std::mem::take(&mut gatherer.tally);
    gatherer.finish(flow.is_continue(), tally, elapsed)
}

/// The result of an analysis.
pub struct Analyzed {
    /// Whether the analysis was completed, rather than stopped.
    pub is_complete: bool,
    /// The last and best insight, if there was one in time.
    pub insight: Option<Insight>,
}

/// Analyses the problem until the deadline, on this number of threads.
pub fn analyze(kind: &Kind, problem: &Problem, deadline: Deadline, count: usize) -> Analyzed {
    let mut last = LastFound::until(deadline);
    let threads = || NamedThreads { name: format!("{} analysis", kind.key), count };
    let flow = (kind.analyze)(problem, &mut Lending { observer: &mut last, threads });
    Analyzed { is_complete: flow.is_continue(), insight: last.item }
}

/// Returns the first insight of the analysis, which is available at once.
pub fn first_insight(kind: &Kind, problem: &Problem) -> Option<Insight> {
    first(|first| (kind.analyze)(problem, first), |_, _| ControlFlow::Continue(())).continue_value().flatten()
}

/// An observer that counts and summarises solutions and keeps the best.
pub struct Gatherer {
    kind: &'static Kind,
    /// The number of solutions so far.
    pub count: u64,
    best: Best<Solution>,
    /// The summary of the solutions so far.
    pub summary: Summary,
    tally: Tally,
    deadline: Deadline,
    meter: Meter,
}

impl Gatherer {
    /// Creates a gatherer that keeps at most `limit` solutions.
    pub fn new(kind: &'static Kind, limit: usize, deadline: Deadline, meter: Meter) -> Self {
        let best = Best { limit, kept: BinaryHeap::new() };
        Self { kind, count: 0, best, summary: (kind.summary)(), tally: Tally::default(), deadline, meter }
    }

    /// Shows on the terminal how far the search is.
    pub fn show_progress(&mut self, done: f32) {
        self.meter.update(done, self.count);
    }

    /// Returns the result of the search.
    pub fn finish(self, is_complete: bool, tally: Tally, elapsed: Duration) -> Gathered {
        Gathered { is_complete, count: self.count, solutions: self.best.into_solutions(), summary: self.summary, tally, elapsed }
    }
}

impl Observer<Solution> for Gatherer {
    fn found(&mut self, solution: Solution) -> ControlFlow<()> {
        (self.kind.add_to_summary)(&mut self.summary, &solution);
        self.best.offer(self.kind.extras.rank(&solution), self.count, solution);
        self.count += 1;
        ControlFlow::Continue(())
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.show_progress(done);
        let has_passed = self.deadline.has_passed();
        // Only the last tally matters. Copying each would be slow, since this is called at every node.
        if has_passed || 1.0 <= done {
            self.tally.clone_from(tally);
        }
        if has_passed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The solutions with the lowest ranks; of solutions with equal ranks, those found first.
struct Best<A> {
    limit: usize,
    /// A heap with the worst solution on top.
    kept: BinaryHeap<Ranked<A>>,
}

impl<A> Best<A> {
    fn offer(&mut self, rank: f64, order: u64, solution: A) {
        let candidate = Ranked { rank, order, solution };
        if self.kept.len() < self.limit {
            self.kept.push(candidate);
        } else if let Some(mut worst) = self.kept.peek_mut()
            && candidate < *worst
        {
            *worst = candidate;
        }
    }

    fn into_solutions(self) -> Vec<A> {
        self.kept.into_sorted_vec().into_iter().map(|ranked| ranked.solution).collect()
    }
}

struct Ranked<A> {
    rank: f64,
    order: u64,
    solution: A,
}

impl<A> Ord for Ranked<A> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank.total_cmp(&other.rank).then(self.order.cmp(&other.order))
    }
}

impl<A> PartialOrd for Ranked<A> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<A> PartialEq for Ranked<A> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<A> Eq for Ranked<A> {}

/// An observer that keeps what was found last, until a deadline.
pub struct LastFound<T> {
    /// What was found last.
    pub item: Option<T>,
    deadline: Deadline,
}

impl<T> LastFound<T> {
    /// Creates the observer.
    pub fn until(deadline: Deadline) -> Self {
        Self { item: None, deadline }
    }
}

impl<T> Observer<T> for LastFound<T> {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        self.item = Some(item);
        ControlFlow::Continue(())
    }

    fn progress(&mut self, _done: f32, _tally: &Tally) -> ControlFlow<()> {
        if self.deadline.has_passed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_best_solutions_are_the_first_of_the_sorted_ones(ranks in prop::collection::vec(0_u8..5, 0..40), limit in 0_usize..12) {
            let mut best = Best { limit, kept: BinaryHeap::new() };
            let mut all: Vec<(u8, usize)> = ranks.into_iter().enumerate().map(|(order, rank)| (rank, order)).collect();
            for &(rank, order) in &all {
                best.offer(f64::from(rank), order as u64, (rank, order));
                prop_assert!(best.kept.len() <= limit);
            }
            all.sort();
            all.truncate(limit);
            prop_assert_eq!(best.into_solutions(), all);
        }
    }
}
