//! A search on its own thread: it reports solutions through a bounded channel, publishes its progress, and stops on request.

mod in_order;
mod worker_pool;

use std::{
    any::Any,
    error::Error,
    fmt, io,
    marker::PhantomData,
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

pub use worker_pool::{PoolCheckpoint, WorkerPool};

use super::{file_error::in_words, threads::searching};
use base::search::{Observer, Tally};
use in_order::Turn;

/// Solutions are sent in batches of at most this many.
const BATCH: usize = 512;
/// The channel holds this many batches. When it is full, the search waits, which bounds the memory of solutions not taken in yet.
const BATCHES_WAITING: usize = 16;
/// After the first solution, progress is published and the window woken at intervals of at least this.
const REPORT_INTERVAL: Duration = Duration::from_millis(50);
/// The clock is checked once in this many calls.
const CALLS_PER_CLOCK_CHECK: u32 = 64;

/// A running search that finds things of type `T`. Dropping the job stops the search.
pub struct Job<T> {
    news: Receiver<Parcel>,
    shared: Arc<Shared>,
    finds: PhantomData<fn() -> T>,
}

/// What the channel carries: [`News`] about any type. A channel for each type would be in the program forty times.
type Parcel = Box<dyn Any + Send>;

/// News from a job.
#[derive(Clone, Debug, PartialEq)]
pub enum News<T> {
    /// Items found since the last news.
    Found(Vec<T>),
    /// The search finished. It took this long, not counting the time it waited for its solutions to be taken in.
    Finished(Duration),
    /// A pool made a checkpoint: everything found before it has been reported, and this remains.
    Checkpoint(PoolCheckpoint),
    /// The search stopped on request.
    Stopped,
    /// The search panicked with this message. A pool has finished all its other tasks.
    Failed(String),
}

/// The progress of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// The share of the work that is done, from 0 to 1.
    pub done: f32,
    /// The work so far.
    pub tally: Tally,
    /// How long the search has run.
    pub elapsed: Duration,
}

/// The system refused another thread.
#[derive(Debug)]
pub struct NoThread(io::Error);

impl fmt::Display for NoThread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "couldn't start a thread: {}", in_words(&self.0))
    }
}

impl Error for NoThread {}

/// Runs `work` on a new thread with this name.
///
/// # Errors
/// When the system refuses another thread.
pub fn spawn(name: String, work: impl FnOnce() + Send + 'static) -> Result<(), NoThread> {
    #[cfg(test)]
    if REFUSES_THREADS.get() {
        return Err(NoThread(io::ErrorKind::WouldBlock.into()));
    }
    // As one type, so that the program has the code to start a thread once.
    let work: Box<dyn FnOnce() + Send> = Box::new(work);
    searching(name).spawn(work).map(drop).map_err(NoThread)
}

#[cfg(test)]
thread_local! {
        /// Whether the system refuses new threads to this one.
    pub static REFUSES_THREADS: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// A callback that wakes the owner of a job.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// What a search has to do. Higher values take precedence.
mod signal {
    /// Continue.
    pub const RUN: u8 = 0;
    /// Threads of a pool: put back what remains of each task, make a checkpoint, then continue.
    pub const GATHER: u8 = 1;
    /// Stop.
    pub const STOP: u8 = 2;
}

#[derive(Default)]
struct Shared {
    signal: AtomicU8,
    /// The checkpoint of a pool that was stopped or has failed tasks.
    checkpoint: Mutex<Option<PoolCheckpoint>>,
    progress: Mutex<Progress>,
}

impl<T: Send + 'static> Job<T> {
    /// Runs the search on a thread with this name. `wake` is called on that thread when there is news: with the first solution, then at
    /// most 20 times per second, and at the end.
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
            // State that a panic leaves inconsistent is dropped with the thread, so nobody sees it.
            let outcome = panic::catch_unwind(AssertUnwindSafe(|| search(&mut reporter)));
            reporter.end(outcome);
        })?;
        Ok(Self::receiving(news, shared))
    }

    fn receiving(news: Receiver<Parcel>, shared: Arc<Shared>) -> Self {
        Self { news, shared, finds: PhantomData }
    }

    /// Returns the next news, if there is any.
    pub fn news(&self) -> Option<News<T>> {
        let next = match self.news.try_recv() {
            // Its reporter only sends news of this type.
            Ok(parcel) => parcel.downcast().ok().map(|news| *news),
            Err(TryRecvError::Empty) => return None,
            Err(TryRecvError::Disconnected) => None,
        };
        next.or_else(|| Some(News::Failed("the search ended without a result".to_owned())))
    }

    /// Tells the search to stop. What it has found until then still arrives, followed by [`News::Stopped`].
    pub fn stop(&self) {
        self.shared.stop();
    }

    /// Returns what the search can be resumed from, known after [`News::Stopped`] and [`News::Failed`]; `None` if it can only start
    /// over.
    pub fn checkpoint(&self) -> Option<PoolCheckpoint> {
        self.shared.checkpoint.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the progress so far.
    pub fn progress(&self) -> Progress {
        self.shared.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Takes in all news of a job that doesn't use a pool, and sets the job to `None` once it has ended. Returns the message if it panicked.
pub fn drain<T: Send + 'static>(job: &mut Option<Job<T>>, mut found: impl FnMut(T)) -> Option<String> {
    while let Some(news) = job.as_ref().and_then(Job::news) {
        match news {
            News::Found(items) => items.into_iter().for_each(&mut found),
            // Only worker pools make checkpoints.
            News::Checkpoint(_) => {}
            News::Finished(_) | News::Stopped => *job = None,
            News::Failed(message) => {
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

/// Observes the search, on the search's thread.
struct Reporter<T> {
    sender: SyncSender<Parcel>,
    shared: Arc<Shared>,
    wake: Wake,
    batch: Vec<T>,
    /// The turn of the task that it observes, if it is one of a pool.
    turn: Option<Turn<T>>,
    has_found: bool,
    started: Instant,
    /// How long it has waited for its solutions to be taken in.
    waited: Duration,
    last_report: Instant,
    calls: u32,
}

impl<T: Send + 'static> Reporter<T> {
    fn new(sender: SyncSender<Parcel>, shared: Arc<Shared>, wake: Wake) -> Self {
        let now = Instant::now();
        Self {
            sender,
            shared,
            wake,
            batch: Vec::new(),
            turn: None,
            has_found: false,
            started: now,
            waited: Duration::ZERO,
            last_report: now,
            calls: 0,
        }
    }

    /// Creates a reporter for another thread of the same job.
    fn sibling(&self) -> Self {
        let Self { sender, shared, wake, started, .. } = self;
        Self { started: *started, ..Self::new(sender.clone(), shared.clone(), wake.clone()) }
    }

    fn check_signal(&self) -> ControlFlow<()> {
        if self.shared.signal.load(Relaxed) == signal::RUN { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Sends the batch, as soon as it is its turn. Breaks if the receiver is gone.
    fn flush(&mut self) -> ControlFlow<()> {
        if self.batch.is_empty() {
            return ControlFlow::Continue(());
        }
        let batch = std::mem::take(&mut self.batch);
        let Some(turn) = self.turn.take() else { return self.send(News::Found(batch)) };
        let shared = self.shared.clone();
        let may_wait = || shared.signal.load(Relaxed) == signal::RUN;
        let flow = turn.found(batch, may_wait, &mut |batch| self.send(News::Found(batch)));
        self.turn = Some(turn);
        flow
    }

    /// Ends the turn of a task, which has found all that it finds for now.
    fn end_turn(&mut self) -> ControlFlow<()> {
        let flow = self.flush();
        let Some(turn) = self.turn.take() else { return flow };
        turn.end(&mut |batch| self.send(News::Found(batch)))
    }

    /// The news of this reporter's type, and of no other, as the job expects them.
    fn parcel(news: News<T>) -> Parcel {
        Box::new(news)
    }

    /// Sends news. If the channel is full, it wakes the receiver and waits.
    fn send(&mut self, news: News<T>) -> ControlFlow<()> {
        match self.sender.try_send(Self::parcel(news)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(TrySendError::Disconnected(_)) => ControlFlow::Break(()),
            Err(TrySendError::Full(parcel)) => {
                (self.wake)();
                let since = Instant::now();
                let sent = self.sender.send(parcel);
                self.waited += since.elapsed();
                if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            }
        }
    }

    fn elapsed(&self) -> Duration {
        self.started.elapsed().saturating_sub(self.waited)
    }

    /// Returns whether a report is due. Looks at the clock only once in a while.
    fn is_report_due(&mut self) -> bool {
        self.calls = self.calls.wrapping_add(1);
        if !self.calls.is_multiple_of(CALLS_PER_CLOCK_CHECK) || self.last_report.elapsed() < REPORT_INTERVAL {
            return false;
        }
        self.last_report = Instant::now();
        true
    }

    fn end(mut self, outcome: thread::Result<ControlFlow<()>>) {
        let last = match outcome {
            Ok(ControlFlow::Continue(())) => News::Finished(self.elapsed()),
            Ok(ControlFlow::Break(())) => News::Stopped,
            Err(panic) => News::Failed(panic_message(&*panic)),
        };
        if self.flush().is_continue() {
            // If the receiver is gone, nobody needs it.
            let _ = self.send(last);
        }
        self.close();
    }

    /// Closes the channel and wakes the receiver to see that.
    fn close(self) {
        drop(self.sender);
        (self.wake)();
    }
}

impl<T: Send + 'static> Observer<T> for Reporter<T> {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        self.batch.push(item);
        if !std::mem::replace(&mut self.has_found, true) {
            // The first item goes out at once, so that the next frame can show how an edit changed the odds.
            self.flush()?;
            (self.wake)();
        } else if BATCH <= self.batch.len() {
            self.flush()?;
        }
        self.check_signal()
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        // The last call has the final tally, so it always counts.
        if self.is_report_due() || done >= 1.0 {
            {
                let mut progress = self.shared.progress.lock().unwrap_or_else(PoisonError::into_inner);
                progress.done = progress.done.max(done.clamp(0.0, 1.0));
                progress.tally.clone_from(tally);
                progress.elapsed = self.elapsed();
            }
            self.flush()?;
            (self.wake)();
        }
        self.check_signal()
    }
}

/// Returns the message of a panic.
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
                Some(end @ (News::Finished(_) | News::Stopped | News::Failed(_))) => {
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
    fn items_arrive_in_the_order_found() {
        let count = 3 * BATCH as u32 * BATCHES_WAITING as u32 + 7;
        let job = start(move |observer| (0..count).try_for_each(|item| observer.found(item)));
        let news = all_news(&job);
        let found: Vec<u32> =
            news.iter().flat_map(|news| if let News::Found(items) = news { items.as_slice() } else { &[] }).copied().collect();
        assert!(found.into_iter().eq(0..count));
        assert!(matches!(news.last(), Some(News::Finished(_))));
    }

    #[test]
    fn the_final_tally_is_published() {
        let tally = Tally { explored: 7, kept: 3, ..Tally::default() };
        let expected = tally.clone();
        let job = start(move |observer| observer.progress(1.0, &tally));
        all_news(&job);
        let progress = job.progress();
        assert_eq!((progress.done, progress.tally), (1.0, expected));
    }

    #[test]
    fn a_stopped_search_still_reports_what_it_found() {
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
        assert_eq!(first, News::Found(vec![0]), "the first item doesn't wait for a full batch");
        job.stop();
        let news = all_news(&job);
        let arrived: usize = news.iter().map(|news| if let News::Found(items) = news { items.len() } else { 0 }).sum();
        assert_eq!(news.last(), Some(&News::Stopped));
        assert_eq!(arrived + 1, found.load(Relaxed) as usize, "including the first item, taken in earlier");
    }

    #[test]
    fn a_panic_is_reported_with_its_message_after_what_was_found() {
        let job = start(|observer| {
            observer.found(1)?;
            panic!("on purpose")
        });
        assert_eq!(all_news(&job), [News::Found(vec![1]), News::Failed("on purpose".to_owned())]);
    }

    #[test]
    fn dropping_the_job_stops_a_search_that_waits_for_the_channel() {
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
            end.recv().expect("the search signals its end");
        }
    }
}
