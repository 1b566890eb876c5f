//! An observer that stops a search and watches whether the search obeys.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use quincunx::search::{Observer, Tally};

use super::{case::Case, processor_time::processor_time};

/// The longest time between two calls of an observer, and so until a search notices that it has to stop.
pub const MOST_SILENCE: Duration = Duration::from_millis(50);

/// How often a search that was silent for longer is repeated before that counts. The repetitions are measured in processor time, because
/// another program may have had the processor.
const ATTEMPTS: u32 = 3;

/// How many items are kept.
const MOST_ITEMS: usize = 12;

/// When a search is stopped.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// After this many calls.
    pub calls: u64,
    /// After this long.
    pub time: Duration,
}

struct Watch<T> {
    patience: Patience,
    began: Instant,
    last: Instant,
    /// The processor time at the last call, if that is what counts.
    processor: Option<Duration>,
    silence: Duration,
    calls: u64,
    is_stopped: bool,
    calls_after: u64,
    done: f32,
    wrong: Option<String>,
    items: Vec<T>,
}

impl<T> Watch<T> {
    fn new(patience: Patience, counts_processor_time: bool) -> Self {
        let now = Instant::now();
        Self {
            patience,
            began: now,
            last: now,
            processor: counts_processor_time.then(processor_time).flatten(),
            silence: Duration::ZERO,
            calls: 0,
            is_stopped: false,
            calls_after: 0,
            done: 0.0,
            wrong: None,
            items: Vec::new(),
        }
    }

    fn end_silence(&mut self, now: Instant) {
        let mut silence = now - self.last;
        if let Some((before, after)) = self.processor.zip(self.processor.and_then(|_| processor_time())) {
            silence = silence.min(after.saturating_sub(before));
            self.processor = Some(after);
        }
        self.silence = self.silence.max(silence);
        self.last = now;
    }

    fn call(&mut self) -> ControlFlow<()> {
        let now = Instant::now();
        self.end_silence(now);
        self.calls_after += u64::from(self.is_stopped);
        self.is_stopped |= self.patience.calls <= self.calls || self.patience.time <= now - self.began;
        self.calls += 1;
        if self.is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<T> Observer<T> for Watch<T> {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        if self.items.len() < MOST_ITEMS {
            self.items.push(item);
        }
        self.call()
    }

    fn progress(&mut self, done: f32, _tally: &Tally) -> ControlFlow<()> {
        if !(0.0..=1.0).contains(&done) || done < self.done {
            self.wrong.get_or_insert_with(|| format!("progress of {done} after {}", self.done));
        }
        self.done = done;
        self.call()
    }
}

/// Runs a search, stops it, and checks that it obeys. The closure returns whether the search broke off. Returns its first items.
pub fn watched<T>(case: &mut Case, what: &str, patience: Patience, mut search: impl FnMut(&mut dyn Observer<T>) -> bool) -> Vec<T> {
    let mut silence = Duration::MAX;
    let mut attempt = 1;
    loop {
        let mut watch = Watch::new(patience, attempt > 1);
        let has_broken_off = search(&mut watch);
        watch.end_silence(Instant::now());
        silence = silence.min(watch.silence);
        if silence <= MOST_SILENCE || attempt == ATTEMPTS {
            case.took(&format!("{what}: silence"), silence, MOST_SILENCE);
            case.expect(watch.calls_after == 0, || format!("{what}: {} calls after {patience:?}", watch.calls_after));
            case.expect(has_broken_off == watch.is_stopped, || format!("{what}: broke off is {has_broken_off} after {patience:?}"));
            case.expect(watch.is_stopped || watch.done == 1.0, || format!("{what}: ended with progress {}", watch.done));
            if let Some(wrong) = watch.wrong {
                case.fail(format!("{what}: {wrong}"));
            }
            return watch.items;
        }
        attempt += 1;
    }
}
