//! Divides work among threads.

use std::{
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
    time::{Duration, Instant},
};

use super::{Halt, KeepGoing};
use base::{
    search::{OneThread, Threads},
    sharing::share_out,
};

/// The threads of a search. What they find together doesn't depend on how many there are, nor does whether the memory suffices.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// The threads.
    pub threads: &'a dyn Threads,
    /// The most threads beside this one, as far as there is memory for what they work with.
    pub most: usize,
    /// The search started then.
    pub start: Instant,
    /// The others help after this time.
    pub alone: Duration,
    /// The binary logarithm of the number of profiles that one takes at a time.
    pub profiles_log2: u32,
}

/// A search that takes less time is over before the others would be of use.
const ALONE: Duration = Duration::from_millis(50);
/// In large graphs, 32 profiles take about a millisecond.
const PROFILES_LOG2: u32 = 5;

impl<'a> Workers<'a> {
    /// These threads, for a search that starts now.
    pub fn new(threads: &'a dyn Threads) -> Self {
        Self { threads, most: usize::MAX, start: Instant::now(), alone: ALONE, profiles_log2: PROFILES_LOG2 }
    }

    /// Works on parts of these items, which are consecutive ones, `at_once` in each. `scratch` makes what one thread works with, and
    /// `take_in` is called with what is found in each part, in their order.
    pub fn divide<S, R: Send>(
        self,
        items: Range<usize>,
        at_once: usize,
        scratch: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Range<usize>, KeepGoing<'_>) -> ControlFlow<Halt, R> + Sync,
        keep_going: KeepGoing<'_>,
        mut take_in: impl FnMut(R),
    ) -> ControlFlow<Halt> {
        let count = items.len().div_ceil(at_once);
        let part = |number: usize| {
            let start = items.start + number * at_once;
            start..items.end.min(start + at_once)
        };
        let worker = || {
            // Made only once there is something to do: it can be large.
            let mut own = None;
            let (scratch, part, work) = (&scratch, &part, &work);
            move |number: usize, keep_going: KeepGoing<'_>| match work(own.get_or_insert_with(scratch), part(number), keep_going) {
                ControlFlow::Break(Halt::Stopped) => ControlFlow::Break(()),
                found => ControlFlow::Continue(found),
            }
        };
        let mut end = ControlFlow::Continue(());
        let is_quick = count < 2 || self.start.elapsed() < self.alone;
        let threads: &dyn Threads = if is_quick { &OneThread } else { &self };
        let flow = share_out(threads, count, worker, &mut |found| match found {
            None => keep_going(),
            Some((_, ControlFlow::Continue(found))) => {
                take_in(found);
                ControlFlow::Continue(())
            }
            Some((_, ControlFlow::Break(halt))) => {
                end = ControlFlow::Break(halt);
                ControlFlow::Break(())
            }
        });
        end?;
        flow.map_break(|()| Halt::Stopped)
    }
}

impl Threads for Workers<'_> {
    fn beside(&self, help: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        let helping = AtomicUsize::new(0);
        let help = || {
            if helping.fetch_add(1, Relaxed) < self.most {
                help();
            }
        };
        self.threads.beside(&help, own);
    }
}
