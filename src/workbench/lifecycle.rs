//! The searches of one document, from their beginning to their end: the one that is shown, and those that were set aside.
//!
//! ```text
//!              start              its end
//!     idle ----------> running ----------> finished
//!                       |  ^ \-----------> stopped, failed
//!          pause, stop  |  | resume
//!                       v  |
//!                      paused
//! ```
//!
//! Each arrow is one function of [`Lifecycle`]. A search belongs to a [`Subject`]: a position and a technique. When another subject is
//! shown, the search is set aside, and it is there again with its subject, as far as it had come. A search that can be paused has a
//! checkpoint from its first second on: all that a file needs so that it can go on from there. Files have no place for solutions, so what a
//! search found that came to its end, or can't be paused, is there as long as its document is open.

mod run;

use std::{ops::ControlFlow, sync::Arc, time::Duration};

pub use run::{Checkpoint, Search, Subject, Whole};

use run::Run;

use super::{
    job::{Job, Left, NoThread, Progress, Wake, WorkerPool},
    paused::Resumable,
    solutions::{self, Solutions},
};
use crate::{
    puzzle::{Filtering, Puzzle, Tasks, Technique},
    search::Observer,
};

/// A search that has run for this long is worth keeping, even if nobody asked for a pause.
pub const LONG: Duration = Duration::from_secs(60);

/// How long a search runs from one checkpoint to the next: no more work than that is lost in a crash.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(1);

/// At most this many searches that are not worth keeping are set aside; the oldest go first.
const MOST_ASIDE: usize = 8;

/// The searches of one document.
pub struct Lifecycle<P: Puzzle> {
    shown: Run<P>,
    /// The newest last. All their lists together are no longer than one may be.
    aside: Vec<Run<P>>,
    /// How many checkpoints there were: each has a number of its own.
    checkpoints: u64,
    wake: Wake,
}

/// What [`Lifecycle::catch_up`] has brought to the search that is shown.
#[derive(Default)]
pub struct CaughtUp {
    /// Whether it brought anything.
    pub has_news: bool,
    /// Whether solutions of the list are elsewhere now, or gone.
    pub has_moved: bool,
    /// Whether there may be more at once.
    pub may_be_more: bool,
    /// How long the search took, if it came to its end, and was no narrowing.
    pub finished: Option<Duration>,
    /// What a task panicked with, if one did. The others were done.
    pub failed: Option<String>,
}

/// What became of a search that had to make room.
#[derive(Debug, PartialEq, Eq)]
pub enum SetAside {
    /// It comes back with its position.
    Kept,
    /// It had run for so long, and can't be paused. What it found comes back with its position.
    Stopped(Duration),
}

impl<P: Puzzle> Lifecycle<P> {
    /// No search yet; `wake` is called when [`Lifecycle::catch_up`] has something to do.
    pub fn new(wake: Wake) -> Self {
        Self { shown: Run::default(), aside: Vec::new(), checkpoints: 0, wake }
    }

    // The search that is shown.

    /// What it does.
    pub fn activity(&self) -> &Search<P::Solution> {
        &self.shown.search
    }

    /// What it has found so far.
    pub fn solutions(&self) -> &Solutions<P::Solution> {
        &self.shown.solutions
    }

    /// What can be said of all that it has found.
    pub fn summary(&self) -> &P::Summary {
        &self.shown.summary
    }

    /// How far it is, or was at its end.
    pub fn progress(&self) -> &Progress {
        &self.shown.progress
    }

    /// Whether its solutions come from the list of an earlier position.
    pub fn is_filtered(&self) -> bool {
        self.shown.whole.is_some()
    }

    /// Whether it runs and can be paused.
    pub fn can_pause(&self) -> bool {
        self.shown.can_pause()
    }

    /// Whether it is paused.
    pub fn can_resume(&self) -> bool {
        matches!(self.shown.search, Search::Paused)
    }

    /// All solutions of its problem, if all are here; if they are only some of a longer list, that list.
    pub fn whole(&self) -> Option<Whole<P>> {
        if let Some(whole) = &self.shown.whole {
            return Some(whole.clone());
        }
        self.shown.whole_found()
    }

    /// All solutions of the problems whose searches were set aside when they had come to their end, the newest first.
    pub fn wholes_aside(&self) -> impl Iterator<Item = Whole<P>> {
        self.aside.iter().rev().filter_map(Run::whole_found)
    }

    /// Begins a search in the place of the one that is shown, which is set aside if it is worth keeping.
    ///
    /// # Errors
    /// When the system refuses another thread; then all is as it was.
    pub fn start(&mut self, subject: Subject<P>, threads: usize) -> Result<(), NoThread> {
        let job = match subject.technique.tasks {
            Some(tasks) => self.start_tasks(&subject, tasks, Left::default(), threads)?,
            None => {
                let (search, problem) = (subject.technique.search, subject.problem.clone());
                let run = move |observer: &mut dyn Observer<P::Solution>| -> ControlFlow<()> { search(&problem, observer) };
                Job::start(format!("{} search", P::KEY), self.wake.clone(), run)?
            }
        };
        if self.shown.is_worth_keeping() {
            self.set_aside();
        }
        self.shown = Run { of: Some(subject), search: Search::Running(job), ..Run::default() };
        Ok(())
    }

    /// Goes on with the search if it is paused.
    ///
    /// # Errors
    /// When the system refuses another thread; then it stays paused.
    pub fn resume(&mut self, threads: usize) -> Result<(), NoThread> {
        let (Search::Paused, Some(subject), Some(checkpoint)) = (&self.shown.search, &self.shown.of, &self.shown.checkpoint) else {
            return Ok(());
        };
        let Some(tasks) = subject.technique.tasks else { return Ok(()) };
        let job = self.start_tasks(subject, tasks, checkpoint.left.clone(), threads)?;
        self.shown.search = Search::Running(job);
        Ok(())
    }

    fn start_tasks(
        &self,
        subject: &Subject<P>,
        tasks: &'static Tasks<P>,
        left: Left,
        threads: usize,
    ) -> Result<Job<P::Solution>, NoThread> {
        let (at_split, at_run) = (subject.problem.clone(), subject.problem.clone());
        let pool = WorkerPool {
            threads,
            checkpoint_every: Some(CHECKPOINT_EVERY),
            split: move |left, at_least, go_on: &mut dyn FnMut() -> bool| (tasks.split)(&at_split, left, at_least, go_on),
            run: move |task: &_, observer: &mut dyn Observer<P::Solution>| (tasks.run)(&at_run, task, observer),
        };
        Job::start_pool(format!("{} search", P::KEY), self.wake.clone(), left, pool)
    }

    /// Lists what the subject leaves of these solutions, if that can be told without a search. Says whether it can.
    ///
    /// # Errors
    /// When the system refuses another thread; then all is as it was.
    pub fn filter_list(&mut self, subject: Subject<P>, whole: Whole<P>) -> Result<bool, NoThread> {
        let Some(Filtering { filter, .. }) = P::EXTRAS.filtering.filter(|filtering| (filtering.applies)(&whole.problem, &subject.problem))
        else {
            return Ok(false);
        };
        let (problem, solutions) = (subject.problem.clone(), whole.solutions.clone());
        let run = move |observer: &mut dyn Observer<P::Solution>| filter(&problem, &solutions, observer);
        let job = Job::start(format!("{} filter", P::KEY), self.wake.clone(), run)?;
        self.shown = Run { of: Some(subject), search: Search::Running(job), whole: Some(whole), ..Run::default() };
        Ok(true)
    }

    /// Pauses the search, if it can be; it goes on until it has heard of it.
    pub fn pause(&mut self) {
        if self.can_pause() {
            self.shown.is_wanted = true;
            self.stop();
        }
    }

    /// Stops the search; what can be paused is paused. It goes on until it has heard of it.
    pub fn stop(&self) {
        self.shown.stop();
    }

    /// Shows a search that was saved. It is paused.
    pub fn restore(&mut self, subject: Subject<P>, resumable: Resumable<P>) {
        self.shown = self.restored(subject, resumable);
    }

    /// Sets a search aside that was saved.
    pub fn restore_aside(&mut self, subject: Subject<P>, resumable: Resumable<P>) {
        let run = self.restored(subject, resumable);
        self.aside.push(run);
    }

    fn restored(&mut self, subject: Subject<P>, Resumable { count, summary, left, .. }: Resumable<P>) -> Run<P> {
        self.checkpoints += 1;
        Run {
            of: Some(subject),
            search: Search::Paused,
            solutions: Solutions::counted(count),
            summary: summary.clone(),
            progress: left.progress(),
            checkpoint: Some(Checkpoint { number: self.checkpoints, count, summary, left }),
            is_wanted: true,
            whole: None,
        }
    }

    /// Takes in these solutions as if the search had found them.
    #[cfg(test)]
    pub fn extend(&mut self, found: Vec<P::Solution>) -> solutions::Places {
        self.shown.extend(found)
    }

    /// Keeps at most this many solutions from now on, beginning with none.
    #[cfg(test)]
    pub fn keep_at_most(&mut self, capacity: usize) {
        self.shown.solutions = Solutions::with_capacity(capacity);
    }

    /// Takes in what the searches have found since the last time, up to a bound.
    pub fn catch_up(&mut self) -> CaughtUp {
        for run in &mut self.aside {
            run.catch_up(&mut self.checkpoints);
        }
        self.shown.catch_up(&mut self.checkpoints)
    }

    // Searches that are set aside.

    /// Sets the search aside that is shown; nothing is shown then. One that runs is paused; if it can't be, it is stopped.
    pub fn set_aside(&mut self) -> SetAside {
        let run = std::mem::take(&mut self.shown);
        let outcome = match &run.search {
            Search::Running(_) if !run.can_pause() && LONG <= run.progress.elapsed => SetAside::Stopped(run.progress.elapsed),
            _ => SetAside::Kept,
        };
        run.stop();
        // What is left of a longer list can be taken from it again.
        if !matches!(run.search, Search::Idle) && run.whole.is_none() {
            self.aside.push(run);
            self.forget_oldest();
        }
        outcome
    }

    /// Shows the search again that was set aside and is of this position and technique. Says whether there is one.
    pub fn take_back(&mut self, state: &P::State, technique: &Technique<P>) -> bool {
        let belongs = |run: &Run<P>| run.of.as_ref().is_some_and(|of| of.technique.key == technique.key && of.state == *state);
        let Some(index) = self.aside.iter().rposition(belongs) else { return false };
        self.shown = self.aside.remove(index);
        true
    }

    /// Sets aside what is shown, and makes the newest search that was set aside before and is worth keeping the next that comes back:
    /// with this position and this technique. None if there is no such search.
    pub fn go_back(&mut self) -> Option<(P::State, &'static Technique<P>)> {
        let index = self.aside.iter().rposition(Run::is_worth_keeping)?;
        let run = self.aside.remove(index);
        let subject = run.of.as_ref().map(|of| (of.state.clone(), of.technique));
        self.set_aside();
        self.aside.push(run);
        subject
    }

    /// Lets go what is not worth keeping, and lists that are too long together.
    fn forget_oldest(&mut self) {
        let (mut room, mut others) = (solutions::CAPACITY, MOST_ASIDE);
        let mut kept = Vec::new();
        for mut run in self.aside.drain(..).rev() {
            match room.checked_sub(run.solutions.kept().len()) {
                Some(left) => room = left,
                None => run.solutions = Solutions::counted(run.solutions.count()),
            }
            let has_list = run.solutions.count() == 0 || !run.solutions.kept().is_empty();
            let is_worth_keeping = run.is_worth_keeping() || matches!(run.search, Search::Running(_)) && run.can_pause();
            if is_worth_keeping || has_list && 0 < others {
                others -= usize::from(!is_worth_keeping);
                kept.push(run);
            }
        }
        self.aside = kept.into_iter().rev().collect();
    }

    // Saving.

    /// Where the searches that are worth keeping can go on from: the one that is shown first, then the newest of the others first.
    pub fn worth_keeping(&self) -> impl Iterator<Item = (&Subject<P>, &Checkpoint<P>)> {
        self.runs().filter(|run| run.is_worth_keeping()).filter_map(|run| run.of.as_ref().zip(run.checkpoint.as_ref()))
    }

    /// Where the searches can go on from that are to be kept in a file: all that are worth it, and the one that is shown in any case.
    pub fn to_save(&self) -> impl Iterator<Item = (&Subject<P>, &Checkpoint<P>)> {
        let shown = std::iter::once(&self.shown);
        let aside = self.aside.iter().rev().filter(|run| run.is_worth_keeping());
        shown.chain(aside).filter_map(|run| run.of.as_ref().zip(run.checkpoint.as_ref()))
    }

    /// The searches that were set aside and are worth keeping, the newest first, and how far each is.
    pub fn aside(&self) -> impl Iterator<Item = (&Subject<P>, &Progress)> {
        let aside = self.aside.iter().rev().filter(|run| run.is_worth_keeping());
        aside.filter_map(|run| Some((run.of.as_ref()?, &run.progress)))
    }

    /// Pauses what has run for so long that it would be a pity to lose it, and what was paused before. Says whether anything is still on its way to that.
    pub fn pause_long(&mut self) -> bool {
        let is_worth_it = |run: &Run<P>| run.can_pause() && (run.is_wanted || LONG <= run.progress.elapsed);
        if is_worth_it(&self.shown) {
            self.pause();
        }
        self.runs().any(is_worth_it)
    }

    fn runs(&self) -> impl Iterator<Item = &Run<P>> {
        std::iter::once(&self.shown).chain(self.aside.iter().rev())
    }
}

/// All solutions of a problem are shared with those who narrow them.
pub type Shared<A> = Arc<Vec<A>>;

#[cfg(test)]
mod tests;
