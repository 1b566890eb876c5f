//! A job of several threads, which take tasks from one list until there is none.
//!
//! The first thread cuts the search into tasks, starts the others and waits for them. All tell what they find through the one channel of
//! the job. When they are told to stop, each gives back what is left of its task, so that no work is lost; a task that panics is put aside,
//! to be tried again, and the others are done.
//!
//! Every now and then all threads gather: each puts back what is left of its task and waits. When the last has come, all that was found has
//! been told and all that is left is in the list. That is a checkpoint; then they go on.

use std::{
    collections::VecDeque,
    ops::ControlFlow,
    panic::{self, AssertUnwindSafe},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, atomic::Ordering::Relaxed, mpsc},
    thread,
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use super::{BATCHES_WAITING, Job, News, NoThread, Progress, Reporter, Shared, Wake, panic_message, signal, spawn};
use crate::search::{Observer, Remaining, Tally, Task};

/// A search is cut into at least so many tasks for several threads: so all have something to do nearly to the end.
const TASKS: usize = 300;

/// What is left of a search, and what was done of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Left {
    /// The tasks that are to be done.
    pub tasks: Vec<Task>,
    /// The tasks that failed. They are tried again when all others are done.
    pub failed: Vec<FailedTask>,
    /// The work so far.
    pub tally: Tally,
    /// How long it ran so far.
    pub elapsed: Duration,
}

/// A task that panicked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailedTask {
    /// All of it, as it was before it was begun.
    pub task: Task,
    /// How many solutions it had found before it failed. They are counted; since a search finds the same in the same order again, they are
    /// skipped when it is tried again.
    pub found: u64,
}

impl Default for Left {
    /// A search that has not begun.
    fn default() -> Self {
        Self { tasks: vec![Task::whole()], failed: Vec::new(), tally: Tally::default(), elapsed: Duration::ZERO }
    }
}

impl Left {
    /// How far it is.
    pub fn progress(&self) -> Progress {
        Progress { done: self.done() as f32, tally: self.tally.clone(), elapsed: self.elapsed }
    }

    /// Whether nothing is left.
    pub fn is_nothing(&self) -> bool {
        self.tasks.is_empty() && self.failed.is_empty()
    }

    /// All tasks, failed or not.
    pub fn all_tasks(&self) -> impl Iterator<Item = &Task> {
        self.tasks.iter().chain(self.failed.iter().map(|failed| &failed.task))
    }

    /// The share that is done.
    fn done(&self) -> f64 {
        (1.0 - self.all_tasks().map(|task| task.share).sum::<f64>()).clamp(0.0, 1.0)
    }
}

/// How a pool does its work.
pub struct WorkerPool<S, R> {
    /// On how many threads.
    pub threads: usize,
    /// How long it searches from one checkpoint to the next; none makes no checkpoints.
    pub checkpoint_every: Option<Duration>,
    /// Cuts tasks into at least this many, as long as it may go on, and tells the work of that; or says what is wrong with them.
    pub split: S,
    /// Does a task, or tells what is left of it.
    pub run: R,
}

impl<T: Send + 'static> Job<T> {
    /// Does what is left of a search on threads of this name; the rest is as for [`Job::start`].
    ///
    /// # Errors
    /// When the system refuses another thread.
    pub fn start_pool<S, R>(name: String, wake: Wake, left: Left, pool: WorkerPool<S, R>) -> Result<Self, NoThread>
    where
        S: FnOnce(Vec<Task>, usize, &mut dyn FnMut() -> bool) -> Result<Remaining, String> + Send + 'static,
        R: Fn(&Task, &mut dyn Observer<T>) -> ControlFlow<Remaining> + Clone + Send + 'static,
    {
        let (sender, news) = mpsc::sync_channel(BATCHES_WAITING);
        let shared = Arc::<Shared>::default();
        let reporter = Reporter::new(sender, shared.clone(), wake);
        let done = left.done();
        let ledger = Ledger {
            tasks: VecDeque::new(),
            to_retry: VecDeque::new(),
            failed: Vec::new(),
            at_hand: Vec::new(),
            done,
            tally: left.tally,
            elapsed_before: left.elapsed,
            waited: Duration::ZERO,
            crashed: None,
            working: 0,
            gathered: 0,
            checkpoints: 0,
            last_checkpoint: Instant::now(),
        };
        let board = Board {
            shared: shared.clone(),
            ledger: Arc::new(Mutex::new(ledger)),
            checkpoint_made: Arc::default(),
            checkpoint_every: pool.checkpoint_every,
        };
        let first = Worker { reporter, board };
        first.board.note(Duration::ZERO);
        spawn(name.clone(), move || first.lead(&name, left.tasks, left.failed, pool))?;
        Ok(Self { news, shared })
    }
}

/// What the pool shares.
#[derive(Clone)]
struct Board {
    shared: Arc<Shared>,
    ledger: Arc<Mutex<Ledger>>,
    checkpoint_made: Arc<Condvar>,
    checkpoint_every: Option<Duration>,
}

/// The tasks, and what came of those that are done.
struct Ledger {
    tasks: VecDeque<Task>,
    /// Tasks that failed before.
    to_retry: VecDeque<FailedTask>,
    /// Tasks that failed now.
    failed: Vec<FailedTask>,
    /// How far each thread is with its task.
    at_hand: Vec<AtHand>,
    /// The share of the tasks that are done.
    done: f64,
    /// Their work, and the most memory that all threads held at one time.
    tally: Tally,
    elapsed_before: Duration,
    /// How long the threads waited until their findings were taken in, all together.
    waited: Duration,
    /// What the first panic said, or why the tasks make no sense.
    crashed: Option<String>,
    /// How many threads do tasks.
    working: usize,
    /// How many of them have put back what was left of theirs and wait for the checkpoint.
    gathered: usize,
    /// How many checkpoints were made.
    checkpoints: u64,
    /// When the last one was made, or the search began.
    last_checkpoint: Instant,
}

/// A task in work.
#[derive(Clone, Default)]
struct AtHand {
    /// Whether it failed before: until it comes to what is new, nothing can be put back but all of it.
    is_retried: bool,
    share: f64,
    done: f32,
    tally: Tally,
}

impl Ledger {
    /// Notes how much of its task a thread has done.
    fn note_work(&mut self, place: usize, tally: &Tally) {
        self.at_hand[place].tally.clone_from(tally);
        let held: u64 = self.at_hand.iter().map(|at_hand| at_hand.tally.memory).sum();
        self.tally.memory = self.tally.memory.max(held);
    }
}

impl Board {
    fn ledger(&self) -> MutexGuard<'_, Ledger> {
        self.ledger.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.shared.signal.load(Relaxed) == signal::STOP
    }

    /// Lets the threads gather if a checkpoint is due.
    fn gather_if_due(&self, ledger: &Ledger) {
        let is_due = self.checkpoint_every.is_some_and(|every| every <= ledger.last_checkpoint.elapsed());
        if is_due && !ledger.at_hand.iter().any(|at_hand| at_hand.is_retried) {
            self.replace_signal(signal::GO, signal::GATHER);
        }
    }

    /// A stop, which may come at any time, is not undone.
    fn replace_signal(&self, before: u8, after: u8) {
        let _ = self.shared.signal.compare_exchange(before, after, Relaxed, Relaxed);
    }

    /// Says how far all together are, after the job has run for so long.
    fn note(&self, running: Duration) {
        let ledger = self.ledger();
        let mut tally = Tally::default();
        let mut done = ledger.done;
        for at_hand in &ledger.at_hand {
            tally.add_concurrent(&at_hand.tally);
            done += at_hand.share * f64::from(at_hand.done);
        }
        tally += &ledger.tally;
        let elapsed = ledger.elapsed_before + running;
        let mut progress = self.shared.progress.lock().unwrap_or_else(PoisonError::into_inner);
        // Shares are sums of fractions, which come out a little differently each time.
        let done = progress.done.max(done.clamp(0.0, 1.0) as f32);
        *progress = Progress { done, tally, elapsed };
    }
}

/// One thread of the pool.
struct Worker<T> {
    reporter: Reporter<T>,
    board: Board,
}

impl<T: Send + 'static> Worker<T> {
    /// What the first thread does.
    fn lead<S, R>(mut self, name: &str, tasks: Vec<Task>, failed: Vec<FailedTask>, pool: WorkerPool<S, R>)
    where
        S: FnOnce(Vec<Task>, usize, &mut dyn FnMut() -> bool) -> Result<Remaining, String>,
        R: Fn(&Task, &mut dyn Observer<T>) -> ControlFlow<Remaining> + Clone + Send + 'static,
    {
        let threads = pool.threads.max(1);
        let at_least = if threads == 1 { 1 } else { TASKS };
        let board = self.board.clone();
        let uncut = tasks.clone();
        let split = panic::catch_unwind(AssertUnwindSafe(|| (pool.split)(tasks, at_least, &mut || !board.is_stopped())));
        {
            let mut ledger = self.board.ledger();
            ledger.at_hand = vec![AtHand::default(); threads];
            match split {
                Ok(Ok(Remaining { tasks, tally })) => {
                    (ledger.tasks, ledger.to_retry) = (tasks.into(), failed.into());
                    ledger.tally += &tally;
                }
                // Nothing can be done with tasks that make no sense.
                Ok(Err(message)) => ledger.crashed = Some(message),
                Err(panic) => {
                    (ledger.tasks, ledger.to_retry) = (uncut.into(), failed.into());
                    ledger.crashed = Some(panic_message(&*panic));
                    self.board.shared.stop();
                }
            }
            ledger.working = threads;
        }
        let others: Vec<_> = (1..threads).filter_map(|place| self.start_another(name, place, pool.run.clone())).collect();
        (others.len() + 1..threads).for_each(|_| self.leave());
        self.work(0, &pool.run);
        for other in others {
            // Its panics were caught in its work.
            let _ = other.join();
        }
        self.end();
    }

    /// Starts another thread; where the system refuses one, there are fewer.
    fn start_another<R>(&self, name: &str, place: usize, run: R) -> Option<thread::JoinHandle<()>>
    where
        R: Fn(&Task, &mut dyn Observer<T>) -> ControlFlow<Remaining> + Send + 'static,
    {
        let mut other = Self { reporter: self.reporter.sibling(), board: self.board.clone() };
        thread::Builder::new().name(format!("{name} {}", place + 1)).spawn(move || other.work(place, &run)).ok()
    }

    /// Does tasks until there is none, or it is told to stop. A task that panics takes no other with it.
    fn work(&mut self, place: usize, run: &impl Fn(&Task, &mut dyn Observer<T>) -> ControlFlow<Remaining>) {
        while let Some(FailedTask { task, found: skipped }) = self.next_task(place) {
            let mut at_task = AtTask { worker: self, place, found: 0, skipped };
            let outcome = panic::catch_unwind(AssertUnwindSafe(|| run(&task, &mut at_task)));
            let found = at_task.found;
            let mut ledger = self.board.ledger();
            if let Ok(ControlFlow::Break(rest)) = &outcome {
                ledger.note_work(place, &rest.tally);
            }
            let at_hand = std::mem::take(&mut ledger.at_hand[place]);
            match outcome {
                Ok(ControlFlow::Continue(())) => {
                    ledger.done += task.share;
                    ledger.tally += &at_hand.tally;
                }
                // It has not even come to what is new.
                Ok(ControlFlow::Break(_)) if found < skipped => ledger.to_retry.push_front(FailedTask { task, found: skipped }),
                Ok(ControlFlow::Break(rest)) => {
                    ledger.done += task.share - rest.tasks.iter().map(|task| task.share).sum::<f64>();
                    ledger.tally += &rest.tally;
                    // What was begun is done first: so, however often a search is stopped, few tasks are open at any time.
                    rest.tasks.into_iter().rev().for_each(|task| ledger.tasks.push_front(task));
                }
                Err(panic) => {
                    ledger.crashed.get_or_insert_with(|| panic_message(&*panic));
                    ledger.failed.push(FailedTask { task, found: found.max(skipped) });
                }
            }
        }
        // When nobody listens any more, nobody minds.
        let _ = self.reporter.flush();
        self.board.ledger().waited += self.reporter.waited;
        self.leave();
    }

    /// Waits until all threads have put back what is left of their tasks; the last one makes the checkpoint.
    fn gather(&mut self) {
        // When nobody listens any more, the search is about to stop.
        let _ = self.reporter.flush();
        let mut ledger = self.board.ledger();
        ledger.gathered += 1;
        if ledger.gathered == ledger.working {
            return self.make_checkpoint(ledger);
        }
        let before = ledger.checkpoints;
        while ledger.checkpoints == before {
            ledger = self.board.checkpoint_made.wait(ledger).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Does no more tasks. Those that wait for a checkpoint may have waited for this thread only.
    fn leave(&self) {
        let mut ledger = self.board.ledger();
        ledger.working -= 1;
        if 0 < ledger.gathered && ledger.gathered == ledger.working {
            self.make_checkpoint(ledger);
        }
    }

    /// Tells what is left, while all others wait, and lets them go on. Without the lock nobody else comes here: all have gathered.
    fn make_checkpoint(&self, ledger: MutexGuard<'_, Ledger>) {
        let failed = ledger.failed.iter().chain(&ledger.to_retry).cloned().collect();
        let left = Left {
            tasks: ledger.tasks.iter().cloned().collect(),
            failed,
            tally: ledger.tally.clone(),
            elapsed: ledger.elapsed_before + self.reporter.elapsed(),
        };
        drop(ledger);
        if !self.board.is_stopped() {
            // Whoever is to take it in may have to make room for it first.
            (self.reporter.wake)();
            // When nobody listens any more, nobody minds.
            let _ = self.reporter.sender.send(News::Checkpoint(left));
            (self.reporter.wake)();
        }
        let mut ledger = self.board.ledger();
        ledger.gathered = 0;
        ledger.checkpoints += 1;
        ledger.last_checkpoint = Instant::now();
        self.board.replace_signal(signal::GATHER, signal::GO);
        drop(ledger);
        self.board.checkpoint_made.notify_all();
    }

    /// The next task, and how many of its solutions are known: those that failed come last.
    fn next_task(&mut self, place: usize) -> Option<FailedTask> {
        loop {
            let mut ledger = self.board.ledger();
            match self.board.shared.signal.load(Relaxed) {
                signal::STOP => return None,
                signal::GATHER => {
                    drop(ledger);
                    self.gather();
                }
                _ => {
                    let next = ledger.tasks.pop_front().map(|task| FailedTask { task, found: 0 });
                    let next = next.or_else(|| ledger.to_retry.pop_front())?;
                    ledger.at_hand[place] = AtHand { share: next.task.share, is_retried: 0 < next.found, ..AtHand::default() };
                    return Some(next);
                }
            }
        }
    }

    /// Tells how it ended, when all threads have told what they found.
    fn end(mut self) {
        let (last, running) = {
            let mut ledger = self.board.ledger();
            let threads = ledger.at_hand.len().max(1) as u32;
            let running = self.reporter.started.elapsed().saturating_sub(ledger.waited / threads);
            let elapsed = ledger.elapsed_before + running;
            let mut failed = std::mem::take(&mut ledger.failed);
            failed.extend(std::mem::take(&mut ledger.to_retry));
            let left = Left { tasks: std::mem::take(&mut ledger.tasks).into(), failed, tally: ledger.tally.clone(), elapsed };
            let last = match ledger.crashed.take() {
                Some(message) => News::Crashed(message),
                None if left.is_nothing() => News::Finished(elapsed),
                None => News::Stopped,
            };
            if !left.is_nothing() {
                *self.board.shared.left.lock().unwrap_or_else(PoisonError::into_inner) = Some(left);
            }
            if matches!(last, News::Finished(_)) {
                ledger.done = 1.0;
            }
            (last, running)
        };
        self.board.note(running);
        // When nobody listens any more, nobody minds.
        let _ = self.reporter.send(last);
        self.reporter.farewell();
    }
}

/// Hears from a task on its thread.
struct AtTask<'a, T> {
    worker: &'a mut Worker<T>,
    place: usize,
    /// How many solutions it has found.
    found: u64,
    /// The first of them are known since it was tried before.
    skipped: u64,
}

impl<T: Send + 'static> Observer<T> for AtTask<'_, T> {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        self.found += 1;
        if self.found <= self.skipped { self.worker.reporter.go_on() } else { self.worker.reporter.found(item) }
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        let Worker { reporter, board } = &mut *self.worker;
        let is_time = reporter.is_time();
        // The last call has the final tally, whatever the time.
        if is_time || done >= 1.0 {
            let mut ledger = board.ledger();
            let at_hand = &mut ledger.at_hand[self.place];
            at_hand.done = at_hand.done.max(done.clamp(0.0, 1.0));
            at_hand.is_retried = self.found < self.skipped;
            ledger.note_work(self.place, tally);
            board.gather_if_due(&ledger);
        }
        if is_time {
            board.note(reporter.elapsed());
            reporter.flush()?;
            (reporter.wake)();
        }
        reporter.go_on()
    }
}

#[cfg(test)]
mod tests;
