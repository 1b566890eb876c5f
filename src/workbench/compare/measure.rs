//! One technique on one problem: how long its search takes, how much work that is, and what it finds, as a digest.
//!
//! The clock is to see the search alone. Therefore whoever asks and the clock itself are looked at only now and then, solutions are
//! digested in batches whose time is taken off, and a quick search is repeated when its tables and the processor are warm.

use std::{
    hash::{DefaultHasher, Hasher},
    io::{self, Write},
    ops::ControlFlow,
    panic::{self, AssertUnwindSafe},
    time::{Duration, Instant},
};

use serde::Serialize;

use super::Outcome;
use crate::{
    puzzle::{Puzzle, Technique},
    search::{Observer, Tally},
    timing,
    workbench::job::panic_message,
};

/// A search that takes longer is run only once.
const QUICK: Duration = Duration::from_millis(500);
/// Whoever asks and the clock are looked at once in so many calls; a search calls at least every millisecond.
const CALLS_PER_LOOK: u32 = 16;
/// So many solutions are digested at once.
const BATCH: usize = 512;

/// What a technique took to come to its end, and what it found.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// How many solutions it found.
    pub count: u64,
    /// Its work.
    pub tally: Tally,
    /// How long the search alone took: the median of the repeated runs, or the only one.
    pub elapsed: Duration,
    digest: u64,
}

impl Measured {
    /// Whether both found the same solutions, in whatever order.
    pub fn found_the_same(&self, other: &Self) -> bool {
        (self.count, self.digest) == (other.count, other.digest)
    }
}

/// Runs the technique; `go_on` hears how far the first run is, and ends all of it with `Break`.
pub fn measure<P: Puzzle>(
    technique: &Technique<P>,
    problem: &P::Problem,
    limit: Duration,
    go_on: &mut dyn FnMut(f32) -> ControlFlow<()>,
) -> ControlFlow<(), Outcome> {
    let mut solutions = Digest::default();
    let first = Run::new(limit, go_on, |solution: P::Solution| solutions.take(solution)).search(technique, problem);
    let (elapsed, tally) = match first {
        End::Complete(elapsed, tally) => (elapsed.saturating_sub(solutions.spent), tally),
        End::TimeUp => return ControlFlow::Continue(Outcome::Stopped(limit)),
        End::Failed(message) => return ControlFlow::Continue(Outcome::Failed(message)),
        End::Abandoned => return ControlFlow::Break(()),
    };
    if let Err(error) = solutions.digest_batch() {
        return ControlFlow::Continue(Outcome::Failed(error.to_string()));
    }
    let elapsed = if elapsed <= QUICK { repeat(technique, problem, limit, go_on)?.unwrap_or(elapsed) } else { elapsed };
    ControlFlow::Continue(Outcome::Complete(Measured { count: solutions.count, tally, elapsed, digest: solutions.digest }))
}

/// The median time of repeated runs, if they come to their end as the first did.
fn repeat<P: Puzzle>(
    technique: &Technique<P>,
    problem: &P::Problem,
    limit: Duration,
    go_on: &mut dyn FnMut(f32) -> ControlFlow<()>,
) -> ControlFlow<(), Option<Duration>> {
    timing::warm_median(|| {
        // The first run came to the end of the progress, and progress never falls.
        let mut go_on = |_| go_on(1.0);
        match Run::new(limit, &mut go_on, |_: P::Solution| Ok(())).search(technique, problem) {
            End::Complete(elapsed, _) => ControlFlow::Continue(Some(elapsed)),
            End::TimeUp | End::Failed(_) => ControlFlow::Continue(None),
            End::Abandoned => ControlFlow::Break(()),
        }
    })
}

/// One run of a search, which gives its solutions to `take`.
struct Run<'a, F> {
    limit: Duration,
    started: Instant,
    calls: u32,
    tally: Tally,
    /// Why the search was told to stop, once it was.
    broken: Option<End>,
    go_on: &'a mut dyn FnMut(f32) -> ControlFlow<()>,
    take: F,
}

/// How a run ended.
enum End {
    Complete(Duration, Tally),
    TimeUp,
    Failed(String),
    /// Whoever asked does not want to know any more.
    Abandoned,
}

impl<'a, F> Run<'a, F> {
    fn new(limit: Duration, go_on: &'a mut dyn FnMut(f32) -> ControlFlow<()>, take: F) -> Self {
        Self { limit, started: Instant::now(), calls: 0, tally: Tally::default(), broken: None, go_on, take }
    }

    fn search<P: Puzzle>(mut self, technique: &Technique<P>, problem: &P::Problem) -> End
    where
        Self: Observer<P::Solution>,
    {
        self.started = Instant::now();
        // What a panic leaves behind is dropped here, and a failed run has no figures.
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
        let is_time_to_look = self.calls.is_multiple_of(CALLS_PER_LOOK);
        self.calls = self.calls.wrapping_add(1);
        if !is_time_to_look {
            return ControlFlow::Continue(());
        }
        if (self.go_on)(done).is_break() {
            return self.stop(End::Abandoned);
        }
        if self.limit <= self.started.elapsed() { self.stop(End::TimeUp) } else { ControlFlow::Continue(()) }
    }
}

/// What tells one set of solutions from another, in bounded memory: the sum of the hashes of all solutions, which has no order.
///
/// The hash is SipHash; of one without its diffusion, such as FNV, sums are the same for sets that differ by an exchange.
/// Solutions that are told twice count twice, since each is to be told once.
struct Digest<A> {
    count: u64,
    digest: u64,
    waiting: Vec<A>,
    /// The time that digesting took of the search's.
    spent: Duration,
}

impl<A> Default for Digest<A> {
    fn default() -> Self {
        Self { count: 0, digest: 0, waiting: Vec::with_capacity(BATCH), spent: Duration::ZERO }
    }
}

impl<A: Serialize> Digest<A> {
    fn take(&mut self, solution: A) -> io::Result<()> {
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
            serde_json::to_writer(&mut hash, &solution)?;
            self.digest = self.digest.wrapping_add(hash.0.finish());
            self.count += 1;
        }
        Ok(())
    }
}

/// A hash that can be written to.
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
