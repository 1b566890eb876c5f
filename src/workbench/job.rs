//! A search on a thread of its own: its findings come through a bounded channel, its progress can be looked at, and it stops when told.

mod worker_pool;

use std::{
    any::Any,
    error::Error,
    fmt, io,
    ops::ControlFlow,
    panic::{self, AssertUnwindSafe},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU8, Ordering::Relaxed},
        mpsc::{self, Receiver, SyncSender, TryRecvError, TrySendError},
    },
    thread,
    time::{Duration, Instant},
};

pub use worker_pool::{FailedTask, Left, WorkerPool};

use crate::search::{Observer, Tally};

/// Findings go on in batches of at most this many.
const BATCH: usize = 512;
/// So many batches may wait to be taken in; then the search waits, too. This bounds the memory of what was found and not yet seen.
const BATCHES_WAITING: usize = 16;
/// After the first finding, progress is told and the window woken at most this often.
const NEWS_EVERY: Duration = Duration::from_millis(50);
/// The clock is looked at once in so many calls.
const CALLS_PER_LOOK: u32 = 64;

/// A running search that finds things of type `T`. Dropping the job stops the search.
pub struct Job<T> {
    news: Receiver<News<T>>,
    shared: Arc<Shared>,
}

/// What a job tells.
#[derive(Clone, Debug, PartialEq)]
pub enum News<T> {
    /// These were found since the last time.
    Found(Vec<T>),
    /// The search came to its end; it took this long, not counting the time it waited until its findings were taken in.
    Finished(Duration),
    /// A pool has come so far: all solutions that it found by now have been told, and this is left.
    Checkpoint(Left),
    /// The search stopped because it was told to.
    Stopped,
    /// The search panicked, with this message. A pool has done all other tasks before.
    Crashed(String),
}

/// How far a search is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The share that is done, from 0 to 1.
    pub done: f32,
    /// The work so far.
    pub tally: Tally,
    /// How long it runs.
    pub elapsed: Duration,
}

/// The system refused another thread.
#[derive(Debug)]
pub struct NoThread(io::Error);

impl fmt::Display for NoThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no thread could be started: {}", self.0)
    }
}

impl Error for NoThread {}

/// Does this on a thread of its own, of this name.
///
/// # Errors
/// When the system refuses another thread.
pub fn spawn(name: String, work: impl FnOnce() + Send + 'static) -> Result<(), NoThread> {
    #[cfg(test)]
    if REFUSES_THREADS.get() {
        return Err(NoThread(io::ErrorKind::WouldBlock.into()));
    }
    thread::Builder::new().name(name).spawn(work).map(drop).map_err(NoThread)
}

#[cfg(test)]
thread_local! {
    /// Whether the system refuses threads that this one starts.
    pub static REFUSES_THREADS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Wakes whoever looks at the job.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// What a search is to do. Each value outdoes those below it.
mod signal {
    /// Go on.
    pub const GO: u8 = 0;
    /// All threads of a pool are to put back what is left of their tasks, so that a checkpoint can be made, and then go on.
    pub const GATHER: u8 = 1;
    /// Stop.
    pub const STOP: u8 = 2;
}

#[derive(Default)]
struct Shared {
    signal: AtomicU8,
    /// What a pool leaves when it is stopped, or when tasks failed.
    left: Mutex<Option<Left>>,
    progress: Mutex<Progress>,
}

impl<T: Send + 'static> Job<T> {
    /// Runs the search on a thread of this name; `wake` is called on that thread when there is news: with the first finding,
    /// then at most 20 times a second, and once at the end.
    ///
    /// # Errors
    /// When the system refuses another thread.
    pub fn start(
        name: String,
        wake: Wake,
        search: impl FnOnce(&mut dyn Observer<T>) -> ControlFlow<()> + Send + 'static,
    ) -> Result<Self, NoThread> {
        let (sender, news) = mpsc::sync_channel(BATCHES_WAITING);
        let shared = Arc::<Shared>::default();
        let mut reporter = Reporter::new(sender, shared.clone(), wake);
        spawn(name, move || {
            // What a panic leaves behind is dropped with the thread, so nobody sees it half done.
            let outcome = panic::catch_unwind(AssertUnwindSafe(|| search(&mut reporter)));
            reporter.end(outcome);
        })?;
        Ok(Self { news, shared })
    }

    /// The next piece of news, if there is one.
    pub fn news(&self) -> Option<News<T>> {
        match self.news.try_recv() {
            Ok(news) => Some(news),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(News::Crashed("the search ended without a word".to_owned())),
        }
    }

    /// Tells the search to stop. What it found until then still arrives, and then [`News::Stopped`].
    pub fn stop(&self) {
        self.shared.stop();
    }

    /// What is left of the search, to be known after [`News::Stopped`] and [`News::Crashed`]; none if it can only begin again.
    pub fn left(&self) -> Option<Left> {
        self.shared.left.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How far the search is.
    pub fn progress(&self) -> Progress {
        self.shared.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Takes in all that there is from a job that may still run; none is left of it once it has come to its end. Returns the message of a
/// panic, if that was its end.
pub fn take_in<T: Send + 'static>(job: &mut Option<Job<T>>, mut found: impl FnMut(T)) -> Option<String> {
    while let Some(news) = job.as_ref().and_then(Job::news) {
        match news {
            News::Found(items) => items.into_iter().for_each(&mut found),
            // Only worker pools make checkpoints.
            News::Checkpoint(_) => {}
            News::Finished(_) | News::Stopped => *job = None,
            News::Crashed(message) => {
                *job = None;
                return Some(message);
            }
        }
    }
    None
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.shared.stop();
    }
}

impl Shared {
    fn stop(&self) {
        self.signal.store(signal::STOP, Relaxed);
    }
}

/// Hears from the search, on the search's thread.
struct Reporter<T> {
    sender: SyncSender<News<T>>,
    shared: Arc<Shared>,
    wake: Wake,
    batch: Vec<T>,
    has_found: bool,
    started: Instant,
    /// How long it waited for its findings to be taken in.
    waited: Duration,
    told: Instant,
    calls: u32,
}

impl<T> Reporter<T> {
    fn new(sender: SyncSender<News<T>>, shared: Arc<Shared>, wake: Wake) -> Self {
        let now = Instant::now();
        Self { sender, shared, wake, batch: Vec::new(), has_found: false, started: now, waited: Duration::ZERO, told: now, calls: 0 }
    }

    /// A reporter for another thread of the same job.
    fn sibling(&self) -> Self {
        let Self { sender, shared, wake, started, .. } = self;
        Self { started: *started, ..Self::new(sender.clone(), shared.clone(), wake.clone()) }
    }

    fn go_on(&self) -> ControlFlow<()> {
        if self.shared.signal.load(Relaxed) == signal::GO { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Sends the batch. Breaks when nobody listens any more.
    fn flush(&mut self) -> ControlFlow<()> {
        if self.batch.is_empty() {
            return ControlFlow::Continue(());
        }
        let batch = std::mem::take(&mut self.batch);
        self.send(News::Found(batch))
    }

    /// Sends news; waits while too much is waiting, and then it is time to wake whoever takes it in.
    fn send(&mut self, news: News<T>) -> ControlFlow<()> {
        match self.sender.try_send(news) {
            Ok(()) => ControlFlow::Continue(()),
            Err(TrySendError::Disconnected(_)) => ControlFlow::Break(()),
            Err(TrySendError::Full(news)) => {
                (self.wake)();
                let since = Instant::now();
                let sent = self.sender.send(news);
                self.waited += since.elapsed();
                if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            }
        }
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed().saturating_sub(self.waited)
    }

    /// Whether it is time to tell news again; looks at the clock only now and then.
    fn is_time(&mut self) -> bool {
        self.calls = self.calls.wrapping_add(1);
        if !self.calls.is_multiple_of(CALLS_PER_LOOK) || self.told.elapsed() < NEWS_EVERY {
            return false;
        }
        self.told = Instant::now();
        true
    }

    fn end(mut self, outcome: thread::Result<ControlFlow<()>>) {
        let last = match outcome {
            Ok(ControlFlow::Continue(())) => News::Finished(self.elapsed()),
            Ok(ControlFlow::Break(())) => News::Stopped,
            Err(panic) => News::Crashed(panic_message(&*panic)),
        };
        if self.flush().is_continue() {
            // Nobody may listen any more, and then nobody minds.
            let _ = self.send(last);
        }
        self.farewell();
    }

    /// Closes the channel, and wakes whoever is to see that.
    fn farewell(self) {
        drop(self.sender);
        (self.wake)();
    }
}

impl<T> Observer<T> for Reporter<T> {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        self.batch.push(item);
        if !std::mem::replace(&mut self.has_found, true) {
            // Somebody waits for the first: what an edit did to the odds is to be seen in the next frame.
            self.flush()?;
            (self.wake)();
        } else if BATCH <= self.batch.len() {
            self.flush()?;
        }
        self.go_on()
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        // The last call has the final tally, whatever the time.
        if self.is_time() || done >= 1.0 {
            {
                let mut progress = self.shared.progress.lock().unwrap_or_else(PoisonError::into_inner);
                progress.done = progress.done.max(done.clamp(0.0, 1.0));
                progress.tally.clone_from(tally);
                progress.elapsed = self.elapsed();
            }
            self.flush()?;
            (self.wake)();
        }
        self.go_on()
    }
}

/// What a panic said.
pub(super) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_news(job: &Job<u32>) -> Vec<News<u32>> {
        let mut all = Vec::new();
        loop {
            match job.news() {
                Some(end @ (News::Finished(_) | News::Stopped | News::Crashed(_))) => {
                    all.push(end);
                    return all;
                }
                Some(news) => all.push(news),
                None => thread::yield_now(),
            }
        }
    }

    fn start(search: impl FnOnce(&mut dyn Observer<u32>) -> ControlFlow<()> + Send + 'static) -> Job<u32> {
        Job::start("search under test".to_owned(), Arc::new(|| ()), search).unwrap()
    }

    #[test]
    fn all_that_is_found_arrives_in_order() {
        let count = 3 * BATCH as u32 * BATCHES_WAITING as u32 + 7;
        let job = start(move |observer| (0..count).try_for_each(|item| observer.found(item)));
        let news = all_news(&job);
        let found: Vec<u32> =
            news.iter().flat_map(|news| if let News::Found(items) = news { items.as_slice() } else { &[] }).copied().collect();
        assert!(found.into_iter().eq(0..count));
        assert!(matches!(news.last(), Some(News::Finished(_))));
    }

    #[test]
    fn the_last_tally_is_seen() {
        let tally = Tally { explored: 7, kept: 3, ..Tally::default() };
        let expected = tally.clone();
        let job = start(move |observer| observer.progress(1.0, &tally));
        all_news(&job);
        let progress = job.progress();
        assert_eq!((progress.done, progress.tally), (1.0, expected));
    }

    #[test]
    fn a_search_that_is_stopped_still_tells_all_that_it_found() {
        let found = Arc::new(std::sync::atomic::AtomicU32::new(0));
        let counter = found.clone();
        let job = start(move |observer| {
            (0..).try_for_each(|item| {
                counter.fetch_add(1, Relaxed);
                observer.found(item)
            })
        });
        let first = loop {
            match job.news() {
                Some(news) => break news,
                None => thread::yield_now(),
            }
        };
        assert_eq!(first, News::Found(vec![0]), "nobody waits for the first until a batch is full");
        job.stop();
        let news = all_news(&job);
        let arrived: usize = news.iter().map(|news| if let News::Found(items) = news { items.len() } else { 0 }).sum();
        assert_eq!(news.last(), Some(&News::Stopped));
        assert_eq!(arrived + 1, found.load(Relaxed) as usize, "with the one that was taken out before");
    }

    #[test]
    fn a_panic_is_told_with_its_message_after_what_was_found() {
        let job = start(|observer| {
            observer.found(1)?;
            panic!("on {}", "purpose")
        });
        assert_eq!(all_news(&job), [News::Found(vec![1]), News::Crashed("on purpose".to_owned())]);
    }

    #[test]
    fn dropping_the_job_ends_the_search_even_while_it_waits_for_the_channel() {
        for per_node in [0_u32, 1] {
            let (ended, end) = mpsc::channel();
            let job = start(move |observer| {
                let outcome = (0..).try_for_each(|item| {
                    (0..per_node).try_for_each(|_| observer.found(item))?;
                    observer.progress(0.5, &Tally::default())
                });
                ended.send(()).unwrap();
                outcome
            });
            while per_node == 1 && job.news().is_none() {
                thread::yield_now();
            }
            drop(job);
            end.recv().expect("the search says that it ended");
        }
    }
}
