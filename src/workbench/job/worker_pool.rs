//! A job of several threads that take tasks from one list until it is empty.
//!
//! The first thread begins alone, since most searches are over before others would have something to do. Where one isn't, it splits what
//! remains into tasks, starts the others and waits for them. All threads report solutions through the one channel of the job, in the order
//! of the tasks ([`super::in_order`]). When the job is stopped, each thread puts back what remains of its task, so that no work is lost. A
//! task that panics is kept apart to be retried, and the other tasks continue.
//!
//! At regular intervals all threads gather: each puts back what remains of its task and waits. Once the last one has arrived, every
//! solution found so far has been reported, and the list has everything that remains. That is a checkpoint. Then they continue.

use std::{
    collections::VecDeque,
    ops::ControlFlow,
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, atomic::Ordering::Relaxed, mpsc},
    thread,
    time::{Duration, Instant},
};

use super::{
    BATCHES_WAITING, Job, News, NoThread, Progress, REPORT_INTERVAL, Reporter, Shared, Wake, in_order::Turns, panic_message, signal, spawn,
};
use crate::threads::searching;
use base::search::{FailedTask, Observer, Remaining, Tally, Task};

/// A search on several threads is split into at least this many tasks, so that all threads are busy until nearly the end.
const LEAST_TASKS: usize = 300;

/// The state of a search between tasks: what remains and what was done. A search can be paused, saved and resumed from it.
#[derive(Clone, Debug, PartialEq)]
pub struct PoolCheckpoint {
    /// The remaining tasks.
    pub tasks: Vec<Task>,
    /// The tasks that failed. They are retried after all others.
    pub failed: Vec<FailedTask>,
    /// The work so far.
    pub tally: Tally,
    /// How long the search has run so far.
    pub elapsed: Duration,
}

impl Default for PoolCheckpoint {
    /// A search that hasn't started.
    fn default() -> Self {
        Self { tasks: vec![Task::whole()], failed: Vec::new(), tally: Tally::default(), elapsed: Duration::ZERO }
    }
}

impl PoolCheckpoint {
    /// The checkpoint of a search that has finished after this work and time.
    pub fn finished(tally: Tally, elapsed: Duration) -> Self {
        Self { tasks: Vec::new(), failed: Vec::new(), tally, elapsed }
    }

    /// Returns the progress so far.
    pub fn progress(&self) -> Progress {
        Progress { done: self.done() as f32, tally: self.tally.clone(), elapsed: self.elapsed }
    }

    /// Returns whether no tasks remain.
    pub fn is_complete(&self) -> bool {
        self.tasks.is_empty() && self.failed.is_empty()
    }

    /// Returns all remaining tasks, including those that failed.
    pub fn all_tasks(&self) -> impl Iterator<Item = &Task> {
        self.tasks.iter().chain(self.failed.iter().map(|failed| &failed.task))
    }

    /// Returns the share of the work that is done.
    fn done(&self) -> f64 {
        (1.0 - self.all_tasks().map(|task| task.share).sum::<f64>()).clamp(0.0, 1.0)
    }
}

/// How a pool works.
pub struct WorkerPool<S, R> {
    /// The number of threads.
    pub threads: usize,
    /// The time from one checkpoint to the next; without it there are none.
    pub checkpoint_every: Option<Duration>,
    /// Splits tasks into at least this many, unless the callback returns `false`, and returns them with the work that took; or says what is
    /// wrong with them.
    pub split: S,
    /// Runs a task, or breaks with what remains of it.
    pub run: R,
}

impl<T: Send + 'static> Job<T> {
    /// Runs a search from a checkpoint on threads of this name. `wake` is called as in [`Job::start`].
    ///
    /// # Errors
    /// When the system refuses another thread.
    pub fn start_pool<S, R>(name: String, wake: Wake, checkpoint: PoolCheckpoint, workers: WorkerPool<S, R>) -> Result<Self, NoThread>
    where
        S: Fn(Vec<Task>, usize, &mut dyn FnMut() -> bool) -> Result<Remaining, String> + Send + 'static,
        R: Fn(&Task, &mut dyn Observer<T>) -> ControlFlow<Remaining> + Clone + Send + 'static,
    {
        let (sender, news) = mpsc::sync_channel(BATCHES_WAITING);
        let shared = Arc::<Shared>::default();
        let reporter = Reporter::new(sender, shared.clone(), wake);
        let done = checkpoint.done();
        let state = PoolState {
            tasks: VecDeque::new(),
            to_retry: VecDeque::new(),
            failed: Vec::new(),
            active: Vec::new(),
            done,
            tally: checkpoint.tally,
            elapsed_before: checkpoint.elapsed,
            waited: Duration::ZERO,
            crashed: None,
            working: 0,
            gathered: 0,
            checkpoints: 0,
            last_checkpoint: Instant::now(),
        };
        let pool = PoolShared {
            shared: shared.clone(),
            state: Arc::new(Mutex::new(state)),
            checkpoint_made: Arc::default(),
            checkpoint_every: workers.checkpoint_every,
        };
        let first = Worker { reporter, pool, turns: Turns::new(), until: None };
        first.pool.publish_progress(Duration::ZERO);
        spawn(name.clone(), move || first.run_first(&name, checkpoint.tasks, checkpoint.failed, workers))?;
        Ok(Self::receiving(news, shared))
    }
}

/// What the threads of a pool share.
#[derive(Clone)]
struct PoolShared {
    shared: Arc<Shared>,
    state: Arc<Mutex<PoolState>>,
    checkpoint_made: Arc<Condvar>,
    checkpoint_every: Option<Duration>,
}

/// The tasks, and the results of those that are done.
struct PoolState {
    tasks: VecDeque<Task>,
    /// Tasks that failed in an earlier run.
    to_retry: VecDeque<FailedTask>,
    /// Tasks that failed in this run.
    failed: Vec<FailedTask>,
    /// The task of each thread.
    active: Vec<ActiveTask>,
    /// The share of the tasks that are done.
    done: f64,
    /// Their work, and the peak memory of all threads together.
    tally: Tally,
    elapsed_before: Duration,
    /// How long the threads waited for their solutions to be taken in, in total.
    waited: Duration,
    /// The message of the first panic, or why the tasks are invalid.
    crashed: Option<String>,
    /// The number of threads that run tasks.
    working: usize,
    /// How many of them have put back what remains of their tasks and wait for the checkpoint.
    gathered: usize,
    /// The number of checkpoints made.
    checkpoints: u64,
    /// When the last one was made, or the search started.
    last_checkpoint: Instant,
}

/// A task that is running.
#[derive(Clone, Default)]
struct ActiveTask {
    /// Whether it failed before and hasn't reached new solutions yet: until then, only the whole task can be put back.
    is_retried: bool,
    share: f64,
    done: f32,
    tally: Tally,
}

impl PoolState {
    /// Records a thread's work on its task.
    fn record_work(&mut self, place: usize, tally: &Tally) {
        self.active[place].tally.clone_from(tally);
        let held: u64 = self.active.iter().map(|active| active.tally.memory).sum();
        self.tally.memory = self.tally.memory.max(held);
    }
}

impl PoolShared {
    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.shared.signal.load(Relaxed) == signal::STOP
    }

    /// Asks the threads to gather if a checkpoint is due.
    fn gather_if_due(&self, state: &PoolState) {
        let is_due = self.checkpoint_every.is_some_and(|every| every <= state.last_checkpoint.elapsed());
        if is_due && !state.active.iter().any(|active| active.is_retried) {
            self.replace_signal(signal::RUN, signal::GATHER);
        }
    }

    /// Replaces the signal, except when the search has been stopped meanwhile.
    fn replace_signal(&self, before: u8, after: u8) {
        let _ = self.shared.signal.compare_exchange(before, after, Relaxed, Relaxed);
    }

    /// Publishes the progress of all threads together, after the job has run for this long.
    fn publish_progress(&self, running: Duration) {
        let state = self.state();
        let mut tally = Tally::default();
        let mut done = state.done;
        for active in &state.active {
            tally.add_concurrent(&active.tally);
            done += active.share * f64::from(active.done);
        }
        tally += &state.tally;
        let elapsed = state.elapsed_before + running;
        let mut progress = self.shared.progress.lock().unwrap_or_else(PoisonError::into_inner);
        // Shares are sums of fractions, whose rounding errors differ each time.
        let done = progress.done.max(done.clamp(0.0, 1.0) as f32);
        *progress = Progress { done, tally, elapsed };
    }
}

/// One thread of the pool.
struct Worker<T> {
    reporter: Reporter<T>,
    pool: PoolShared,
    turns: Arc<Turns<T>>,
    /// When it ends its work, so that the other threads can start.
    until: Option<Instant>,
}

impl<T: Send + 'static> Worker<T> {
    /// The work of the first thread: splits the tasks, starts the other threads and waits for them.
    fn run_first<S, R>(mut self, name: &str, tasks: Vec<Task>, failed: Vec<FailedTask>, workers: WorkerPool<S, R>)
    where
        S: Fn(Vec<Task>, usize, &mut dyn FnMut() -> bool) -> Result<Remaining, String>,
        R: Fn(&Task, &mut dyn Observer<T>) -> ControlFlow<Remaining> + Clone + Send + 'static,
    {
        let mut threads = workers.threads.max(1);
        {
            let mut state = self.pool.state();
            state.active = vec![ActiveTask::default(); threads];
            (state.to_retry, state.working) = (failed.into(), 1);
        }
        // A search that is resumed is a long one.
        let begins_alone = threads == 1 || tasks == [Task::whole()];
        self.split(tasks, if begins_alone { 1 } else { LEAST_TASKS }, &workers.split);
        if begins_alone && 1 < threads {
            self.until = Some(self.reporter.started + REPORT_INTERVAL);
            self.run_tasks(0, &workers.run);
            self.until = None;
            let tasks: Vec<Task> = std::mem::take(&mut self.pool.state().tasks).into();
            if tasks.is_empty() {
                threads = 1;
            } else {
                self.split(tasks, LEAST_TASKS, &workers.split);
            }
        }
        self.pool.state().working = threads;
        let others: Vec<_> = (1..threads).filter_map(|place| self.start_another(name, place, workers.run.clone())).collect();
        (others.len() + 1..threads).for_each(|_| self.leave());
        self.work(0, &workers.run);
        for other in others {
            // Panics in its tasks have been caught.
            let _ = other.join();
        }
        self.end();
    }

    /// Splits tasks into at least this many.
    fn split<S>(&self, tasks: Vec<Task>, at_least: usize, split: &S)
    where
        S: Fn(Vec<Task>, usize, &mut dyn FnMut() -> bool) -> Result<Remaining, String>,
    {
        let unsplit = tasks.clone();
        let split = panic::catch_unwind(AssertUnwindSafe(|| split(tasks, at_least, &mut || !self.pool.is_stopped())));
        let mut state = self.pool.state();
        match split {
            Ok(Ok(Remaining { tasks, tally })) => {
                state.tasks = tasks.into();
                state.tally += &tally;
            }
            // Invalid tasks can't be run.
            Ok(Err(message)) => {
                state.to_retry.clear();
                state.crashed = Some(message);
            }
            Err(panic) => {
                state.tasks = unsplit.into();
                state.crashed = Some(panic_message(&*panic));
                drop(state);
                self.pool.shared.stop();
            }
        }
    }

    /// Starts another thread. If the system refuses, the pool has one thread less.
    fn start_another<R>(&self, name: &str, place: usize, run: R) -> Option<thread::JoinHandle<()>>
    where
        R: Fn(&Task, &mut dyn Observer<T>) -> ControlFlow<Remaining> + Send + 'static,
    {
        let reporter = self.reporter.sibling();
        let mut other = Self { reporter, pool: self.pool.clone(), turns: self.turns.clone(), until: None };
        let work: Box<dyn FnOnce() + Send> = Box::new(move || other.work(place, &run));
        searching(format!("{name} {}", place + 1)).spawn(work).ok()
    }

    /// Runs tasks until none remain or the search is stopped, then leaves the pool.
    fn work(&mut self, place: usize, run: &impl Fn(&Task, &mut dyn Observer<T>) -> ControlFlow<Remaining>) {
        self.run_tasks(place, run);
        self.pool.state().waited += self.reporter.waited;
        self.leave();
    }

    /// Runs tasks until none remain, the search is stopped, or others are to start. A panic only ends its own task.
    fn run_tasks(&mut self, place: usize, run: &impl Fn(&Task, &mut dyn Observer<T>) -> ControlFlow<Remaining>) {
        while let Some(FailedTask { task, found: skipped }) = self.next_task(place) {
            let mut observer = TaskObserver { worker: self, place, found: 0, skipped };
            let outcome = panic::catch_unwind(AssertUnwindSafe(|| run(&task, &mut observer)));
            let found = observer.found;
            let mut state = self.pool.state();
            if let Ok(ControlFlow::Break(remaining)) = &outcome {
                state.record_work(place, &remaining.tally);
            }
            let active = std::mem::take(&mut state.active[place]);
            match outcome {
                Ok(ControlFlow::Continue(())) => {
                    state.done += task.share;
                    state.tally += &active.tally;
                }
                // It hasn't reached new solutions yet.
                Ok(ControlFlow::Break(_)) if found < skipped => state.to_retry.push_front(FailedTask { task, found: skipped }),
                Ok(ControlFlow::Break(remaining)) => {
                    state.done += task.share - remaining.tasks.iter().map(|task| task.share).sum::<f64>();
                    state.tally += &remaining.tally;
                    // Started tasks continue first, so that few tasks are open at any time, however often a search is
                    // stopped.
                    remaining.tasks.into_iter().rev().for_each(|task| state.tasks.push_front(task));
                }
                Err(panic) => {
                    state.crashed.get_or_insert_with(|| panic_message(&*panic));
                    state.failed.push(FailedTask { task, found: found.max(skipped) });
                }
            }
            drop(state);
            // If nobody receives the solutions, they aren't needed.
            let _ = self.reporter.end_turn();
        }
    }

    /// Waits until all threads have put back what remains of their tasks. The last one makes the checkpoint.
    fn gather(&mut self) {
        let mut state = self.pool.state();
        state.gathered += 1;
        if state.gathered == state.working {
            return self.make_checkpoint(state);
        }
        let before = state.checkpoints;
        while state.checkpoints == before {
            state = self.pool.checkpoint_made.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes this thread out of the pool. Others may have been waiting for this thread alone to make a checkpoint.
    fn leave(&self) {
        let mut state = self.pool.state();
        state.working -= 1;
        if 0 < state.gathered && state.gathered == state.working {
            self.make_checkpoint(state);
        }
    }

    /// Reports the checkpoint while all other threads wait, then lets them continue. No other thread gets here while the lock is
    /// released, because all have gathered.
    fn make_checkpoint(&self, state: MutexGuard<'_, PoolState>) {
        let failed = state.failed.iter().chain(&state.to_retry).cloned().collect();
        let checkpoint = PoolCheckpoint {
            tasks: state.tasks.iter().cloned().collect(),
            failed,
            tally: state.tally.clone(),
            elapsed: state.elapsed_before + self.reporter.elapsed(),
        };
        drop(state);
        if !self.pool.is_stopped() {
            // The receiver may have to make room in the channel first.
            (self.reporter.wake)();
            // If nobody receives the checkpoint, it isn't needed.
            let _ = self.reporter.sender.send(Reporter::<T>::parcel(News::Checkpoint(checkpoint)));
            (self.reporter.wake)();
        }
        let mut state = self.pool.state();
        state.gathered = 0;
        state.checkpoints += 1;
        state.last_checkpoint = Instant::now();
        self.pool.replace_signal(signal::GATHER, signal::RUN);
        drop(state);
        self.pool.checkpoint_made.notify_all();
    }

    /// Whether it has begun alone for long enough.
    fn is_to_end(&self) -> bool {
        self.until.is_some_and(|until| until <= Instant::now())
    }

    /// Returns the next task, with the number of its solutions already found. Tasks that failed come last.
    fn next_task(&mut self, place: usize) -> Option<FailedTask> {
        loop {
            let mut state = self.pool.state();
            match self.pool.shared.signal.load(Relaxed) {
                signal::STOP => return None,
                signal::GATHER => {
                    drop(state);
                    self.gather();
                }
                _ if self.is_to_end() => return None,
                _ => {
                    let next = state.tasks.pop_front().map(|task| FailedTask { task, found: 0 });
                    let next = next.or_else(|| state.to_retry.pop_front())?;
                    state.active[place] = ActiveTask { share: next.task.share, is_retried: 0 < next.found, ..ActiveTask::default() };
                    self.reporter.turn = Some(self.turns.begin());
                    return Some(next);
                }
            }
        }
    }

    /// Reports how the search ended, after all threads have reported their solutions.
    fn end(mut self) {
        let (last, running) = {
            let mut state = self.pool.state();
            let threads = state.active.len().max(1) as u32;
            let running = self.reporter.started.elapsed().saturating_sub(state.waited / threads);
            let elapsed = state.elapsed_before + running;
            let mut failed = std::mem::take(&mut state.failed);
            failed.extend(std::mem::take(&mut state.to_retry));
            let checkpoint = PoolCheckpoint { tasks: std::mem::take(&mut state.tasks).into(), failed, tally: state.tally.clone(), elapsed };
            let last = match state.crashed.take() {
                Some(message) => News::Failed(message),
                None if checkpoint.is_complete() => News::Finished(elapsed),
                None => News::Stopped,
            };
            if !checkpoint.is_complete() {
                *self.pool.shared.checkpoint.lock().unwrap_or_else(PoisonError::into_inner) = Some(checkpoint);
            }
            if matches!(last, News::Finished(_)) {
                state.done = 1.0;
            }
            (last, running)
        };
        self.pool.publish_progress(running);
        // If nobody receives the news, they aren't needed.
        let _ = self.reporter.send(last);
        self.reporter.close();
    }
}

/// Observes a task on its thread.
struct TaskObserver<'a, T> {
    worker: &'a mut Worker<T>,
    place: usize,
    /// The number of solutions it has found.
    found: u64,
    /// How many of these are known from an earlier attempt.
    skipped: u64,
}

impl<T: Send + 'static> Observer<T> for TaskObserver<'_, T> {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        self.found += 1;
        if self.found <= self.skipped { self.worker.reporter.check_signal() } else { self.worker.reporter.found(item) }
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        let Worker { reporter, pool, .. } = &mut *self.worker;
        let is_due = reporter.is_report_due();
        // The last call has the final tally, so it always counts.
        if is_due || done >= 1.0 {
            let mut state = pool.state();
            let active = &mut state.active[self.place];
            active.done = active.done.max(done.clamp(0.0, 1.0));
            active.is_retried = self.found < self.skipped;
            state.record_work(self.place, tally);
            pool.gather_if_due(&state);
        }
        if is_due {
            pool.publish_progress(reporter.elapsed());
            reporter.flush()?;
            (reporter.wake)();
            if self.worker.is_to_end() {
                return ControlFlow::Break(());
            }
        }
        self.worker.reporter.check_signal()
    }
}

#[cfg(test)]
mod tests;
