//! A watched search: its steps, of which a bounded window is kept, so that any of them can be looked at.

use std::{
    collections::VecDeque,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use super::job::{self, Job, NoThread, Wake};
use crate::{
    puzzle::{Puzzle, Trace},
    search::{Observer, Tally, TraceStep},
};

/// So many steps are kept; this bounds the memory of a trace.
const WINDOW: u64 = 20_000;
/// When others are needed, so many of them lie before the one that is asked for, for whoever goes back.
const BEFORE: u64 = 4_000;

/// So long the search goes on, once, to learn how many steps there are.
const COUNTING: Duration = Duration::from_secs(5);

/// A step of this puzzle's searches.
pub type TraceStepOf<P> = TraceStep<<P as Puzzle>::Solution, <P as Puzzle>::Spot>;

/// A search step by step. The search runs anew for steps outside the window: it is the same each time.
pub struct SearchTrace<P: Puzzle> {
    trace: Trace<P>,
    problem: P::Problem,
    wake: Wake,
    /// The steps that are kept, the first of which has the number `start`.
    window: VecDeque<TraceStepOf<P>>,
    start: u64,
    /// There are at least so many steps.
    known: u64,
    /// Whether there are no more than those.
    is_whole: bool,
    /// Whether the search has gone on to count them.
    has_counted: bool,
    job: Option<Job<Take<P>>>,
    /// Which step is to be shown, as soon as it is known, from 1; 0 is the position before the search.
    at: u64,
}

/// What the search tells.
enum Take<P: Puzzle> {
    TraceStep(TraceStepOf<P>),
    /// It came to its end; so many steps it has.
    End(u64),
}

impl<P: Puzzle> SearchTrace<P> {
    /// A trace of this search, at its beginning.
    ///
    /// # Errors
    /// When the system refuses another thread.
    pub fn start(trace: Trace<P>, problem: P::Problem, wake: Wake) -> Result<Self, NoThread> {
        let mut trace = Self {
            trace,
            problem,
            wake,
            window: VecDeque::new(),
            start: 0,
            known: 0,
            is_whole: false,
            has_counted: false,
            job: None,
            at: 0,
        };
        trace.load(0)?;
        Ok(trace)
    }

    /// Which step is shown, from 1; 0 is the position before the search.
    pub fn at(&self) -> u64 {
        self.at.min(self.known)
    }

    /// Which step was asked for, whether it is known yet or not.
    pub fn asked(&self) -> u64 {
        self.at
    }

    /// Whether the step that was asked for is on its way.
    pub fn is_awaited(&self) -> bool {
        self.is_running() && 0 < self.at && (self.known < self.at || self.shown().is_none())
    }

    /// Whether the search runs.
    pub fn is_running(&self) -> bool {
        self.job.is_some()
    }

    /// How many steps are known.
    pub fn known(&self) -> u64 {
        self.known
    }

    /// Whether the search has no more steps than are known.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The step that is shown; none at the very beginning, and while it is not there yet.
    pub fn shown(&self) -> Option<&TraceStepOf<P>> {
        let index = self.at().checked_sub(self.start + 1)?;
        self.window.get(usize::try_from(index).ok()?)
    }

    /// The steps up to the one that is shown, as far as they are kept, at most so many.
    pub fn up_to_shown(&self, most: usize) -> impl Iterator<Item = &TraceStepOf<P>> {
        let end = self.at().saturating_sub(self.start).min(self.window.len() as u64) as usize;
        self.window.range(end.saturating_sub(most)..end)
    }

    /// Goes to this step, as soon as it is known. Beyond both what is known and what was asked for before, it goes one step further.
    ///
    /// # Errors
    /// When the system refuses another thread.
    pub fn go_to(&mut self, at: u64) -> Result<(), NoThread> {
        self.at = at.min(if self.is_whole { self.known } else { self.known.max(self.at) + 1 });
        let Some(wanted) = self.at.checked_sub(1) else { return Ok(()) };
        let loaded = self.start..self.start + self.window.len() as u64;
        let is_coming = self.job.is_some() && (loaded.end..self.start + WINDOW).contains(&wanted);
        if loaded.contains(&wanted) || is_coming {
            return Ok(());
        }
        self.load(wanted.saturating_sub(BEFORE))
    }

    /// Does nothing more until another step is asked for.
    pub fn rest(&mut self) {
        self.job = None;
    }

    /// Takes in what the search told since the last time.
    ///
    /// # Errors
    /// What the search panicked with.
    pub fn catch_up(&mut self) -> Result<(), String> {
        let mut job = self.job.take();
        let failed = job::take_in(&mut job, |take| self.take_in(take));
        self.job = job;
        failed.map_or(Ok(()), Err)
    }

    fn take_in(&mut self, take: Take<P>) {
        match take {
            Take::TraceStep(step) => {
                self.window.push_back(step);
                self.known = self.known.max(self.start + self.window.len() as u64);
            }
            Take::End(known) => {
                (self.known, self.is_whole) = (known, true);
                self.at = self.at.min(known);
            }
        }
    }

    /// Runs the search for the steps from this one on; the first time it goes on for a while, to know how many there are.
    fn load(&mut self, start: u64) -> Result<(), NoThread> {
        (self.window, self.start) = (VecDeque::new(), start);
        let (trace, problem) = (self.trace, self.problem.clone());
        let counting = if std::mem::replace(&mut self.has_counted, true) { Duration::ZERO } else { COUNTING };
        let run = move |observer: &mut dyn Observer<Take<P>>| {
            let mut camera = Camera { observer, left: WINDOW, counting, full_since: None };
            let count = trace(&problem, start..start + WINDOW, &mut camera)?;
            camera.observer.found(Take::End(count))
        };
        self.job = None;
        self.job = Some(Job::start(format!("{} trace", P::KEY), self.wake.clone(), run)?);
        Ok(())
    }
}

/// Hands steps on, and stops the search when there are enough.
struct Camera<'a, P: Puzzle> {
    observer: &'a mut dyn Observer<Take<P>>,
    left: u64,
    /// So long the search may go on when no step is wanted any more.
    counting: Duration,
    full_since: Option<Instant>,
}

impl<P: Puzzle> Observer<TraceStepOf<P>> for Camera<'_, P> {
    fn found(&mut self, step: TraceStepOf<P>) -> ControlFlow<()> {
        self.observer.found(Take::TraceStep(step))?;
        self.left -= 1;
        if self.left == 0 {
            self.full_since = Some(Instant::now());
        }
        if self.left == 0 && self.counting.is_zero() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        if self.full_since.is_some_and(|since| self.counting <= since.elapsed()) {
            return ControlFlow::Break(());
        }
        self.observer.progress(done, tally)
    }
}

#[cfg(test)]
mod tests {
    use std::{ops::Range, sync::Arc, thread};

    use super::*;
    use crate::puzzles::sums::Sums;

    /// Counts to three windows and a little more; each step says its number.
    const STEPS: u64 = 3 * WINDOW + 5;

    fn count(_: &<Sums as Puzzle>::Problem, range: Range<u64>, observer: &mut dyn Observer<TraceStepOf<Sums>>) -> ControlFlow<(), u64> {
        tell(0..STEPS, range, observer)
    }

    /// Never ends.
    fn endless(_: &<Sums as Puzzle>::Problem, range: Range<u64>, observer: &mut dyn Observer<TraceStepOf<Sums>>) -> ControlFlow<(), u64> {
        tell(0..u64::MAX, range, observer)
    }

    fn tell(all: Range<u64>, range: Range<u64>, observer: &mut dyn Observer<TraceStepOf<Sums>>) -> ControlFlow<(), u64> {
        let end = all.end;
        for number in all {
            observer.progress(0.0, &Tally::default())?;
            if range.contains(&number) {
                let (event, remark) = (crate::search::Event::Place, (number + 1).to_string());
                observer.found(TraceStep { event, partial: vec![], remark, spots: vec![], explored: number, kept: 0 })?;
            }
        }
        ControlFlow::Continue(end)
    }

    fn trace(trace: Trace<Sums>) -> SearchTrace<Sums> {
        let problem = Sums::check(&Sums::deal(1)).ok().unwrap();
        SearchTrace::start(trace, problem, Arc::new(|| ())).unwrap()
    }

    fn wait(trace: &mut SearchTrace<Sums>) -> Result<(), String> {
        while trace.job.is_some() {
            trace.catch_up()?;
            thread::yield_now();
        }
        Ok(())
    }

    #[test]
    fn any_moment_can_be_shown_though_few_are_kept() {
        let mut trace = trace(count);
        wait(&mut trace).unwrap();
        assert!(trace.is_whole() && trace.known() == STEPS && trace.shown().is_none());
        for at in [1, WINDOW, WINDOW + 1, STEPS, 2 * WINDOW, 2 * WINDOW - 1, 7] {
            trace.go_to(at).unwrap();
            wait(&mut trace).unwrap();
            assert_eq!(trace.shown().map(|step| step.remark.clone()), Some(at.to_string()));
            assert!(trace.window.len() as u64 <= WINDOW);
            let last: Vec<&str> = trace.up_to_shown(3).map(|step| step.remark.as_str()).collect();
            assert!(last.len() as u64 == at.min(3) && last.last() == Some(&at.to_string().as_str()), "{last:?}");
        }
        trace.go_to(u64::MAX).unwrap();
        assert_eq!(trace.at(), STEPS);
    }

    #[test]
    fn a_search_without_an_end_can_be_watched_on_and_on() {
        let mut trace = trace(endless);
        let wait_until = |trace: &mut SearchTrace<Sums>, is_so: &dyn Fn(&SearchTrace<Sums>) -> bool| {
            while !is_so(trace) {
                trace.catch_up().unwrap();
                thread::yield_now();
            }
        };
        for at in [WINDOW, WINDOW + 1, WINDOW + 2, 2 * WINDOW - BEFORE + 1, 7] {
            wait_until(&mut trace, &|trace| at <= trace.known() + 1);
            trace.go_to(at).unwrap();
            wait_until(&mut trace, &|trace| trace.at() == at && trace.shown().is_some());
            assert_eq!(trace.shown().map(|step| step.remark.clone()), Some(at.to_string()));
        }
        trace.rest();
        trace.go_to(WINDOW).unwrap();
        wait_until(&mut trace, &|trace| trace.shown().is_some());
        assert!(!trace.is_whole());
    }

    #[test]
    fn steps_that_are_asked_for_before_a_moment_is_known_all_count() {
        let mut trace = trace(count);
        for at in 1..=3 {
            trace.go_to(at).unwrap();
            assert_eq!((trace.at(), trace.asked(), trace.is_awaited()), (0, at, true), "nothing was taken in yet");
        }
        wait(&mut trace).unwrap();
        assert_eq!((trace.at(), trace.is_awaited()), (3, false));
    }

    #[test]
    fn a_search_that_fails_says_so_and_what_it_told_stays() {
        let mut trace = trace(|problem, _, observer| {
            count(problem, 0..3, observer)?;
            panic!("on purpose")
        });
        assert_eq!(wait(&mut trace), Err("on purpose".to_owned()));
        assert_eq!(trace.known(), 3);
    }
}
