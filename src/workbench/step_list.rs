//! The steps of a search trace or a walkthrough, any of which can be shown although only a bounded window of them is kept.

use std::{
    collections::VecDeque,
    ops::{ControlFlow, Range},
    sync::Arc,
    time::{Duration, Instant},
};

use super::job::{self, Job, NoThread, Wake};
use base::{
    erased::{Solution, Spot},
    search::{Observer, Tally, TraceStep},
};

/// The number of steps kept, which bounds the memory of a list.
const WINDOW: u64 = 20_000;
/// When the window moves, it starts this many steps before the one asked for, so that the user can also step back.
const STEPS_BEFORE: u64 = 4_000;

/// How long the first run may continue after the window is full, to count the steps.
const COUNTING_LIMIT: Duration = Duration::from_secs(5);

/// A step of a search trace or a walkthrough.
pub type TraceStepOf = TraceStep<Solution, Spot>;

/// Reports the steps whose numbers, from 0, are in the range, and returns the number of all steps. It takes the same steps each time.
pub type Source = Arc<dyn Fn(Range<u64>, &mut dyn Observer<TraceStepOf>) -> ControlFlow<(), u64> + Send + Sync>;

/// The steps of a search trace or a walkthrough. For steps outside the window they are worked out again.
pub struct StepList {
    /// The name of the thread.
    name: String,
    source: Source,
    wake: Wake,
    /// The steps that are kept. The number of the first one, from 0, is `start`.
    window: VecDeque<TraceStepOf>,
    start: u64,
    /// The number of steps known so far.
    known: u64,
    /// Whether these are all steps.
    is_complete: bool,
    /// Whether the first run has already continued to count the steps.
    has_counted: bool,
    job: Option<Job<Report>>,
    /// The step to show as soon as it is known, from 1; 0 is what was there before the first one.
    at: u64,
}

/// What the source reports.
enum Report {
    Step(TraceStepOf),
    /// There are this many steps.
    End(u64),
}

impl StepList {
    /// Starts to work out these steps on a thread of this name. None is shown yet.
    ///
    /// # Errors
    /// When the system refuses another thread.
    pub fn start(name: String, source: Source, wake: Wake) -> Result<Self, NoThread> {
        let mut list = Self {
            name,
            source,
            wake,
            window: VecDeque::new(),
            start: 0,
            known: 0,
            is_complete: false,
            has_counted: false,
            job: None,
            at: 0,
        };
        list.load(0)?;
        Ok(list)
    }

    /// Returns the number of the shown step, from 1; 0 is what was there before the first one.
    pub fn at(&self) -> u64 {
        self.at.min(self.known)
    }

    /// Returns the number of the step that was asked for, even if it isn't known yet.
    pub fn asked(&self) -> u64 {
        self.at
    }

    /// Returns whether the step that was asked for is still to come.
    pub fn is_awaited(&self) -> bool {
        self.is_running() && 0 < self.at && (self.known < self.at || self.shown().is_none())
    }

    /// Returns whether steps are being worked out.
    pub fn is_running(&self) -> bool {
        self.job.is_some()
    }

    /// Returns the number of steps known so far.
    pub fn known(&self) -> u64 {
        self.known
    }

    /// Returns whether all steps are known.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the shown step; `None` at the start, and while the step isn't known yet.
    pub fn shown(&self) -> Option<&TraceStepOf> {
        self.step(self.at())
    }

    /// Returns the step with this number, from 1, if it is kept.
    pub fn step(&self, number: u64) -> Option<&TraceStepOf> {
        let index = number.checked_sub(self.start + 1)?;
        self.window.get(usize::try_from(index).ok()?)
    }

    /// Returns up to `most` steps that end with the shown one, as far as they are kept.
    pub fn up_to_shown(&self, most: usize) -> impl Iterator<Item = &TraceStepOf> {
        let end = self.at().saturating_sub(self.start).min(self.window.len() as u64) as usize;
        self.window.range(end.saturating_sub(most)..end)
    }

    /// Goes to this step, which is shown once it is known. It can be at most one beyond both the steps known and the step asked for
    /// before.
    ///
    /// # Errors
    /// When the system refuses another thread.
    pub fn go_to(&mut self, at: u64) -> Result<(), NoThread> {
        self.at = at.min(if self.is_complete { self.known } else { self.known.max(self.at) + 1 });
        let Some(wanted) = self.at.checked_sub(1) else { return Ok(()) };
        let loaded = self.start..self.start + self.window.len() as u64;
        let is_coming = self.job.is_some() && (loaded.end..self.start + WINDOW).contains(&wanted);
        if loaded.contains(&wanted) || is_coming {
            return Ok(());
        }
        self.load(wanted.saturating_sub(STEPS_BEFORE))
    }

    /// Stops working out steps until another one is asked for.
    pub fn stop(&mut self) {
        self.job = None;
    }

    /// Takes in new steps.
    ///
    /// # Errors
    /// The message if the source panicked.
    pub fn catch_up(&mut self) -> Result<(), String> {
        let mut job = self.job.take();
        let failed = job::drain(&mut job, |report| self.take_in(report));
        self.job = job;
        failed.map_or(Ok(()), Err)
    }

    fn take_in(&mut self, report: Report) {
        match report {
            Report::Step(step) => {
                self.window.push_back(step);
                self.known = self.known.max(self.start + self.window.len() as u64);
            }
            Report::End(known) => {
                (self.known, self.is_complete) = (known, true);
                self.at = self.at.min(known);
            }
        }
    }

    /// Works out the steps from `start` on. The first run then continues for a while to count all steps.
    fn load(&mut self, start: u64) -> Result<(), NoThread> {
        (self.window, self.start) = (VecDeque::new(), start);
        let source = self.source.clone();
        let counting = if std::mem::replace(&mut self.has_counted, true) { Duration::ZERO } else { COUNTING_LIMIT };
        let run = move |observer: &mut dyn Observer<Report>| {
            let mut recorder = Recorder { observer, remaining: WINDOW, counting, full_since: None };
            let count = source(start..start + WINDOW, &mut recorder)?;
            recorder.observer.found(Report::End(count))
        };
        self.job = None;
        self.job = Some(Job::start(self.name.clone(), self.wake.clone(), run)?);
        Ok(())
    }
}

/// Passes steps on, and stops the source once the window is full.
struct Recorder<'a> {
    observer: &'a mut dyn Observer<Report>,
    remaining: u64,
    /// How long the source may continue after that, to count the steps.
    counting: Duration,
    full_since: Option<Instant>,
}

impl Observer<TraceStepOf> for Recorder<'_> {
    fn found(&mut self, step: TraceStepOf) -> ControlFlow<()> {
        self.observer.found(Report::Step(step))?;
        self.remaining -= 1;
        if self.remaining == 0 {
            self.full_since = Some(Instant::now());
        }
        if self.remaining == 0 && self.counting.is_zero() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
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
    use std::thread;

    use super::*;

    /// The number of steps of `count`: three windows and a few more.
    const STEPS: u64 = 3 * WINDOW + 5;

    fn count(range: Range<u64>, observer: &mut dyn Observer<TraceStepOf>) -> ControlFlow<(), u64> {
        report(0..STEPS, range, observer)
    }

    /// A search that never finishes.
    fn endless(range: Range<u64>, observer: &mut dyn Observer<TraceStepOf>) -> ControlFlow<(), u64> {
        report(0..u64::MAX, range, observer)
    }

    fn report(all: Range<u64>, range: Range<u64>, observer: &mut dyn Observer<TraceStepOf>) -> ControlFlow<(), u64> {
        let end = all.end;
        for number in all {
            observer.progress(0.0, &Tally::default())?;
            if range.contains(&number) {
                let (event, remark) = (base::search::Event::Place, (number + 1).to_string());
                observer.found(TraceStep { event, partial: Solution::of(()), remark, spots: vec![], explored: number, kept: 0 })?;
            }
        }
        ControlFlow::Continue(end)
    }

    fn list(source: impl Fn(Range<u64>, &mut dyn Observer<TraceStepOf>) -> ControlFlow<(), u64> + Send + Sync + 'static) -> StepList {
        StepList::start("test steps".to_owned(), Arc::new(source), Arc::new(|| ())).unwrap()
    }

    fn wait(trace: &mut StepList) -> Result<(), String> {
        while trace.job.is_some() {
            trace.catch_up()?;
            thread::yield_now();
        }
        Ok(())
    }

    #[test]
    fn any_step_can_be_shown_although_only_a_window_is_kept() {
        let mut trace = list(count);
        wait(&mut trace).unwrap();
        assert!(trace.is_complete() && trace.known() == STEPS && trace.shown().is_none());
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
    fn an_endless_search_can_be_traced_on_and_on() {
        let mut trace = list(endless);
        let wait_until = |trace: &mut StepList, condition: &dyn Fn(&StepList) -> bool| {
            while !condition(trace) {
                trace.catch_up().unwrap();
                thread::yield_now();
            }
        };
        for at in [WINDOW, WINDOW + 1, WINDOW + 2, 2 * WINDOW - STEPS_BEFORE + 1, 7] {
            wait_until(&mut trace, &|trace| at <= trace.known() + 1);
            trace.go_to(at).unwrap();
            wait_until(&mut trace, &|trace| trace.at() == at && trace.shown().is_some());
            assert_eq!(trace.shown().map(|step| step.remark.clone()), Some(at.to_string()));
        }
        trace.stop();
        trace.go_to(WINDOW).unwrap();
        wait_until(&mut trace, &|trace| trace.shown().is_some());
        assert!(!trace.is_complete());
    }

    #[test]
    fn steps_asked_for_before_any_is_known_all_count() {
        let mut trace = list(count);
        for at in 1..=3 {
            trace.go_to(at).unwrap();
            assert_eq!((trace.at(), trace.asked(), trace.is_awaited()), (0, at, true), "no step is known yet");
        }
        wait(&mut trace).unwrap();
        assert_eq!((trace.at(), trace.is_awaited()), (3, false));
    }

    #[test]
    fn a_failing_search_reports_it_and_its_steps_stay() {
        let mut trace = list(|_, observer| {
            count(0..3, observer)?;
            panic!("on purpose")
        });
        assert_eq!(wait(&mut trace), Err("on purpose".to_owned()));
        assert_eq!(trace.known(), 3);
    }
}
