//! Divides profiles among threads.

use std::{
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use super::{Halt, KeepGoing};
use base::{
    search::{OneThread, Threads},
    sharing::share_out,
};

/// The threads of a search. What they find together doesn't depend on how many there are, nor does the memory that it takes.
#[derive(Clone, Copy)]
pub struct Workers<'a> {
    /// The threads.
    pub threads: &'a dyn Threads,
    /// The most threads beside this one, as far as there is memory for what they work with.
    pub most: usize,
    /// The others help after this many steps: it takes time to start them.
    pub alone: u64,
    /// The number of profiles that one takes at a time.
    pub profiles: usize,
}

/// About how many steps of the graph take 50 ms.
const ALONE: u64 = 2_000_000;
/// This many profiles have some ten thousand steps in large graphs.
const PROFILES: usize = 64;

impl<'a> Workers<'a> {
    /// These threads, which help with a search that takes long.
    pub fn new(threads: &'a dyn Threads) -> Self {
        Self { threads, most: usize::MAX, alone: ALONE, profiles: PROFILES }
    }

    /// Those that work after this many steps.
    #[must_use]
    pub fn after(self, steps: u64) -> Self {
        if steps < self.alone { Self { most: 0, ..self } } else { self }
    }

    /// Works on parts of these profiles. `scratch` makes what one thread works with, and `take_in` is called with what is found in each
    /// part, in their order.
    pub fn share<S, R: Send>(
        self,
        profiles: Range<usize>,
        scratch: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, Range<usize>, KeepGoing<'_>) -> ControlFlow<Halt, R> + Sync,
        keep_going: KeepGoing<'_>,
        mut take_in: impl FnMut(R),
    ) -> ControlFlow<Halt> {
        let count = profiles.len().div_ceil(self.profiles);
        let part = |number: usize| {
            let start = profiles.start + number * self.profiles;
            start..profiles.end.min(start + self.profiles)
        };
        let worker = || {
            let mut scratch = scratch();
            let (part, work) = (&part, &work);
            move |number: usize, keep_going: KeepGoing<'_>| match work(&mut scratch, part(number), keep_going) {
                ControlFlow::Break(Halt::Stopped) => ControlFlow::Break(()),
                found => ControlFlow::Continue(found),
            }
        };
        let mut end = ControlFlow::Continue(());
        let threads: &dyn Threads = if count < 2 { &OneThread } else { &self };
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
        if self.most == 0 {
            return own();
        }
        let helping = AtomicUsize::new(0);
        let help = || {
            if helping.fetch_add(1, Relaxed) < self.most {
                help();
            }
        };
        self.threads.beside(&help, own);
    }
}
