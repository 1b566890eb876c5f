//! A queue of work on files, done in the order of the requests as long as each takes little time.
//!
//! A dead mount may block a thread forever. Work that takes long keeps its thread, and a new thread does the rest, except for work on the
//! same file, which waits so that the newest text is written last. The number of stalled threads is bounded; beyond it, all work waits.

use std::{
    collections::VecDeque,
    panic::{self, AssertUnwindSafe},
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::News;
use workbench::job::spawn;

/// The greatest number of threads.
const MOST_THREADS: usize = 16;

/// A piece of work on a file.
pub(super) struct Work {
    /// Identifies the work in its report.
    pub number: u64,
    /// The absolute path of the file.
    pub path: PathBuf,
    pub run: Box<dyn FnOnce() -> News + Send>,
}

/// Receives the number of a piece of work and its outcome.
pub(super) type Report = Arc<dyn Fn(u64, News) + Send + Sync>;

/// A queue of work with its threads.
pub(super) struct Queue {
    workers: Arc<Workers>,
    /// A thread is stalled when its work takes longer than this.
    patience: Duration,
}

struct Workers {
    name: &'static str,
    report: Report,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Work>,
    running: Vec<Running>,
    /// The worker that takes waiting work, if there is one; all others are stalled.
    current: Option<u64>,
    /// The number of workers started so far.
    workers: u64,
}

struct Running {
    worker: u64,
    number: u64,
    path: PathBuf,
    since: Instant,
}

impl Queue {
    /// An empty queue whose threads have this name.
    pub(super) fn new(name: &'static str, patience: Duration, report: Report) -> Self {
        Self { workers: Arc::new(Workers { name, report, state: Mutex::default() }), patience }
    }

    /// Adds work to the end of the queue.
    pub(super) fn add(&self, work: Work) {
        let mut state = self.workers.lock();
        state.waiting.push_back(work);
        if state.current.is_none() {
            self.workers.start(state);
        }
    }

    /// Starts another thread if the current one is stalled and work is waiting. Returns the time after which to call this again.
    pub(super) fn replace_stalled(&self) -> Option<Duration> {
        let mut state = self.workers.lock();
        let current = state.current?;
        let is_current = |running: &&Running| running.worker == current;
        // A worker that hasn't taken any work yet can't be stalled.
        let elapsed = state.running.iter().find(is_current).map(|running| running.since.elapsed());
        match elapsed.map(|elapsed| self.patience.saturating_sub(elapsed)) {
            None => return Some(self.patience),
            Some(remaining) if !remaining.is_zero() => return Some(remaining),
            Some(_) => state.current = None,
        }
        if !state.waiting.is_empty() {
            self.workers.start(state);
        }
        Some(self.patience)
    }

    /// The numbers of the work on stalled threads, the longest first.
    pub(super) fn stalled(&self) -> Vec<u64> {
        let state = self.workers.lock();
        let stalled = state.running.iter().filter(|running| self.patience <= running.since.elapsed());
        stalled.map(|running| running.number).collect()
    }
}

impl Workers {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(self: &Arc<Self>, mut state: MutexGuard<'_, State>) {
        if MOST_THREADS <= state.running.len() {
            return;
        }
        state.workers += 1;
        let worker = state.workers;
        state.current = Some(worker);
        let workers = self.clone();
        if let Err(error) = spawn(self.name.to_owned(), move || workers.work(worker)) {
            state.current = None;
            let stranded = std::mem::take(&mut state.waiting);
            drop(state);
            stranded.iter().for_each(|work| (self.report)(work.number, News::Failed(error.to_string())));
        }
    }

    fn work(&self, worker: u64) {
        while let Some(Work { number, run, .. }) = self.next(worker) {
            let news = panic::catch_unwind(AssertUnwindSafe(run));
            self.lock().running.retain(|running| running.worker != worker);
            (self.report)(
                number,
                news.unwrap_or_else(|_| News::Failed("Reading or writing stopped because of an internal error.".to_owned())),
            );
        }
    }

    /// The next work for this worker; none if nothing can be done now or another worker has replaced it.
    fn next(&self, worker: u64) -> Option<Work> {
        let mut state = self.lock();
        if state.current.is_some_and(|current| current != worker) {
            return None;
        }
        let is_free = |work: &Work| state.running.iter().all(|running| running.path != work.path);
        let work = state.waiting.iter().position(is_free).and_then(|index| state.waiting.remove(index));
        state.current = work.is_some().then_some(worker);
        if let Some(Work { number, path, .. }) = &work {
            let running = Running { worker, number: *number, path: path.clone(), since: Instant::now() };
            state.running.push(running);
        }
        work
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver, Sender};

    use super::*;

    /// A queue, and a receiver for the numbers of finished work.
    fn queue(patience: Duration) -> (Queue, Receiver<u64>) {
        let (sender, done) = mpsc::channel();
        let report = move |number, _| sender.send(number).unwrap();
        (Queue::new("test files", patience, Arc::new(report)), done)
    }

    fn work(number: u64, path: &str, run: impl FnOnce() + Send + 'static) -> Work {
        let run = move || {
            run();
            News::Removed
        };
        Work { number, path: path.into(), run: Box::new(run) }
    }

    /// Work that ends when the sender is used.
    fn blocked(number: u64, path: &str) -> (Work, Sender<()>) {
        let (finish, wait) = mpsc::channel();
        (work(number, path, move || wait.recv().unwrap()), finish)
    }

    #[test]
    fn work_is_done_in_the_order_of_requests() {
        let (queue, done) = queue(Duration::MAX);
        let (first, finish) = blocked(0, "a");
        queue.add(first);
        (1..50).for_each(|number| queue.add(work(number, &number.to_string(), || ())));
        assert!(queue.replace_stalled().is_some() && queue.stalled().is_empty());
        assert!(done.try_recv().is_err());
        finish.send(()).unwrap();
        assert_eq!(done.iter().take(50).collect::<Vec<_>>(), (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn stalled_work_blocks_only_work_on_the_same_file() {
        let (queue, done) = queue(Duration::ZERO);
        let (dead, finish) = blocked(0, "dead");
        queue.add(dead);
        queue.add(work(1, "dead", || ()));
        queue.add(work(2, "alive", || ()));
        let other = std::iter::from_fn(|| {
            queue.replace_stalled();
            Some(done.try_recv().ok())
        });
        assert_eq!(other.flatten().next(), Some(2));
        assert_eq!(queue.stalled(), [0]);
        finish.send(()).unwrap();
        assert_eq!(done.iter().take(2).collect::<Vec<_>>(), [0, 1]);
    }

    #[test]
    fn the_number_of_stalled_threads_is_bounded() {
        let (queue, done) = queue(Duration::ZERO);
        let (dead, finish): (Vec<_>, Vec<_>) = (0..MOST_THREADS as u64).map(|number| blocked(number, &number.to_string())).unzip();
        dead.into_iter().for_each(|work| queue.add(work));
        queue.add(work(99, "alive", || ()));
        while queue.stalled().len() < MOST_THREADS {
            queue.replace_stalled();
        }
        queue.replace_stalled();
        assert!(done.try_recv().is_err());
        finish[3].send(()).unwrap();
        assert_eq!(done.iter().take(2).collect::<Vec<_>>(), [3, 99]);
        for (_, finish) in finish.iter().enumerate().filter(|(number, _)| *number != 3) {
            finish.send(()).unwrap();
        }
        assert_eq!(done.iter().take(MOST_THREADS - 1).count(), MOST_THREADS - 1);
    }

    #[test]
    fn a_panic_is_reported_and_does_not_stop_the_queue() {
        let (queue, done) = queue(Duration::MAX);
        queue.add(work(1, "a", || panic!("on purpose")));
        queue.add(work(2, "a", || ()));
        assert_eq!(done.iter().take(2).collect::<Vec<_>>(), [1, 2]);
    }
}
