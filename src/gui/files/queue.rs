//! Work on files: one piece after the other in the order asked for, as long as each is done soon.
//!
//! A dead mount may hold a thread for ever. What holds its thread up keeps it, and a new one goes on with the rest: all but work on the
//! same file, which waits, so that the newest text is the one that stays. How many threads can be held up is bounded; beyond that all
//! waits.

use std::{
    collections::VecDeque,
    panic::{self, AssertUnwindSafe},
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use super::News;
use crate::workbench::job::spawn;

/// How many threads there are at most.
const MOST_THREADS: usize = 16;

/// Something to be done with a file.
pub(super) struct Work {
    /// The number that its news comes with.
    pub number: u64,
    /// The absolute path of the file.
    pub path: PathBuf,
    pub run: Box<dyn FnOnce() -> News + Send>,
}

/// Takes in the number of a piece of work and what became of it.
pub(super) type Tell = Arc<dyn Fn(u64, News) + Send + Sync>;

/// Work that is waiting or under way.
pub(super) struct Queue {
    workers: Arc<Workers>,
    /// What takes longer holds its thread up.
    patience: Duration,
}

struct Workers {
    name: &'static str,
    tell: Tell,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Work>,
    running: Vec<Running>,
    /// The worker that takes what is waiting, if there is one; all others are held up.
    current: Option<u64>,
    /// How many workers were ever started.
    workers: u64,
}

struct Running {
    worker: u64,
    number: u64,
    path: PathBuf,
    since: Instant,
}

impl Queue {
    /// A queue whose threads have this name.
    pub(super) fn new(name: &'static str, patience: Duration, tell: Tell) -> Self {
        Self { workers: Arc::new(Workers { name, tell, state: Mutex::default() }), patience }
    }

    /// Adds work, to be done after all that was added before.
    pub(super) fn add(&self, work: Work) {
        let mut state = self.workers.lock();
        state.waiting.push_back(work);
        if state.current.is_none() {
            self.workers.start(state);
        }
    }

    /// Starts another thread if the current one is held up and there is more to do. Returns after what time to call this again.
    pub(super) fn attend(&self) -> Option<Duration> {
        let mut state = self.workers.lock();
        let current = state.current?;
        let is_current = |running: &&Running| running.worker == current;
        // One that hasn't taken anything yet can't be held up.
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

    /// The numbers of the work that holds a thread up, the longest first.
    pub(super) fn held_up(&self) -> Vec<u64> {
        let state = self.workers.lock();
        let held_up = state.running.iter().filter(|running| self.patience <= running.since.elapsed());
        held_up.map(|running| running.number).collect()
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
            stranded.iter().for_each(|work| (self.tell)(work.number, News::Failed(error.to_string())));
        }
    }

    fn work(&self, worker: u64) {
        while let Some(Work { number, run, .. }) = self.next(worker) {
            let news = panic::catch_unwind(AssertUnwindSafe(run));
            self.lock().running.retain(|running| running.worker != worker);
            (self.tell)(number, news.unwrap_or_else(|_| News::Failed("reading or writing failed".to_owned())));
        }
    }

    /// The next piece of work for this worker; none if there is none or another one has taken its place.
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

    /// A queue, and the numbers of the work that it has done.
    fn queue(patience: Duration) -> (Queue, Receiver<u64>) {
        let (sender, done) = mpsc::channel();
        let tell = move |number, _| sender.send(number).unwrap();
        (Queue::new("test files", patience, Arc::new(tell)), done)
    }

    fn work(number: u64, path: &str, run: impl FnOnce() + Send + 'static) -> Work {
        let run = move || {
            run();
            News::Forgotten
        };
        Work { number, path: path.into(), run: Box::new(run) }
    }

    /// Work that is done as soon as it is let go.
    fn held(number: u64, path: &str) -> (Work, Sender<()>) {
        let (let_go, wait) = mpsc::channel();
        (work(number, path, move || wait.recv().unwrap()), let_go)
    }

    #[test]
    fn all_is_done_in_the_order_asked_for() {
        let (queue, done) = queue(Duration::MAX);
        let (first, let_go) = held(0, "a");
        queue.add(first);
        (1..50).for_each(|number| queue.add(work(number, &number.to_string(), || ())));
        assert!(queue.attend().is_some() && queue.held_up().is_empty());
        assert!(done.try_recv().is_err());
        let_go.send(()).unwrap();
        assert_eq!(done.iter().take(50).collect::<Vec<_>>(), (0..50).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_held_up_lets_the_rest_pass_but_not_work_on_the_same_file() {
        let (queue, done) = queue(Duration::ZERO);
        let (dead, let_go) = held(0, "dead");
        queue.add(dead);
        queue.add(work(1, "dead", || ()));
        queue.add(work(2, "alive", || ()));
        let other = std::iter::from_fn(|| {
            queue.attend();
            Some(done.try_recv().ok())
        });
        assert_eq!(other.flatten().next(), Some(2));
        assert_eq!(queue.held_up(), [0]);
        let_go.send(()).unwrap();
        assert_eq!(done.iter().take(2).collect::<Vec<_>>(), [0, 1]);
    }

    #[test]
    fn no_more_threads_than_allowed_are_held_up() {
        let (queue, done) = queue(Duration::ZERO);
        let (dead, let_go): (Vec<_>, Vec<_>) = (0..MOST_THREADS as u64).map(|number| held(number, &number.to_string())).unzip();
        dead.into_iter().for_each(|work| queue.add(work));
        queue.add(work(99, "alive", || ()));
        while queue.held_up().len() < MOST_THREADS {
            queue.attend();
        }
        queue.attend();
        assert!(done.try_recv().is_err());
        let_go[3].send(()).unwrap();
        assert_eq!(done.iter().take(2).collect::<Vec<_>>(), [3, 99]);
        for (_, let_go) in let_go.iter().enumerate().filter(|(number, _)| *number != 3) {
            let_go.send(()).unwrap();
        }
        assert_eq!(done.iter().take(MOST_THREADS - 1).count(), MOST_THREADS - 1);
    }

    #[test]
    fn a_panic_is_told_and_the_rest_goes_on() {
        let (queue, done) = queue(Duration::MAX);
        queue.add(work(1, "a", || panic!("on purpose")));
        queue.add(work(2, "a", || ()));
        assert_eq!(done.iter().take(2).collect::<Vec<_>>(), [1, 2]);
    }
}
