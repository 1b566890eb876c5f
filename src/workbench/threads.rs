//! The stack of all threads that search, and threads for searches that divide their work themselves. Searches with tasks have a worker
//! pool: see [`super::job`].

use std::{
    ops::ControlFlow,
    sync::LazyLock,
    thread::{self, Builder},
};

use base::search::{Observer, Tally, Threads};

/// The stack of each thread that searches, in bytes, whatever the system's default is. No search comes near its end: tests and the
/// reliability campaign run all of them in a quarter of it.
pub const STACK: usize = 2 << 20;

/// The number of processors that the program may use. Asking the system reads files, which is too slow for every frame.
static PROCESSORS: LazyLock<usize> = LazyLock::new(|| thread::available_parallelism().map_or(1, usize::from));

/// The number of processors that the program may use: how many threads a search has, unless the user chooses another number.
pub fn processors() -> usize {
    *PROCESSORS
}

/// Returns what starts a thread that searches, with this name.
pub fn searching(name: String) -> Builder {
    Builder::new().name(name).stack_size(STACK)
}

/// Several threads with names.
#[derive(Clone, Debug)]
pub struct NamedThreads {
    /// The name of the search. Its first thread is the one that runs it; the others have this name and a number from 2.
    pub name: String,
    /// How many threads there are, with the first one.
    pub count: usize,
}

impl Threads for NamedThreads {
    fn beside(&self, help: &(dyn Fn() + Sync), own: &mut dyn FnMut()) {
        thread::scope(|scope| {
            for number in 2..=self.count {
                // A thread that the system refuses is one that doesn't help.
                let _refused = searching(format!("{} {number}", self.name)).spawn_scoped(scope, help);
            }
            own();
        });
    }
}

/// Passes everything on to another observer, and lends these threads to the search.
pub struct Lending<'a, T, F> {
    /// The other observer.
    pub observer: &'a mut dyn Observer<T>,
    /// Returns the threads, for searches that ask for some: many don't, and are over before the system has said how many there may be.
    pub threads: F,
}

impl<T, F: Fn() -> NamedThreads> Observer<T> for Lending<'_, T, F> {
    fn found(&mut self, item: T) -> ControlFlow<()> {
        self.observer.found(item)
    }

    fn progress(&mut self, done: f32, tally: &Tally) -> ControlFlow<()> {
        self.observer.progress(done, tally)
    }

    fn threads(&self) -> Box<dyn Threads> {
        Box::new((self.threads)())
    }
}

#[cfg(test)]
mod tests;
