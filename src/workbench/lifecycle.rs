//! The searches of one document from start to end: the one that is shown, and those that were set aside.
//!
//! ```text
//!              start            finish
//!     idle ----------> running ----------> finished
//!                       |  ^ \-----------> stopped, failed
//!          pause, stop  |  | resume
//!                       v  |
//!                      paused
//! ```
//!
//! Each arrow is a function of [`Lifecycle`]. A search belongs to a [`Subject`]: a position and a technique. When the subject changes, the
//! search is set aside, and when its subject is shown again, it comes back in the same state. A search that can be paused makes
//! checkpoints, the first after a second, which contain all that a file needs to resume it; the last checkpoint of a long search has its
//! result. A file has these searches with some thousand of their solutions. Those of other searches only exist while the document is open.

mod run;

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

pub use run::{Checkpoint, CompleteList, Search, Subject};

use run::Run;

use super::{
    job::{Job, NoThread, PoolCheckpoint, Progress, Wake, WorkerPool},
    paused::Resumable,
    solutions::{self, Solutions},
    threads::{Lending, NamedThreads, processors},
};
use base::{
    erased::{Erased, Kind, Solution, State, Summary},
    puzzle::{Filtering, Tasks, Technique},
    search::{Observer, Tally},
    text::counted,
};

/// That a search was paused is said if it had run for this long.
const NOTICED: Duration = Duration::from_secs(2);
/// A search that has run for this long is worth keeping, even if the user didn't pause it.
pub const LONG: Duration = Duration::from_secs(60);

/// The time between two checkpoints. A crash loses no more work than this, since the recovery file is written at each checkpoint.
const CHECKPOINT_EVERY: Duration = Duration::from_secs(1);

/// A search that takes no longer is quick: its list is renewed after edits. See [`Session::quick`](super::session::Session::quick).
pub const QUICK: Duration = Duration::from_millis(100);

/// How long a search may take that renews a list. It is given up after that. On a busy machine, quick searches take many times as long.
pub const RENEWAL: Duration = Duration::from_secs(2);

/// How many searches that aren't worth keeping are set aside. The oldest are dropped first.
const MOST_ASIDE: usize = 8;

/// The searches of one document.
pub struct Lifecycle {
    kind: &'static Kind,
    shown: Run,
    /// The searches set aside, the newest last. Together they have at most as many solutions as one list may have.
    aside: Vec<Run>,
    /// A short search for the position that is shown. Its solutions are shown once it has found all of them.
    renewal: Option<Run>,
    /// The number of checkpoints made, from which each gets its own number.
    checkpoints: u64,
    wake: Wake,
}

/// What [`Lifecycle::catch_up`] has changed in the search that is shown.
#[derive(Default)]
pub struct CaughtUp {
    /// Whether anything has changed.
    pub has_news: bool,
    /// Whether solutions of the list have moved or were dropped.
    pub has_moved: bool,
    /// Whether this is the list of a renewal, which has just ended.
    pub is_renewed: bool,
    /// Whether there may be more to take in at once.
    pub may_be_more: bool,
    /// How long the search took, if it finished and was more than a filter.
    pub finished: Option<Duration>,
    /// The message of a task that panicked. The other tasks are done.
    pub failed: Option<String>,
}

/// What happened to a search that was set aside.
#[derive(Debug, PartialEq, Eq)]
pub enum SetAside {
    /// It comes back with its subject.
    Kept,
    /// It was paused after it had run for this long, and comes back with its subject.
    Paused(Duration),
    /// It was stopped after this long, because it can't be paused. Its solutions come back with its subject.
    Stopped(Duration),
}

impl Lifecycle {
    /// Creates a lifecycle without a search. `wake` is called when [`Lifecycle::catch_up`] has something to do.
    pub fn new(kind: &'static Kind, wake: Wake) -> Self {
        Self { kind, shown: Run::new(kind), aside: Vec::new(), renewal: None, checkpoints: 0, wake }
    }

    // The search that is shown.

    /// Returns the state of the search.
    pub fn activity(&self) -> &Search<Solution> {
        &self.shown.search
    }

    /// Returns the solutions found so far.
    pub fn solutions(&self) -> &Solutions<Solution> {
        &self.shown.solutions
    }

    /// Returns the summary of all solutions found so far.
    pub fn summary(&self) -> &Summary {
        &self.shown.summary
    }

    /// Returns the progress of the search, or its final progress if it has ended.
    pub fn progress(&self) -> &Progress {
        &self.shown.progress
    }

    /// Returns whether the search is running.
    pub fn is_running(&self) -> bool {
        matches!(self.activity(), Search::Running(_))
    }

    /// Returns whether there may be more solutions than [`Lifecycle::solutions`] counts: the search runs, or ended early.
    pub fn may_be_more(&self) -> bool {
        !matches!(self.activity(), Search::Idle | Search::Finished)
    }

    /// Returns whether the solutions were filtered from those of an earlier position.
    pub fn is_filtered(&self) -> bool {
        self.shown.filtered_from.is_some()
    }

    /// Returns whether the user asked for the search, so that it isn't the renewal of an earlier list.
    pub fn is_requested(&self) -> bool {
        self.shown.is_requested
    }

    /// Returns whether the search is running and can be paused.
    pub fn can_pause(&self) -> bool {
        self.shown.can_pause()
    }

    /// Returns whether a search has run for long and can't be paused, so that closing the document would lose its work.
    pub fn is_irreplaceable(&self) -> bool {
        matches!(self.shown.search, Search::Running(_)) && !self.can_pause() && LONG <= self.shown.progress.elapsed
    }

    /// Returns whether the search is paused.
    pub fn can_resume(&self) -> bool {
        matches!(self.shown.search, Search::Paused)
    }

    /// Returns all solutions of the problem if they are known, or the complete list that they were filtered from.
    pub fn complete_list(&self) -> Option<CompleteList> {
        if let Some(list) = &self.shown.filtered_from {
            return Some(list.clone());
        }
        self.shown.complete_list()
    }

    /// Returns the complete lists of searches set aside, the newest first.
    pub fn complete_lists_aside(&self) -> impl Iterator<Item = CompleteList> {
        self.aside.iter().rev().filter_map(Run::complete_list)
    }

    /// Starts a search and shows it. The search shown before is set aside if it is worth keeping.
    ///
    /// # Errors
    /// When the system refuses another thread. Nothing has changed then.
    pub fn start(&mut self, subject: Subject, threads: usize) -> Result<(), NoThread> {
        // Where there are no tasks, their number can't be chosen: what is found, and in which order, is the same on any.
        let threads = if subject.technique.tasks.is_some() { threads } else { processors() };
        let job = match subject.technique.tasks {
            Some(tasks) => self.start_tasks(&subject, tasks, PoolCheckpoint::default(), threads)?,
            None => {
                let (kind, search, problem) = (self.kind, subject.technique.search, subject.problem.clone());
                let threads = move || NamedThreads { name: format!("{} search", kind.key), count: threads };
                let run = move |observer: &mut dyn Observer<Solution>| search(&problem, &mut Lending { observer, threads });
                Job::start(format!("{} search", self.kind.key), self.wake.clone(), run)?
            }
        };
        log::info!("{} search by {} starts on {}", self.kind.key, subject.technique.key, counted(threads as u64, "thread"));
        if self.shown.is_worth_keeping() {
            self.set_aside();
        }
        self.renewal = None;
        self.shown = Run { subject: Some(subject), search: Search::Running(job), is_requested: true, ..Run::new(self.kind) };
        Ok(())
    }

    /// Resumes the search if it is paused.
    ///
    /// # Errors
    /// When the system refuses another thread. The search stays paused then.
    pub fn resume(&mut self, threads: usize) -> Result<(), NoThread> {
        let (Search::Paused, Some(subject), Some(checkpoint)) = (&self.shown.search, &self.shown.subject, &self.shown.checkpoint) else {
            return Ok(());
        };
        let Some(tasks) = subject.technique.tasks else { return Ok(()) };
        let job = self.start_tasks(subject, tasks, checkpoint.pool.clone(), threads)?;
        log::info!("{} search by {} is resumed on {}", self.kind.key, subject.technique.key, counted(threads as u64, "thread"));
        self.shown.search = Search::Running(job);
        Ok(())
    }

    fn start_tasks(
        &self,
        subject: &Subject,
        tasks: &'static Tasks<Erased>,
        from: PoolCheckpoint,
        threads: usize,
    ) -> Result<Job<Solution>, NoThread> {
        let (at_split, at_run) = (subject.problem.clone(), subject.problem.clone());
        let pool = WorkerPool {
            threads,
            checkpoint_every: Some(CHECKPOINT_EVERY),
            split: move |from, at_least, may_continue: &mut dyn FnMut() -> bool| (tasks.split)(&at_split, from, at_least, may_continue),
            run: move |task: &_, observer: &mut dyn Observer<Solution>| (tasks.run)(&at_run, task, observer),
        };
        Job::start_pool(format!("{} search", self.kind.key), self.wake.clone(), from, pool)
    }

    /// Filters a complete list of solutions for this subject, if that gives the same list as a search. Returns whether it does.
    ///
    /// # Errors
    /// When the system refuses another thread. Nothing has changed then.
    pub fn filter_list(&mut self, subject: Subject, list: CompleteList) -> Result<bool, NoThread> {
        let Some(Filtering { filter, .. }) =
            self.kind.extras.filtering.as_ref().filter(|filtering| (filtering.applies)(&list.problem, &subject.problem))
        else {
            return Ok(false);
        };
        let (problem, solutions) = (subject.problem.clone(), list.solutions.clone());
        let run = move |observer: &mut dyn Observer<Solution>| filter(&problem, &solutions, observer);
        let job = Job::start(format!("{} filter", self.kind.key), self.wake.clone(), run)?;
        self.shown = Run { subject: Some(subject), search: Search::Running(job), filtered_from: Some(list), ..Run::new(self.kind) };
        Ok(true)
    }

    /// Starts a short search whose solutions are shown if it finds all of them within this time. Any other outcome is dropped.
    ///
    /// # Errors
    /// When the system refuses another thread. Nothing has changed then.
    pub fn renew(&mut self, subject: Subject, within: Duration) -> Result<(), NoThread> {
        let (search, problem) = (subject.technique.search, subject.problem.clone());
        let run = move |observer: &mut dyn Observer<Solution>| search(&problem, &mut Within { observer, until: Instant::now() + within });
        let job = Job::start(format!("{} renewal", self.kind.key), self.wake.clone(), run)?;
        self.renewal = Some(Run { subject: Some(subject), search: Search::Running(job), ..Run::new(self.kind) });
        Ok(())
    }

    /// Returns whether the list is being renewed.
    pub fn is_renewing(&self) -> bool {
        self.renewal.is_some()
    }

    /// Pauses the search, if it can be paused. It keeps running until it notices the signal.
    pub fn pause(&mut self) {
        if self.can_pause() {
            self.shown.must_keep = true;
            self.stop();
        }
    }

    /// Stops the search, or pauses it if it can be paused. It keeps running until it notices the signal.
    pub fn stop(&self) {
        self.shown.stop();
    }

    /// Shows a search from a file, as paused or finished.
    pub fn restore(&mut self, subject: Subject, resumable: Resumable) {
        self.shown = self.restored(subject, resumable);
    }

    /// Sets a search from a file aside.
    pub fn restore_aside(&mut self, subject: Subject, resumable: Resumable) {
        let run = self.restored(subject, resumable);
        self.aside.push(run);
    }

    fn restored(&mut self, subject: Subject, Resumable { count, solutions, summary, checkpoint, .. }: Resumable) -> Run {
        self.checkpoints += 1;
        Run {
            kind: self.kind,
            subject: Some(subject),
            search: if checkpoint.is_complete() { Search::Finished } else { Search::Paused },
            solutions: Solutions::sampled(solutions, count, |solution| self.kind.extras.rank(solution)),
            summary: summary.clone(),
            progress: checkpoint.progress(),
            checkpoint: Some(Checkpoint { number: self.checkpoints, count, summary, pool: checkpoint }),
            must_keep: true,
            is_requested: true,
            filtered_from: None,
            place: None,
        }
    }

    /// Adds solutions as if the search had found them.
    #[cfg(test)]
    pub fn extend(&mut self, found: Vec<Solution>) -> solutions::Places {
        self.shown.extend(found)
    }

    /// Clears the list and limits it to this many solutions.
    #[cfg(test)]
    pub fn keep_at_most(&mut self, capacity: usize) {
        self.shown.solutions = Solutions::with_capacity(capacity);
    }

    /// Takes in new results of all searches, up to a limit.
    pub fn catch_up(&mut self) -> CaughtUp {
        for run in &mut self.aside {
            run.catch_up(&mut self.checkpoints);
        }
        let caught = self.catch_up_shown();
        if caught.finished.is_some() {
            // Its result replaces an earlier one.
            let shown = &self.shown;
            self.aside.retain(|run| !(matches!(run.search, Search::Finished) && run.has_subject_of(shown)));
        }
        caught
    }

    fn catch_up_shown(&mut self) -> CaughtUp {
        let Some(mut renewal) = self.renewal.take() else { return self.shown.catch_up(&mut self.checkpoints) };
        let CaughtUp { may_be_more, finished, .. } = renewal.catch_up(&mut self.checkpoints);
        match &renewal.search {
            Search::Running(_) => self.renewal = Some(renewal),
            Search::Finished => {
                self.shown = renewal;
                return CaughtUp { has_news: true, is_renewed: true, finished, ..CaughtUp::default() };
            }
            // It would have taken too long.
            _ => {}
        }
        CaughtUp { may_be_more, ..CaughtUp::default() }
    }

    /// Notes that the shown search, or the one that renews the list, is now of this state of the same problem.
    pub fn note_state(&mut self, state: &State) {
        for run in std::iter::once(&mut self.shown).chain(&mut self.renewal) {
            if let Some(subject) = &mut run.subject {
                subject.state.clone_from(state);
            }
        }
    }

    // Searches that are set aside.

    /// Remembers which solution is shown, for when the search comes back: its index among those kept, and the number of its steps.
    pub fn note_place(&mut self, place: Option<(usize, usize)>) {
        self.shown.place = place;
    }

    /// Returns the solution that was shown when the search was set aside.
    pub fn place(&self) -> Option<(usize, usize)> {
        self.shown.place
    }

    /// Sets the shown search aside and shows none. If it is running, it is paused, or stopped if it can't be paused.
    pub fn set_aside(&mut self) -> SetAside {
        self.renewal = None;
        let run = std::mem::replace(&mut self.shown, Run::new(self.kind));
        let outcome = match &run.search {
            Search::Running(_) if run.can_pause() && NOTICED <= run.progress.elapsed => SetAside::Paused(run.progress.elapsed),
            Search::Running(_) if !run.can_pause() && LONG <= run.progress.elapsed => SetAside::Stopped(run.progress.elapsed),
            _ => SetAside::Kept,
        };
        run.stop();
        // A filtered list can be filtered again.
        if !matches!(run.search, Search::Idle) && run.filtered_from.is_none() {
            self.aside.push(run);
            self.drop_oldest();
        }
        outcome
    }

    /// Shows the search of this position and technique that was set aside. Returns whether there is one. `is_same` says whether the state
    /// of a search is the same problem as this one.
    pub fn bring_back(&mut self, state: &State, technique: &Technique<Erased>, is_same: impl Fn(&State, &State) -> bool) -> bool {
        let belongs = |run: &Run| run.subject.as_ref().is_some_and(|of| of.technique.key == technique.key && is_same(&of.state, state));
        let Some(index) = self.aside.iter().rposition(belongs) else { return false };
        self.shown = self.aside.remove(index);
        self.note_state(state);
        true
    }

    /// Sets the shown search aside and moves the newest search worth keeping to the front, so that it comes back next. Returns its
    /// position and technique, or `None` if there is no such search.
    pub fn go_back(&mut self) -> Option<(State, &'static Technique<Erased>)> {
        let index = self.aside.iter().rposition(Run::is_worth_keeping)?;
        let run = self.aside.remove(index);
        let subject = run.subject.as_ref().map(|subject| (subject.state.clone(), subject.technique));
        self.set_aside();
        self.aside.push(run);
        subject
    }

    /// Drops the oldest searches that aren't worth keeping, and the lists that are too long together.
    fn drop_oldest(&mut self) {
        let (mut capacity, mut others) = (solutions::CAPACITY, MOST_ASIDE);
        let mut kept = Vec::new();
        for mut run in self.aside.drain(..).rev() {
            match capacity.checked_sub(run.solutions.kept().len()) {
                Some(remaining) => capacity = remaining,
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

    /// Returns the checkpoints of all searches worth keeping: that of the shown search first, then the others from the newest.
    pub fn worth_keeping(&self) -> impl Iterator<Item = (&Subject, &Checkpoint)> {
        self.runs().filter(|run| run.is_worth_keeping()).filter_map(|run| run.subject.as_ref().zip(run.checkpoint.as_ref()))
    }

    /// Returns whether there is a search of this position by this technique, shown or set aside.
    pub fn has(&self, state: &State, technique: &str) -> bool {
        self.runs().filter_map(|run| run.subject.as_ref()).any(|subject| subject.technique.key == technique && subject.state == *state)
    }

    /// Returns the checkpoints to save with their solutions: that of the shown search in any case, and those of others worth keeping.
    pub fn to_save(&self) -> impl Iterator<Item = (&Subject, &Checkpoint, &Solutions<Solution>)> {
        let shown = std::iter::once(&self.shown);
        let aside = self.aside.iter().rev().filter(|run| run.is_worth_keeping());
        shown.chain(aside).filter_map(|run| Some((run.subject.as_ref()?, run.checkpoint.as_ref()?, &run.solutions)))
    }

    /// Returns the searches set aside that are worth keeping with their progress, the newest first.
    pub fn aside(&self) -> impl Iterator<Item = (&Subject, &Progress)> {
        let aside = self.aside.iter().rev().filter(|run| run.is_worth_keeping());
        aside.filter_map(|run| Some((run.subject.as_ref()?, &run.progress)))
    }

    /// Pauses the shown search if it has run long enough to be worth keeping or was paused before. Returns whether any search is about
    /// to pause.
    pub fn pause_long(&mut self) -> bool {
        let is_worth_it = |run: &Run| run.can_pause() && (run.must_keep || LONG <= run.progress.elapsed);
        if is_worth_it(&self.shown) {
            self.pause();
        }
        self.runs().any(is_worth_it)
    }

    fn runs(&self) -> impl Iterator<Item = &Run> {
        std::iter::once(&self.shown).chain(self.aside.iter().rev())
    }
}

/// Passes everything on to another observer until a time, and then stops the search.
struct Within<'a, A> {
    observer: &'a mut dyn Observer<A>,
    until: Instant,
}

impl<A> Observer<A> for Within<'_, A> {
    fn found(&mut self, solution: A) -> ControlFlow<()> {
        self.observer.found(solution)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)?;
        if done < 1.0 && self.until < Instant::now() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests;
