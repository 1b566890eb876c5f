//! Measures one technique on one problem: how long its search takes, how much work that is, and what it finds, as a digest.
//!
//! The measurement must not include its own overhead. So the caller and the clock are only checked once in a while, solutions are digested
//! in batches whose time is subtracted, and a quick search is repeated after its tables and the processor are warm.

use std::{
    hash::{DefaultHasher, Hasher},
    io::{self, Write},
    num::NonZeroUsize,
    ops::ControlFlow,
    panic::{self, AssertUnwindSafe},
    time::{Duration, Instant},
};

use super::{Outcome, Plan};
use crate::job::panic_message;
use base::{
    erased::{Erased, Kind, Problem, Solution},
    puzzle::Technique,
    search::{Observer, Tally},
    timing::{self, Times},
};

/// Searches that take longer are only run once.
const QUICK: Duration = Duration::from_millis(500);
/// The caller and the clock are checked once in this many calls. A search makes at least one call per millisecond.
const CALLS_PER_CHECK: u32 = 16;
/// The number of solutions digested at once.
const BATCH: usize = 512;

/// The work and the results of a technique that finished.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The number of solutions.
    pub count: u64,
    /// The work.
    pub tally: Tally,
    /// The times of the search alone.
    pub times: Times,
    digest: u64,
}

impl Measured {
    /// Returns the time of the search alone: the median of the repeated runs, or that of the only run.
    pub fn elapsed(&self) -> Duration {
        self.times.median
    }

    /// Returns whether both found the same solutions, in any order.
    pub fn found_the_same(&self, other: &Self) -> bool {
        (self.count, self.digest) == (other.count, other.digest)
    }
}

/// Runs the technique. `report` receives the progress of the first run, and ends the measurement by `Break`.
pub fn measure(
    kind: &Kind,
    technique: &Technique<Erased>,
    problem: &Problem,
    plan: Plan,
    report: &mut dyn FnMut(f32) -> ControlFlow<()>,
) -> ControlFlow<(), Outcome> {
    let mut solutions = Digest::new(kind);
    let first = Run::new(plan.limit, report, |solution: Solution| solutions.take(solution)).search(technique, problem);
    let (elapsed, tally) = match first {
        End::Complete(elapsed, tally) => (elapsed.saturating_sub(solutions.spent), tally),
        End::TimeUp => return ControlFlow::Continue(Outcome::Stopped(plan.limit)),
        End::Failed(message) => return ControlFlow::Continue(Outcome::Failed(message)),
        End::Abandoned => return ControlFlow::Break(()),
    };
    if let Err(error) = solutions.digest_batch() {
        return ControlFlow::Continue(Outcome::Failed(error.to_string()));
    }
    let is_repeated = elapsed <= QUICK || plan.warm_up.is_some() || plan.runs.is_some();
    let repeated = if is_repeated { repeat(technique, problem, plan, report)? } else { None };
    let times = repeated.unwrap_or(Times::single(elapsed));
    ControlFlow::Continue(Outcome::Complete(Measured { count: solutions.count, tally, times, digest: solutions.digest }))
}

/// Returns the times of repeated runs, if they finish like the first, which has been the first to warm up.
fn repeat(
    technique: &Technique<Erased>,
    problem: &Problem,
    plan: Plan,
    report: &mut dyn FnMut(f32) -> ControlFlow<()>,
) -> ControlFlow<(), Option<Times>> {
    let mut run = || {
        // Progress must not fall, and the first run ended with all of it.
        let mut report = |_| report(1.0);
        match Run::new(plan.limit, &mut report, |_: Solution| Ok(())).search(technique, problem) {
            End::Complete(elapsed, _) => ControlFlow::Continue(Some(elapsed)),
            End::TimeUp | End::Failed(_) => ControlFlow::Continue(None),
            End::Abandoned => ControlFlow::Break(()),
        }
    };
    for _ in 1..plan.warm_up.map_or(1, NonZeroUsize::get) {
        if run()?.is_none() {
            return ControlFlow::Continue(None);
        }
    }
    timing::warm_times(plan.runs.map(NonZeroUsize::get), run)
}

/// One run of a search, which passes its solutions to `take`.
struct Run<'a, F> {
    limit: Duration,
    started: Instant,
    calls: u32,
    tally: Tally,
    /// Why the search was stopped, if it was.
    broken: Option<End>,
    report: &'a mut dyn FnMut(f32) -> ControlFlow<()>,
    take: F,
}

/// How a run ended.
enum End {
    Complete(Duration, Tally),
    TimeUp,
    Failed(String),
    /// The caller ended the measurement.
    Abandoned,
}

impl<'a, F> Run<'a, F> {
    fn new(limit: Duration, report: &'a mut dyn FnMut(f32) -> ControlFlow<()>, take: F) -> Self {
        Self { limit, started: Instant::now(), calls: 0, tally: Tally::default(), broken: None, report, take }
    }

    fn search(mut self, technique: &Technique<Erased>, problem: &Problem) -> End
    where
        Self: Observer<Solution>,
    {
        self.started = Instant::now();
        // State that a panic leaves inconsistent is dropped here, and a failed run has no measurement.
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| (technique.search)(problem, &mut self)));
        let elapsed = self.started.elapsed();
        match outcome {
            Err(panic) => End::Failed(panic_message(&*panic)),
            Ok(ControlFlow::Continue(())) => End::Complete(elapsed, self.tally),
            Ok(ControlFlow::Break(())) => self.broken.unwrap_or(End::Abandoned),
        }
    }

    fn stop(&mut self, end: End) -> ControlFlow<()> {
        self.broken = Some(end);
        ControlFlow::Break(())
    }
}

impl<A, F: FnMut(A) -> io::Result<()>> Observer<A> for Run<'_, F> {
    fn found(&mut self, solution: A) -> ControlFlow<()> {
        match (self.take)(solution) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => self.stop(End::Failed(error.to_string())),
        }
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        if 1.0 <= done {
            self.tally.clone_from(tally);
        }
        let is_check_due = self.calls.is_multiple_of(CALLS_PER_CHECK);
        self.calls = self.calls.wrapping_add(1);
        if !is_check_due {
            return ControlFlow::Continue(());
        }
        if (self.report)(done).is_break() {
            return self.stop(End::Abandoned);
        }
        if self.limit <= self.started.elapsed() { self.stop(End::TimeUp) } else { ControlFlow::Continue(()) }
    }
}

/// Identifies a set of solutions in bounded memory: the sum of the hashes of all solutions, which doesn't depend on their order.
///
/// The hash is SipHash. A hash with less diffusion, such as FNV, can give equal sums for sets that differ by an exchange of elements. A
/// solution that is reported twice counts twice, so that this error is detected.
struct Digest<'a> {
    kind: &'a Kind,
    count: u64,
    digest: u64,
    waiting: Vec<Solution>,
    /// The time spent on digesting while the search ran.
    spent: Duration,
}

impl<'a> Digest<'a> {
    fn new(kind: &'a Kind) -> Self {
        Self { kind, count: 0, digest: 0, waiting: Vec::with_capacity(BATCH), spent: Duration::ZERO }
    }

    fn take(&mut self, solution: Solution) -> io::Result<()> {
        self.waiting.push(solution);
        if self.waiting.len() < BATCH {
            return Ok(());
        }
        let started = Instant::now();
        let outcome = self.digest_batch();
        self.spent += started.elapsed();
        outcome
    }

    fn digest_batch(&mut self) -> io::Result<()> {
        for solution in self.waiting.drain(..) {
            let mut hash = Hash(DefaultHasher::new());
            (self.kind.write_json)(&solution, &mut hash)?;
            self.digest = self.digest.wrapping_add(hash.0.finish());
            self.count += 1;
        }
        Ok(())
    }
}

/// A writer that hashes what is written.
struct Hash(DefaultHasher);

impl Write for Hash {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
